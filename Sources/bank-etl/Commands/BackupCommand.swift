/// `bank-etl backup`: a copy of the database, while imports run.
enum BackupCommand {
  private static let keep = Option.valued(
    "keep", "N", .number(1...10_000),
    help: "put the time into the file's name, and keep the N youngest of these")

  static let command = Command(
    path: ["backup"],
    summary: "copy the database to a file, whole and verified, while imports run",
    operands: [
      Operand(
        name: "FILE", kind: .outputFile, help: "where the copy goes; an earlier one is replaced")
    ],
    options: [keep, .wait, .database, .json, .quiet] + Option.unattended,
    examples: [
      Example("bank-etl backup /backup/bank.db", "one copy, replaced when the new one is whole"),
      Example(
        "bank-etl backup --keep 14 /backup/bank.db",
        "bank-20261130T091500Z.db and so on, the last fourteen"),
    ],
    discussion: """
      The copy is what the database was at one moment, and one file, without a write-ahead log. It \
      is made under another name beside FILE, read through by SQLite's integrity_check, and only \
      then gets its name: there is the earlier backup or the new one, never half of one. As many \
      may read it as the database. What is at FILE and is no SQLite database is never replaced.

      With --keep, files are named NAME-YYYYMMDDTHHMMSSZ.EXTENSION, in UTC; when the new one is \
      there, the oldest beyond N are removed, and nothing whose name is not exactly of this form. \
      One of a later time, of a clock that was wrong, is named, and neither counted nor removed. The \
      status is 74 or 77 where one can't be removed, though the copy is made.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let file = arguments.operands[0]
    let series = BackupSeries(path: file)
    let kept = arguments.number(keep).map(Int.init)
    let backup = DatabaseBackup(
      source: try DatabaseLocation(arguments), waitSeconds: arguments.number(.wait) ?? 0)
    Interruption.takeOver()
    let (path, bytes) = try ProgressLine.during(isQuiet: arguments.has(.quiet)) {
      try backup.write { kept == nil ? file : series.path(at: $0) }
    }
    let pruned = kept.map { prune(series, to: $0, newest: path) } ?? Pruned()
    let lines =
      ["\(TerminalText.escaped(path))  \(DiskSpace.text(bytes: bytes)), verified\n"]
      + pruned.removed.map { "removed \(TerminalText.escaped($0))\n" }
      + pruned.later.map { "\(TerminalText.escaped($0)): \(laterNote)\n" }
    let text = lines.joined()
    Message.note(pruned.later.map { Message(laterNote, at: $0) })
    RunSummary.add(text)
    var output = Output()
    if arguments.has(.json) {
      let object: JSON = [
        "version": 1, "database": .string(backup.source.path), "backup": .string(path),
        "bytes": .integer(bytes), "removed": .array(pruned.removed.map(JSON.string)),
        "later": .array(pruned.later.map(JSON.string)),
      ]
      try output.write(object.text + "\n")
    } else if !arguments.has(.quiet) {
      try output.write(text)
    }
    try output.flush()
    if let failure = pruned.failure { Message.show(failure.messages, .error) }
    return ExitStatus.success.unless(pruned.failure)
  }

  private static let laterNote =
    "of a later time than this copy, neither counted nor removed; was the clock wrong?"

  /// What became of the earlier backups.
  private struct Pruned {
    var removed: [String] = []
    /// Those whose names have a later time than the new one.
    var later: [String] = []
    /// Why some are still there.
    var failure: CommandFailure?
  }

  private static func prune(_ series: BackupSeries, to count: Int, newest: String) -> Pruned {
    let names = FolderListing.names(in: FilePath.parts(series.path).folder)
    let (surplus, later) = series.surplus(among: names, keeping: count, newest: newest)
    let left = FileStatus.remove(surplus)
    let messages = left.map {
      Message("one too many, but it can't be removed: \($0.error)", at: $0.path)
    }
    return Pruned(
      removed: surplus.filter { path in !left.contains { $0.path == path } }, later: later,
      failure: left.first.map {
        CommandFailure($0.error.isNoPermission ? .noPermission : .inputOutput, messages)
      })
  }
}
