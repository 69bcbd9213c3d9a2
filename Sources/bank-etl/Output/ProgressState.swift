/// How far a step of the work is, as a line for people.
struct ProgressState: Sendable, Equatable {
  /// What the step is, where that has to be said.
  var task: String?
  /// How many bytes have been read or written, and how many there are; nil where they don't count or
  /// aren't known.
  var bytes: Int64?
  var totalBytes: Int64?
  /// How many records have been read or written, and how many there are, where that is known.
  var records: Int64 = 0
  var totalRecords: Int64?
  /// How many records have been rejected, where they can be.
  var rejects: Int64?
  /// How long the step has been going on, in seconds.
  var seconds = 0.0

  /// The fewest columns in which there is room to say what the step is.
  private static let taskColumns = 40

  /// The line, as much of it as fits: one column is left free, so that no terminal breaks it.
  ///
  /// - Parameter columns: how wide the terminal is.
  /// - Returns: the line; empty where nothing fits.
  func text(columns: Int) -> String {
    var line = ""
    for part in parts(withTask: columns >= Self.taskColumns || share == nil && bytes == nil) {
      let longer = line.isEmpty ? part : line + "   " + part
      guard longer.utf8.count < columns else { break }
      line = longer
    }
    return line
  }

  /// How much of the step is done, from 0 to 1; nil where nobody knows.
  private var share: Double? {
    let (done, total) =
      totalBytes == nil ? (records, totalRecords ?? 0) : (bytes ?? 0, totalBytes ?? 0)
    return total > 0 ? min(Double(done) / Double(total), 1) : nil
  }

  /// What there is to say, the most important first.
  private func parts(withTask: Bool) -> [String] {
    var parts = withTask ? [task].compactMap(\.self) : []
    if let share { parts.append("\(Int(share * 100))%") }
    if let bytes {
      let total = totalBytes.flatMap { $0 > 0 ? " of \(Self.size($0))" : nil }
      parts.append(Self.size(bytes) + (total ?? ""))
    }
    if seconds > 0, records > 0 {
      parts.append("\(Int64(min(Double(records) / seconds, 1e18))) records/s")
    }
    if let rejects { parts.append("\(rejects) rejects") }
    if let share, share > 0, bytes ?? 0 <= totalBytes ?? .max {
      let left = seconds * (1 - share) / share
      parts.append("\(TimeSpan.text(seconds: Int64(min(left.rounded(.up), 1e9)))) left")
    } else if bytes == nil {
      parts.append(TimeSpan.text(seconds: Int64(min(seconds, 1e9))))
    }
    return parts
  }

  /// A number of bytes in a unit that fits: `12.3 MB`.
  private static func size(_ bytes: Int64) -> String {
    var (unit, rest) = ("kB", Double(bytes) / 1_000)
    for larger in ["MB", "GB", "TB"] where rest >= 1_000 { (unit, rest) = (larger, rest / 1_000) }
    let tenths = Int64((rest * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
