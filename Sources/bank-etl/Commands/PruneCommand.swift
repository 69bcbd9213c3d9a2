import Loading

/// `bank-etl prune`: drops what the ledger keeps of old imports.
enum PruneCommand {
  private static let keep = Option.valued(
    "keep", "AGE", .text, help: "keep what is younger: a number of days (90d), weeks (12w) or years"
  )
  private static let dryRun = Option.flag(
    "dry-run", help: "say what would be dropped, and change nothing")

  static let command = Command(
    path: ["prune"],
    summary: "drop what old imports had replaced, and their rejects",
    options: [keep, dryRun, .importWait, .database, .json, .quiet] + Option.unattended,
    examples: [
      Example("bank-etl prune --keep 90d", "forget what is older than 90 days"),
      Example("bank-etl prune --keep 1y --dry-run", "say what that would drop"),
    ],
    discussion: """
      The rows of the datasets stay, and so does the list of imports. What goes is the old values \
      of rows that old imports updated or deleted, and the records that they rejected: 'runs \
      changes' and 'undo' refuse those imports from then on. The file does not shrink; SQLite uses \
      the space again ('sqlite3 bank.db VACUUM' gives it back).
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let location = try DatabaseLocation(arguments)
    let isDryRun = arguments.has(dryRun)
    let days = try days(arguments.text(keep))
    let counts: Prune.Counts
    do {
      let held = try LedgerDatabase(location, waitSeconds: arguments.number(.importWait) ?? 0)
      counts = try Prune.run(held.database, keepingDays: days, isRehearsal: isDryRun)
    } catch {
      throw CommandFailure(error, database: location.path)
    }
    var output = Output()
    if arguments.has(.json) {
      let json: JSON = [
        "version": 1, "dry_run": .bool(isDryRun), "runs": .integer(counts.runs),
        "changes": .integer(counts.changes), "rejects": .integer(counts.rejects),
      ]
      try output.write(json.text + "\n")
    } else if !arguments.has(.quiet) {
      try output.write(
        "\(isDryRun ? "would prune" : "pruned") \(counts.runs) runs: \(counts.changes) old values, "
          + "\(counts.rejects) rejects\n")
    }
    try output.flush()
    return .success
  }

  /// The most days that are understood: 1000 years.
  private static let mostDays: Int64 = 365_000

  /// The days that an age stands for.
  static func days(_ age: String?) throws(CommandFailure) -> Int64 {
    guard let age else {
      throw CommandFailure(.usage, "expected --keep AGE, such as --keep 90d, but found none")
    }
    let units: [Character: Int64] = ["d": 1, "w": 7, "y": 365]
    let digits = age.dropLast()
    guard let unit = age.last.flatMap({ units[$0] }), digits.utf8.allSatisfy({ 48...57 ~= $0 }),
      let number = Int64(digits), number <= mostDays / unit
    else {
      throw CommandFailure(
        .usage,
        Message("expected a number with d, w or y, such as 90d, for --keep but found \"\(age)\""))
    }
    return number * unit
  }
}
