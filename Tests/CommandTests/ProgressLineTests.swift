import Foundation
import SQLite
import ServerSupport
import Testing

@testable import bank_etl

struct ProgressLineTests {
  /// The program on a terminal of `script(1)`, with a source that says nothing for a while.
  private func output(_ options: String, setUp: String) async throws -> (Workspace, Outcome) {
    try await output(of: "import \(options) -", setUp: setUp)
  }

  private static let slow = "(head -c 500000 a.csv; sleep 1.5; tail -c +500001 a.csv)"

  private func output(
    of command: String, list: String = BankList.text(1...10_000), setUp: String = "stty cols 100"
  ) async throws -> (Workspace, Outcome) {
    let workspace = try Workspace()
    try workspace.write("a.csv", list)
    try workspace.write("run", "\(setUp)\n\(Self.slow) | \"$BANK_ETL\" \(command)\n")
    let outcome = try await workspace.shell(
      "script -qefc 'bash ./run' log < /dev/null", environment: ["TERM": "xterm"])
    return (workspace, outcome)
  }

  @Test(arguments: [20, 40, 132]) func `on a terminal it is drawn, and gone when it is done`(
    columns: Int
  ) async throws {
    let (workspace, outcome) = try await output("", setUp: "stty cols \(columns)")
    #expect(outcome.status == 0, "\(outcome)")
    let drawn = outcome.stdout.components(separatedBy: "\r\u{1b}[J").dropFirst()
    #expect(drawn.count >= 3, "\(outcome)")
    for line in drawn.dropLast() {
      #expect(line.utf8.count < columns && (line.contains("kB") || line.contains("MB")), "\(line)")
    }
    #expect(drawn.last?.hasPrefix("failed-banks") == true, "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 10_000)
  }

  /// What is above the line may be somebody else's: the cursor never goes there.
  @Test func `a terminal that becomes narrower is no trouble`() async throws {
    let (_, outcome) = try await output("", setUp: "stty cols 132; (sleep 1.2; stty cols 12 <&2) &")
    #expect(outcome.status == 0, "\(outcome)")
    let drawn = outcome.stdout.components(separatedBy: "\r\u{1b}[J").dropFirst()
    #expect(
      drawn.contains { $0.utf8.count >= 12 }
        && drawn.dropLast().last.map { $0.utf8.count < 12 } == true)
    #expect(!outcome.stdout.contains(/\u{1b}\[\d*A/), "\(outcome)")
  }

  @Test(arguments: [("-q", ""), ("2>&1 >/dev/null | cat; true", ""), ("", "export TERM=dumb")])
  func `it is nowhere where nobody wants it`(options: String, setUp: String) async throws {
    let (_, outcome) = try await output(options, setUp: setUp)
    #expect(!outcome.stdout.contains("\u{1b}"), "\(outcome)")
  }

  /// Whatever reads a file or writes one at length.
  @Test(arguments: [
    "import --commit-every 1000 -", "convert - > out", "convert - -o out", "inspect --full - > out",
    "validate - > out", "diff - > out",
  ])
  func `each command that takes its time shows how far it is`(command: String) async throws {
    let (_, outcome) = try await output(of: command)
    #expect(outcome.status == 0, "\(outcome)")
    Self.check(outcome)
  }

  private static func check(_ outcome: Outcome) {
    let drawn = outcome.stdout.components(separatedBy: "\r\u{1b}[J")
    #expect(drawn.count >= 3, "\(outcome)")
    #expect(drawn.dropFirst().dropLast().contains { $0.contains("records/s") }, "\(outcome)")
    // Nothing of it is left.
    #expect(drawn.last?.contains("records/s") == false, "\(outcome)")
  }

  @Test func `where a file is read twice, each reading is told`() async throws {
    // Only the values of a column tell which mark is before the decimals.
    let list =
      "First Name,Last Name,Location,Q1,Q2,Q3,Q4\n"
      + (1...10_000).map { "Maeve \($0),O'Fallon,Chicago,7654.5,\($0).25,6900,9310.25\n" }.joined()
    let (_, outcome) = try await output(of: "import -", list: list, setUp: "stty cols 132")
    #expect(outcome.status == 0, "\(outcome)")
    let readings = ["first of two readings", "second reading"]
    for reading in readings { #expect(outcome.stdout.contains(reading + "   "), "\(outcome)") }
  }

  @Test func `a server that says nothing for a while does not hide how far it is`() async throws {
    let list = Array(BankList.text(1...10_000).utf8)
    let server = try TestServer { _ in .broken(list, after: 500_000, [], .silence) }
    defer { server.stop() }
    let options = "--retries 0 --stall-timeout 3 \(server.url())"
    let (_, outcome) = try await output(of: "import \(options)")
    #expect(outcome.status != 0, "\(outcome)")
    let drawn = outcome.stdout.components(separatedBy: "\r\u{1b}[J").dropFirst()
    #expect(drawn.count >= 3, "\(outcome)")
    #expect(drawn.dropLast().contains { $0.contains("%   ") && $0.contains(" of ") }, "\(outcome)")
    #expect(drawn.last?.contains("%   ") == false, "\(outcome)")
  }

  @Test func `an export waits for its reader, and says so`() async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...10_000))
    _ = try await workspace.run("import", "-q", "a.csv")
    try workspace.write(
      "run", "stty cols 132; \"$BANK_ETL\" export failed-banks | (sleep 1.5; cat > out)")
    let outcome = try await workspace.shell(
      "script -qefc 'bash ./run' log < /dev/null", environment: ["TERM": "xterm"])
    Self.check(outcome)
    #expect(outcome.stdout.contains("failed-banks   "), "\(outcome)")
    #expect(try workspace.text("out").split(separator: "\n").count == 10_001)
  }

  @Test(arguments: [
    "backup b.db", "undo 1", "find failed-banks bank", "export failed-banks -o x.csv",
  ])
  func `what is done at once says nothing of it`(command: String) async throws {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...30))
    _ = try await workspace.run("import", "-q", "a.csv")
    try workspace.write("run", "\"$BANK_ETL\" \(command)")
    let outcome = try await workspace.shell(
      "script -qefc 'bash ./run' log < /dev/null", environment: ["TERM": "xterm"])
    #expect(outcome.status == 0 && !outcome.stdout.contains("\u{1b}[J"), "\(outcome)")
  }
}
