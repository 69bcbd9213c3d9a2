import Records

@testable import Loading

/// A plain account of what loads are to do, record by record.
struct LoadingModel {
  /// The rows by key.
  var rows: [Int64: Line] = [:]
  /// Whether no two rows may have the same text.
  var textIsUnique: Bool
  /// The lines of the last file that were rejects for their key.
  private(set) var duplicates: [Int64] = []

  /// Loads a file.
  ///
  /// - Returns: the counts, and the lines of the rejects.
  mutating func load(_ file: [Line]) -> (RunCounts, [Int64]) {
    var counts = RunCounts()
    var first: [Int64: Line] = [:]
    var rejects: [Int64] = []
    duplicates = []
    for (index, line) in file.enumerated() {
      counts.read += 1
      let collides = rows.values.contains { $0.k != line.k && $0.a != nil && $0.a == line.a }
      let violates = line.b == 13 || textIsUnique && collides
      if let earlier = first[line.k] {
        if earlier == line {
          counts.skipped += 1
        } else {
          rejects.append(Int64(index + 2))
          duplicates.append(Int64(index + 2))
        }
      } else if rows[line.k] == line {
        counts.unchanged += 1
        first[line.k] = line
      } else if violates {
        rejects.append(Int64(index + 2))
      } else {
        if rows[line.k] == nil { counts.inserted += 1 } else { counts.updated += 1 }
        rows[line.k] = line
        first[line.k] = line
      }
    }
    counts.rejected = Int64(rejects.count)
    return (counts, rejects)
  }
}

extension LoadingModel {
  /// Deletes what a file lacks, as the policy `replace` has it: a reject keeps the row of its key.
  ///
  /// - Returns: how many rows.
  mutating func delete(absentFrom file: [Line]) -> Int64 {
    let count = rows.count
    let keys = Set(file.map(\.k))
    rows = rows.filter { keys.contains($0.key) }
    return Int64(count - rows.count)
  }
}
