package import Datasets

/// What a load is held against before it is committed: the guards that its dataset declares.
package struct GuardCheck: Sendable {
  /// The guards' names, as the declaration and the option that lifts one have them.
  package enum Name: String, Sendable, CaseIterable {
    case minRecords
    case maxRejects
    case maxShrink
    case maxDeletes
    case maxChanges
    case headerOnly
    case truncated
    case dateOrder

    /// Whether it has a limit that `--guard` can set; the others hold or do not.
    package var hasLimit: Bool { ![.headerOnly, .truncated, .dateOrder].contains(self) }
  }

  /// The limits.
  package var guards: Guards
  /// The guards that the user lifted for this run.
  package var lifted: Set<Name>
  /// Whether the file may end in the middle of a record, as far as is known before it is read.
  package var mayBeTruncated = false

  /// A check.
  ///
  /// - Parameters:
  ///   - guards: the limits that the dataset declares.
  ///   - lifted: the guards that do not count.
  package init(_ guards: Guards = Guards(), lifting lifted: Set<Name> = []) {
    self.guards = guards
    self.lifted = lifted
  }

  /// Whether the whole file must be known before anything of it is committed.
  package var needsWholeFile: Bool {
    guards.minRecords != nil || guards.maxRejects != nil || guards.maxShrink != nil
      || guards.maxDeletes != nil || guards.maxChanges != nil
      || mayBeTruncated && guards.truncated && !lifted.contains(.truncated)
  }

  /// Whether the rows that the tables had before have to be known.
  var needsRowCount: Bool { guards.maxDeletes != nil || guards.maxChanges != nil }

  /// What a load came to.
  struct Outcome {
    var counts: RunCounts
    /// The rows that the tables had before, where `needsRowCount`.
    var rowsBefore: Int64
    /// How many of them were changed.
    var rowsChanged: Int64
    /// The records of the last run of this dataset that succeeded, if there was one.
    var lastRead: Int64?
    /// Whether the file ends in the middle of a record.
    var isTruncated: Bool
    /// Dates that can only be read in another order than that of their column, where others may be wrong.
    var contraryDates: ContraryDates?
    /// The records of the same file that are committed already.
    var committed: Int64 = 0

    /// What is left of the file when it is refused.
    fileprivate var remains: String {
      committed == 0
        ? "nothing was loaded"
        : "nothing more was loaded, \(committed) records of it were committed before"
    }
  }

  /// Refuses a load that breaks a guard.
  ///
  /// - Throws: `LoadError` of kind `guarded`, naming the guard, the figures and the way on.
  func check(_ outcome: Outcome) throws(LoadError) {
    let counts = outcome.counts
    try hold(
      outcome.remains, .headerOnly, !guards.headerOnly || counts.read > 0,
      "records after the header", "none")
    if let least = guards.minRecords {
      try hold(
        outcome.remains, .minRecords, counts.read >= Int64(least), "at least \(least) records",
        counts.read)
    }
    try hold(
      outcome.remains,
      .maxRejects, guards.maxRejects, counts.rejected, of: counts.read, "rejects", "records")
    if let last = outcome.lastRead {
      try hold(
        outcome.remains,
        .maxShrink, guards.maxShrink, last - counts.read, of: last, "records fewer",
        "records of the last import")
    }
    try hold(
      outcome.remains,
      .maxDeletes, guards.maxDeletes, counts.deleted, of: outcome.rowsBefore, "deletions", "rows")
    try hold(
      outcome.remains,
      .maxChanges, guards.maxChanges, outcome.rowsChanged, of: outcome.rowsBefore, "changed rows",
      "rows"
    )
    try hold(
      outcome.remains,
      .truncated, !guards.truncated || !outcome.isTruncated, "a whole last record",
      "one that is cut off")
    if let dates = outcome.contraryDates {
      try hold(
        outcome.remains, .dateOrder, !guards.dateOrder,
        "dates of \(QuotedText.quoted(dates.label)) in \(dates.order.words)",
        "\(dates.words): \(dates.option) reads them")
    }
  }

  private func hold(
    _ remains: String, _ name: Name, _ limit: Guards.Limit?, _ found: Int64, of total: Int64,
    _ what: String,
    _ whole: String
  ) throws(LoadError) {
    guard let limit else { return }
    let most = Int64(limit.most(of: Int(total)))
    try hold(
      remains, name, found <= most, "at most \(most) \(what) (of \(total) \(whole))", found)
  }

  private func hold(
    _ remains: String, _ name: Name, _ holds: Bool, _ expected: String,
    _ found: some CustomStringConvertible
  ) throws(LoadError) {
    guard !holds, !lifted.contains(name) else { return }
    throw LoadError(
      .guarded,
      "guard \(name.rawValue): expected \(expected) but found \(found); \(remains); "
        + "if that is right, --allow \(name.rawValue)")
  }
}
