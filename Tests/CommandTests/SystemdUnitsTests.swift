import Testing

@testable import bank_etl

struct SystemdUnitsTests {
  private static func units(_ line: [String], _ time: String = "@daily") throws -> SystemdUnits {
    SystemdUnits(
      command: try ScheduledCommand(line, program: "/p") { _ in nil },
      time: try CronExpression(time))
  }

  @Test(arguments: [
    ("import", "import"), ("a b", "\"a b\""), ("", "\"\""), ("100%", "100%%"),
    ("$HOME", "\"$$HOME\""),
    (#"a\b"#, #""a\\b""#), ("a\"b", #""a\"b""#), ("a\nb", #""a\nb""#), ("it's", "\"it's\""),
  ])
  func `a word for systemd`(word: String, expected: String) {
    #expect(SystemdUnits.word(word) == expected)
  }

  /// "the executable path" is no argument: no variable is looked for in it.
  @Test func `the program's own path is no argument`() throws {
    let command = try ScheduledCommand(["import", "/$a.csv"], program: "/a $b/100%") { _ in nil }
    let service = SystemdUnits(command: command, time: try CronExpression("@daily")).service
    #expect(service.contains("ExecStart=\"/a $b/100%%\" import "), "\(service)")
    #expect(service.contains(" \"/$$a.csv\"\n"), "\(service)")
  }

  @Test func `the service may write where it must, and no network is there`() throws {
    let service = try Self.units(["backup", "--db", "/d 1/x.db", "/b%/x.db"]).service
    let lines = service.split(separator: "\n")
    #expect(
      lines.contains("ExecStart=/p backup --db \"/d 1/x.db\" --quiet /b%%/x.db"), "\(service)")
    #expect(lines.contains("ReadWritePaths=\"/d 1\" \"/b%%\""), "\(service)")
    for line in ["ProtectSystem=strict", "PrivateTmp=yes", "PrivateNetwork=yes", "Type=oneshot"] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(service.contains("\n\n[Service]\n"), "\(service)")
  }

  @Test func `a URL gets the network`() throws {
    let service = try Self.units(["import", "--db", "/d/x.db", "https://example.org/a.csv"]).service
    #expect(!service.contains("PrivateNetwork"), "\(service)")
    #expect(service.contains("After=network-online.target\n"), "\(service)")
    #expect(service.contains("AF_INET6"), "\(service)")
  }

  @Test func `files below tmp are not hidden from the service`() throws {
    #expect(
      try !Self.units(["import", "--db", "/d/x.db", "/tmp/a.csv"]).service.contains("\nPrivateTmp"))
  }

  @Test func `the timer has every event`() throws {
    let timer = try Self.units(["runs"], "0 0 1 * 1").timer
    #expect(timer.contains("OnCalendar=*-*-1 0:0:00\nOnCalendar=Mon *-*-* 0:0:00\n"), "\(timer)")
    #expect(timer.contains("Persistent=true\n") && timer.hasSuffix("WantedBy=timers.target\n"))
  }
}
