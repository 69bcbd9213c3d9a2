import Loading

/// `bank-etl undo`: takes an import back.
enum UndoCommand {
  private static let cascade = Option.flag(
    "cascade", help: "take back the later imports that are in the way too, the newest first")
  private static let dryRun = Option.flag(
    "dry-run", help: "say what would happen, and change nothing")

  static let command = Command(
    path: ["undo"],
    summary: "take an import back",
    operands: [Operand(name: "RUN", kind: .count, help: "the number of the import")],
    options: [cascade, dryRun, .importWait, .database, .json, .quiet],
    examples: [
      Example("bank-etl undo 4", "the rows are what they were before import 4"),
      Example("bank-etl undo 4 --cascade --dry-run", "which imports would go with it"),
    ],
    discussion: """
      Rows that the import inserted go; those that it updated or deleted are as they were, with \
      their ids, in one transaction. It refuses if it can't restore everything: a later import \
      wrote the same rows (--cascade takes it back too), something else changed what the import \
      wrote, or rows elsewhere refer to rows that would go.

      An import that found a row as it was in its file did not write it: the row goes with the \
      import that inserted it. Importing the later file again brings it back. Edits that were made \
      to inserted rows by other means than imports can't be seen and go with the rows.

      The import stays in the ledger as undone, with what it had changed; its file can be \
      imported again.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let run = Int64(arguments.operands[0]) ?? 0
    let location = try DatabaseLocation(arguments)
    let isDryRun = arguments.has(dryRun)
    let outcome: Undo.Outcome
    do {
      let held = try LedgerDatabase(location, waitSeconds: arguments.number(.importWait) ?? 0)
      outcome = try ProgressLine.during(isQuiet: arguments.has(.quiet)) {
        ProgressLine.work("undoing run \(run)")
        return try Undo(held.database).takeBack(
          run, cascades: arguments.has(cascade), isRehearsal: isDryRun)
      }
    } catch {
      throw CommandFailure(error, database: location.path)
    }
    var output = Output()
    if arguments.has(.json) {
      try output.write(json(run, outcome, isDryRun: isDryRun).text + "\n")
    } else if !arguments.has(.quiet) {
      try output.write(text(run, outcome, isDryRun: isDryRun))
    }
    try output.flush()
    guard case .refused(let conflicts) = outcome else { return .success }
    throw refusal(of: run, conflicts)
  }

  private static func refusal(of run: Int64, _ conflicts: [UndoConflict]) -> CommandFailure {
    var messages = [Message("run \(run) can't be undone, and nothing was changed:")]
    messages += conflicts.map { Message($0.description) }
    let later = Set(conflicts.compactMap(\.run)).filter { $0 > run }.sorted(by: >)
    if conflicts.allSatisfy({ $0.run.map { $0 > run } ?? false }) {
      let numbers = later.map(String.init).joined(separator: ", ")
      let runs = (later.count == 1 ? "run " : "runs ") + numbers
      messages.append(
        Message("--cascade takes back \(runs) too, and what is in the way of that in turn"))
    }
    return CommandFailure(.dataError, messages)
  }

  private static func text(_ run: Int64, _ outcome: Undo.Outcome, isDryRun: Bool) -> String {
    switch outcome {
    case .refused: return ""
    case .wasUndone: return "run \(run) was undone before\n"
    case .undone(let runs):
      return runs.map {
        (isDryRun ? "would undo run \($0.run): " : "run \($0.run) undone: ") + text($0) + "\n"
      }.joined()
    }
  }

  /// What became of the rows of a run: `40 rows removed, 1 row as before`.
  private static func text(_ run: Undo.UndoneRun) -> String {
    let parts = [(run.removed, "removed"), (run.reverted, "as before"), (run.restored, "back")]
    let words = parts.filter { $0.0 > 0 }.map { count, words in
      "\(count) \(count == 1 ? "row" : "rows") \(words)"
    }
    return words.isEmpty ? "no rows to take back" : words.joined(separator: ", ")
  }

  private static func json(_ run: Int64, _ outcome: Undo.Outcome, isDryRun: Bool) -> JSON {
    var (status, undone, conflicts): (String, [JSON], [JSON]) = ("unchanged", [], [])
    switch outcome {
    case .wasUndone: break
    case .undone(let runs):
      status = "undone"
      undone = runs.map {
        [
          "run": .integer($0.run), "removed": .integer($0.removed),
          "reverted": .integer($0.reverted), "restored": .integer($0.restored),
        ]
      }
    case .refused(let found):
      status = "refused"
      conflicts = found.map {
        [
          "table": .string($0.table), "rows": .array($0.rows.map(JSON.integer)),
          "count": .integer($0.count), "run": .optional($0.run), "message": .string($0.description),
        ]
      }
    }
    return [
      "version": 1, "run": .integer(run), "status": .string(status), "dry_run": .bool(isDryRun),
      "undone": .array(undone), "conflicts": .array(conflicts),
    ]
  }
}
