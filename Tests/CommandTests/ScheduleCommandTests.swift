import Foundation
import Testing

struct ScheduleCommandTests {
  /// A name with whatever a shell, cron or systemd gives a meaning to.
  private static let file = #"a list's "100%" of $HOME, \%\\ and *;&.csv"#

  private static let hasSystemd = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"]
    .contains(where: FileManager.default.isExecutableFile)

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Runs the command of a crontab's line as cron does: by /bin/sh, with the variables that
  /// crontab(5) names, in the home folder, and with `\%` as `%`.
  private func runAsCron(_ line: String) async throws -> Outcome {
    let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    let command = String(words[5]).replacing("\\%", with: "%")
    try workspace.write("command", command)
    return try await workspace.shell(
      """
      cd / && exec env -i HOME=/ LOGNAME=nobody PATH=/usr/bin:/bin SHELL=/bin/sh \\
        /bin/sh -c "$(cat '\(workspace.path("command"))')" </dev/null
      """)
  }

  @Test func `the line of a crontab imports, from any folder and without an environment`()
    async throws
  {
    try workspace.write(Self.file, BankList.text(1...3))
    let schedule = try await workspace.run(
      "schedule", "--daily", "06:30", "--", "import", "--db", "x y%.db", Self.file)
    #expect(schedule.status == 0 && schedule.stderr == "", "\(schedule)")
    #expect(schedule.stdout.hasPrefix("30 6 * * * /"), "\(schedule)")
    let line = String(schedule.stdout.dropLast())
    #expect(!line.contains("\n") && schedule.stdout.hasSuffix("\n"))
    // Cron ends a command at a percent sign that no backslash is before.
    #expect(line.firstMatch(of: /[^\\]%/) == nil, "\(schedule)")
    let outcome = try await runAsCron(line)
    #expect(outcome.status == 0 && outcome.stdout == "" && outcome.stderr == "", "\(outcome)")
    let list = try await workspace.run("list", "failed-banks", "--format", "csv", "--db", "x y%.db")
    #expect(list.stdout.split(separator: "\n").count == 4, "\(list)")
  }

  @Test func `a backup has its heartbeat too, and no word reaches the terminal raw`() async throws {
    let backup = try await workspace.run(
      "schedule", "--daily", "05:00", "--", "backup", "b.db", "--keep", "3",
      environment: ["BANK_ETL_PING": "https://hc.example/1"])
    #expect(
      backup.status == 0 && backup.stdout.contains(" --ping https://hc.example/1 "), "\(backup)")
    let raw = try await workspace.run("schedule", "--hourly", "--", "import", "a\u{1b}]0;x\u{7}")
    #expect(raw.status == 64 && !raw.stderr.contains("\u{1b}"), "\(raw)")
    #expect(raw.stderr.contains("a\\u{1b}]0;x"), "\(raw)")
  }

  @Test(.enabled(if: hasSystemd, "no systemd-analyze here"))
  func `the units are what systemd accepts`() async throws {
    try workspace.write(Self.file, BankList.text(1...3))
    let schedule = try await workspace.run(
      "schedule", "--cron", "*/20 6-8 1 * mon", "--systemd", ".", "--name", "banks", "--", "import",
      Self.file)
    #expect(schedule.status == 0, "\(schedule)")
    #expect(schedule.stdout == "./banks.service\n./banks.timer\n", "\(schedule)")
    let verify = try await workspace.shell(
      "SYSTEMD_LOG_LEVEL=warning systemd-analyze verify ./banks.service ./banks.timer")
    #expect(verify.status == 0 && verify.stderr == "", "\(verify)")
    let calendar = try await workspace.shell(
      #"""
      grep -h OnCalendar banks.timer | cut -d= -f2- |
        while read -r event; do systemd-analyze calendar "$event" || exit; done
      """#)
    #expect(calendar.status == 0 && calendar.stdout.contains("Normalized form"), "\(calendar)")
  }

  @Test func `files that are there are replaced when that is asked for`() async throws {
    try workspace.write("banks.timer", "mine")
    let line = ["--hourly", "--systemd", workspace.folder.path, "--name", "banks", "--", "runs"]
    let command = "\"$BANK_ETL\" schedule "
    let refused = try await workspace.shell(command + line.joined(separator: " "))
    #expect(refused.status == 73 && refused.stdout == "", "\(refused)")
    #expect(try workspace.files == ["banks.timer"])
    let forced = try await workspace.shell(command + "--force " + line.joined(separator: " "))
    #expect(forced.status == 0, "\(forced)")
    #expect(try workspace.text("banks.timer").hasPrefix("[Unit]\n"))
  }

  @Test(arguments: [
    ("-- runs", "expected one of --daily HH:MM, --hourly and --cron EXPR but found 0"),
    (
      "--hourly --daily 06:00 -- runs",
      "expected one of --daily HH:MM, --hourly and --cron EXPR but found 2"
    ),
    ("--daily 25:00 -- runs", "expected HH:MM, such as 06:30, for --daily but found \"25:00\""),
    ("--hourly -- imprt a", "unknown command 'imprt'; did you mean 'import'?"),
    ("--hourly -- import", "missing operand: expected 'bank-etl import FILE... [OPTION]...'"),
    (
      "--hourly -- import -",
      "expected a file but found \"-\": a scheduled command has no standard input"
    ),
    (
      "--hourly --systemd . --name a/b -- runs",
      "expected letters, digits, - _ and . for --name but found \"a/b\""
    ),
  ])
  func `what can't be scheduled`(arguments: String, message: String) async throws {
    let outcome = try await workspace.shell("\"$BANK_ETL\" schedule \(arguments)")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
    #expect(outcome.stderr.hasPrefix("bank-etl: \(message)\n"), "\(outcome)")
  }
}
