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
      there, the oldest beyond N are removed, and nothing whose name is not exactly of this form.
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
    var removed: [String] = []
    if let kept {
      let names = FolderListing.names(in: FilePath.parts(file).folder)
      removed = series.surplus(among: names, keeping: kept)
      FileStatus.remove(removed)
    }
    let lines =
      ["\(TerminalText.escaped(path))  \(DiskSpace.text(bytes: bytes)), verified\n"]
      + removed.map { "removed \(TerminalText.escaped($0))\n" }
    let text = lines.joined()
    RunSummary.add(text)
    var output = Output()
    if arguments.has(.json) {
      let object: JSON = [
        "version": 1, "database": .string(backup.source.path), "backup": .string(path),
        "bytes": .integer(bytes), "removed": .array(removed.map(JSON.string)),
      ]
      try output.write(object.text + "\n")
    } else if !arguments.has(.quiet) {
      try output.write(text)
    }
    try output.flush()
    return .success
  }
}
