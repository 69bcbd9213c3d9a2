/// How many rows of one table a run has written, and how many it has met as they were.
package struct RowCounts: Sendable, Equatable {
  /// New rows.
  package var inserted: Int64 = 0
  /// Rows that were changed.
  package var updated: Int64 = 0
  /// Rows that were there already, the same, each counted once.
  package var unchanged: Int64 = 0

  /// No rows.
  package init() {}

  /// How many different rows the file is about.
  var met: Int64 { inserted + updated + unchanged }

  /// Adds those of a batch.
  mutating func add(_ other: RowCounts) {
    inserted += other.inserted
    updated += other.updated
    unchanged += other.unchanged
  }
}

/// What becomes of the row that a record has in one table.
enum RowFate: UInt8 {
  /// It is new.
  case inserted
  /// It is there, and changes.
  case updated
  /// It is there, the same.
  case unchanged
  /// The file had it before, the same.
  case repeated
}
