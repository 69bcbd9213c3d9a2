/// What became of the records of one import.
package struct RunCounts: Sendable, Equatable {
  /// Data records after the header; one whose every field is empty isn't one.
  package var read: Int64 = 0
  /// Records that became new rows.
  package var inserted: Int64 = 0
  /// Records that changed a row that was there.
  package var updated: Int64 = 0
  /// Records whose row was there already, the same.
  package var unchanged: Int64 = 0
  /// Records that were not loaded, with a reason in the ledger.
  package var rejected: Int64 = 0
  /// Records that repeat one of the same file, its header included.
  package var skipped: Int64 = 0
  /// Of the records that were not rejected, those that were loaded as one small change made them.
  package var repaired: Int64 = 0
  /// Rows that the file does not have and that were deleted, as its dataset's policy demands.
  package var deleted: Int64 = 0

  /// No records.
  package init() {}

  /// Adds the counts of a batch.
  mutating func add(_ other: RunCounts) {
    read += other.read
    inserted += other.inserted
    updated += other.updated
    unchanged += other.unchanged
    rejected += other.rejected
    skipped += other.skipped
    repaired += other.repaired
  }

  /// Whether every record that was read is accounted for.
  package var isBalanced: Bool {
    read == inserted + updated + unchanged + rejected + skipped
  }

  /// The rows of the only table, of which each of these records has one.
  var rows: RowCounts {
    var rows = RowCounts()
    (rows.inserted, rows.updated, rows.unchanged) = (inserted, updated, unchanged)
    return rows
  }

  /// How many rows the import wrote or deleted.
  package var written: Int64 { inserted + updated + deleted }
}

/// How a run stands, as the ledger has it.
package enum RunStatus: String, Sendable, CaseIterable {
  /// Under way, or ended with its process.
  case running
  /// All its records are in the table.
  case succeeded
  /// All its records are in the table, but for the rejects.
  case succeededWithRejects = "succeeded_with_rejects"
  /// Nothing of it, or nothing more of it, was committed.
  case failed
  /// Taken back.
  case undone
}
