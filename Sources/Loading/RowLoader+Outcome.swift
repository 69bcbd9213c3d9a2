internal import Records

extension RowLoader {
  /// What became of a batch's rows so far.
  struct Outcome {
    var counts = RunCounts()
    var refused: [Refusal] = []

    /// Adds a statement that read `sent` rows of the batch.
    mutating func add(_ tally: Judge.Tally, sent: Int) {
      counts.inserted += Int64(sent) - tally.count
      counts.updated += tally.updated
      counts.unchanged += tally.unchanged
      counts.skipped += tally.skipped
      for duplicate in tally.duplicates {
        refused.append(Refusal(row: duplicate.row, reason: .duplicate(duplicate.firstLine)))
      }
    }
  }

  /// A row that is not loaded, with the reason.
  struct Refusal {
    enum Reason {
      case duplicate(Int64?)
      case constraint(String)
      /// A foreign key: its parent may come yet.
      case orphan(String)
    }
    var row: Int
    var reason: Reason

    var code: RejectCode {
      switch reason {
      case .duplicate: .duplicateKey
      case .constraint, .orphan: .constraint
      }
    }
  }
}
