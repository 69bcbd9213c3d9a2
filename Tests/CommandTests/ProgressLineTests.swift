import Foundation
import SQLite
import Testing

@testable import bank_etl

struct ProgressLineTests {
  private static let state = ProgressLine.State(
    bytes: 25_000_000, totalBytes: 100_000_000, records: 300_000, rejects: 7, seconds: 3)

  @Test(arguments: [
    (200, "25%   25.0 MB of 100.0 MB   100000 records/s   7 rejects   9 s left"),
    (67, "25%   25.0 MB of 100.0 MB   100000 records/s   7 rejects"),
    (56, "25%   25.0 MB of 100.0 MB   100000 records/s"), (30, "25%   25.0 MB of 100.0 MB"),
    (10, "25%"), (4, "25%"), (3, ""), (1, ""), (0, ""),
  ])
  func `as much is said as fits`(columns: Int, text: String) {
    #expect(ProgressLine.text(Self.state, columns: columns) == text)
  }

  @Test(arguments: [
    (ProgressLine.State(bytes: 999, seconds: 1), "1.0 kB   0 rejects"),
    (ProgressLine.State(bytes: 0, totalBytes: 0, seconds: 0), "0.0 kB   0 rejects"),
    (
      ProgressLine.State(bytes: 3_000_000_000, totalBytes: 2_000_000_000, records: 9, seconds: 1e9),
      "100%   3.0 GB of 2.0 GB   0 records/s   0 rejects"
    ),
    (
      ProgressLine.State(bytes: 1, totalBytes: .max, records: .max, seconds: 1e-9),
      "0%   0.0 kB of 9223372.0 TB"
    ),
  ])
  func `whatever the numbers are`(state: ProgressLine.State, text: String) {
    #expect(ProgressLine.text(state, columns: 79).hasPrefix(text))
  }

  /// The program on a terminal of `script(1)`, with a source that says nothing for a while.
  private func output(_ options: String, setUp: String) async throws -> (Workspace, Outcome) {
    let workspace = try Workspace()
    try workspace.write("a.csv", BankList.text(1...30_000))
    let slow = "(head -c 1000000 a.csv; sleep 1.5; tail -c +1000001 a.csv)"
    try workspace.write("run", "\(setUp)\n\(slow) | \"$BANK_ETL\" import \(options) -\n")
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
    #expect(drawn.count >= 3 && drawn.count < 40, "\(outcome)")
    for line in drawn.dropLast() {
      #expect(line.utf8.count < columns && line.contains("kB") || line.contains("MB"), "\(line)")
    }
    #expect(drawn.last?.hasPrefix("failed-banks") == true, "\(outcome)")
    #expect(try workspace.database().value("SELECT count(*) FROM failed_banks") == 30_000)
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
}
