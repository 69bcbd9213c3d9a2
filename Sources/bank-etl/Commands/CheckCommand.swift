import Loading
import Migrations
import SQLite

/// `bank-etl check`: whether a database is sound.
enum CheckCommand {
  static let command = Command(
    path: ["check"],
    summary: "check that a database is sound, and agrees with its migrations and its ledger",
    options: [.database, .migrations, .package, .json, .quiet] + Option.unattended,
    examples: [
      Example("bank-etl check", "everything; status 1 when something is wrong"),
      Example("bank-etl check --db /srv/banks.db -q", "for cron: silence, or what is wrong"),
      Example("bank-etl check --json", "for a program"),
    ],
    discussion: """
      Reads the whole database: SQLite's integrity_check and foreign_key_check; whether the \
      migrations are applied and unchanged; whether the ledger adds up, has the rejects that it \
      counts, and counts the rows that the tables have; the room on the disk (100 MiB, and a tenth \
      of the database); and the libraries that the program runs with. Nothing is changed. Of a \
      damaged database, what can't be looked at any more is named, and the status is 1 too. To find \
      rows that another program added is what the count is for; where that is meant to happen, \
      expect status 1.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let location = try DatabaseLocation(arguments)
    let migrations = try MigrateSettings.migrations(arguments)
    let check: DatabaseCheck
    do {
      check = try ProgressLine.during(isQuiet: arguments.has(.quiet)) {
        ProgressLine.work("checking")
        return try location.read { try DatabaseCheck($0, migrations) }
      }
    } catch let error as LoadError {
      throw CommandFailure(error, database: location.path)
    }
    RunSummary.add(text(check))
    var output = Output()
    if arguments.has(.json) {
      try output.write(json(check, location.path).text + "\n")
    } else if !check.isGood || !arguments.has(.quiet) {
      try output.write(text(check))
    }
    try output.flush()
    return check.isGood ? .success : .negative
  }

  private static func text(_ check: DatabaseCheck) -> String {
    check.parts.map { part in
      let lines = (part.findings + part.notes).map { "    \(TerminalText.escaped($0))\n" }
      return "\(part.isGood ? "ok" : "not ok")  \(part.name)\n" + lines.joined()
    }.joined()
  }

  private static func json(_ check: DatabaseCheck, _ path: String) -> JSON {
    [
      "version": 1, "database": .string(path), "ok": .bool(check.isGood),
      "checks": .array(
        check.parts.map { part in
          [
            "name": .string(part.name), "ok": .bool(part.isGood),
            "findings": .array(part.findings.map(JSON.string)),
            "notes": .array(part.notes.map(JSON.string)),
          ]
        }),
      "database_bytes": .integer(check.bytes), "free_bytes": .optional(check.freeBytes),
      "libraries": Libraries.json,
    ]
  }
}
