import Migrations

/// `bank-etl schedule`: a line for a crontab, or units for systemd.
enum ScheduleCommand {
  private static let daily = Option.valued("daily", "HH:MM", .text, help: "run it once a day")
  private static let hourly = Option.flag("hourly", help: "run it on the hour")
  private static let cron = Option.valued(
    "cron", "EXPR", .text, help: "run it when these five fields say: '30 6 * * 1-5'")
  private static let systemd = Option.valued(
    "systemd", "DIR", .folder, help: "write a service and a timer into DIR instead")
  private static let name = Option.valued(
    "name", "NAME", .text, default: "bank-etl", help: "the name of the service and the timer")
  private static let force = Option.flag("force", help: "replace the files that are there")

  static let command = Command(
    path: ["schedule"],
    summary: "print a line for a crontab that runs a command, or write units for systemd",
    operands: [
      Operand(
        name: "COMMAND", kind: .command,
        help: "a command of this program with its arguments, after --",
        isRepeated: true)
    ],
    options: [daily, hourly, cron, systemd, name, force],
    examples: [
      Example(
        "bank-etl schedule --daily 06:30 -- import /srv/in/banklist.csv --db /srv/banks.db",
        "a line for 'crontab -e'"),
      Example(
        "bank-etl schedule --cron '0 6 * * 1-5' -- backup --keep 14 /backup/bank.db",
        "on working days"),
      Example(
        "bank-etl schedule --hourly --systemd /etc/systemd/system --name banks -- import /srv/in.csv",
        "banks.service and banks.timer"),
    ],
    discussion: """
      The command is checked now, and written so that it needs nothing of its surroundings: paths \
      become absolute, the database, the declarations and the URL to ping are named even where \
      the environment had named them, and --quiet is added, so that there is mail only when something \
      went wrong. In a crontab, % is escaped and words are quoted for the shell. It can have \
      no standard input.

      The service may write into the folders of the database and of output files, and nowhere \
      else; it has no network unless an argument is a URL. It runs as root unless you add User=. \
      Then: systemctl daemon-reload && systemctl enable --now NAME.timer
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let time = try time(arguments)
    guard let program = FilePath.program else {
      throw CommandFailure(.software, "the program's own path can't be found out")
    }
    let command = try ScheduledCommand(arguments.operands, program: program)
    var output = Output()
    if let folder = arguments.text(systemd) {
      let units = SystemdUnits(command: command, time: time)
      let stem = (folder.hasSuffix("/") ? folder : folder + "/") + (try unitName(arguments))
      let files = [("\(stem).service", units.service), ("\(stem).timer", units.timer)]
      for (path, _) in files where DatabaseFile.exists(path) && !arguments.has(force) {
        throw CommandFailure(
          .cannotCreate, Message("expected no such file yet but found one", at: path),
          "--force replaces it, --name names others")
      }
      try FileStatus.makeFolder(folder)
      for (path, text) in files {
        try OutputFile.write(text, to: path)
        try output.write("\(TerminalText.escaped(path))\n")
      }
    } else {
      try output.write(CrontabLine.text(time, command.words, command.variables))
    }
    try output.flush()
    return .success
  }

  private static func time(_ arguments: ParsedArguments) throws(CommandFailure) -> CronExpression {
    let count = [daily, hourly, cron].count { arguments.has($0) }
    guard count == 1 else {
      throw CommandFailure(
        .usage,
        Message("expected one of --daily HH:MM, --hourly and --cron EXPR but found \(count)"))
    }
    if let time = arguments.text(daily) { return try CronExpression(daily: time) }
    return try CronExpression(arguments.text(cron) ?? "@hourly")
  }

  /// The name of the units: what systemd allows, but no instances.
  private static func unitName(_ arguments: ParsedArguments) throws(CommandFailure) -> String {
    let name = arguments.text(name) ?? ""
    let isGood =
      !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
      }
    guard isGood else {
      throw CommandFailure(
        .usage, Message("expected letters, digits, - _ and . for --name but found \"\(name)\""))
    }
    return name
  }
}
