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
  /// The first records of the last file that came in, by key, with their lines.
  private(set) var first: [Int64: (line: Line, place: Int64)] = [:]
  /// The records of the last file that were refused only for a text that another row had, with their lines.
  private(set) var held: [(line: Line, place: Int64)] = []

  /// Loads a file.
  ///
  /// - Returns: the counts, and the lines of the rejects.
  mutating func load(_ file: [Line]) -> (RunCounts, [Int64]) {
    var counts = RunCounts()
    var rejects: [Int64] = []
    (duplicates, first, held) = ([], [:], [])
    for (index, line) in file.enumerated() { load(line, Int64(index + 2), &counts, &rejects) }
    counts.rejected = Int64(rejects.count)
    return (counts, rejects)
  }

  private mutating func load(
    _ line: Line, _ place: Int64, _ counts: inout RunCounts, _ rejects: inout [Int64]
  ) {
    counts.read += 1
    let collides = rows.values.contains { $0.k != line.k && $0.a != nil && $0.a == line.a }
    if let earlier = first[line.k]?.line {
      if earlier == line {
        counts.skipped += 1
      } else {
        rejects.append(place)
        duplicates.append(place)
      }
    } else if rows[line.k] == line {
      counts.unchanged += 1
      first[line.k] = (line, place)
    } else if line.b == 13 || textIsUnique && collides {
      if line.b != 13 { held.append((line, place)) }
      rejects.append(place)
    } else {
      if rows[line.k] == nil { counts.inserted += 1 } else { counts.updated += 1 }
      rows[line.k] = line
      first[line.k] = (line, place)
    }
  }
}

extension LoadingModel {
  /// Loads a file as the policy `replace` has it: what it lacks is deleted, but for the rows of the keys of
  /// rejects; then records that were refused for a row with the same text are tried once more.
  ///
  /// - Returns: the counts, and the lines of the rejects.
  mutating func replace(with file: [Line]) -> (RunCounts, [Int64]) {
    var (counts, rejects) = load(file)
    let keys = Set(file.map(\.k))
    let count = rows.count
    rows = rows.filter { keys.contains($0.key) }
    counts.deleted = Int64(count - rows.count)
    let due = held
    counts.read -= Int64(due.count)
    rejects.removeAll { place in due.contains { $0.place == place } }
    for (line, place) in due { load(line, place, &counts, &rejects) }
    counts.rejected = Int64(rejects.count)
    return (counts, rejects.sorted())
  }
}
