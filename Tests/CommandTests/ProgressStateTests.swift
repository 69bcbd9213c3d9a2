import Testing

@testable import bank_etl

struct ProgressStateTests {
  private static let state = ProgressState(
    bytes: 25_000_000, totalBytes: 100_000_000, records: 300_000, rejects: 7, seconds: 3)

  @Test(arguments: [
    (200, "25%   25.0 MB of 100.0 MB   100000 records/s   7 rejects   9 s left"),
    (67, "25%   25.0 MB of 100.0 MB   100000 records/s   7 rejects"),
    (56, "25%   25.0 MB of 100.0 MB   100000 records/s"), (30, "25%   25.0 MB of 100.0 MB"),
    (10, "25%"), (4, "25%"), (3, ""), (1, ""), (0, ""),
  ])
  func `as much is said as fits`(columns: Int, text: String) {
    #expect(Self.state.text(columns: columns) == text)
  }

  @Test(arguments: [
    (200, "first reading   25%   25.0 MB of 100.0 MB   100000 records/s   7 rejects   9 s left"),
    (50, "first reading   25%   25.0 MB of 100.0 MB"), (39, "25%   25.0 MB of 100.0 MB"),
    (4, "25%"),
  ])
  func `what the step is is said where there is room`(columns: Int, text: String) {
    var state = Self.state
    state.task = "first reading"
    #expect(state.text(columns: columns) == text)
  }

  @Test(arguments: [
    (ProgressState(bytes: 999, rejects: 0, seconds: 1), "1.0 kB   0 rejects"),
    (ProgressState(bytes: 0, totalBytes: 0, rejects: 0), "0.0 kB   0 rejects"),
    (
      ProgressState(
        bytes: 3_000_000_000, totalBytes: 2_000_000_000, records: 9, rejects: 0, seconds: 1e9),
      "100%   3.0 GB of 2.0 GB   0 records/s   0 rejects"
    ),
    (
      ProgressState(bytes: 1, totalBytes: .max, records: .max, seconds: 1e-9),
      "0%   0.0 kB of 9223372.0 TB"
    ),
    (ProgressState(task: "undoing run 4", seconds: 12.7), "undoing run 4   12 s"),
    (
      ProgressState(task: "sales", records: 250, totalRecords: 1_000, seconds: 2),
      "sales   25%   125 records/s   6 s left"
    ),
    (ProgressState(task: "sales", totalRecords: 0, seconds: 2), "sales   2 s"),
    (
      ProgressState(task: "copying", bytes: 5_000_000, totalBytes: 10_000_000, seconds: 5),
      "copying   50%   5.0 MB of 10.0 MB   5 s left"
    ),
  ])
  func `whatever the numbers are`(state: ProgressState, text: String) {
    #expect(state.text(columns: 79).hasPrefix(text))
  }
}
