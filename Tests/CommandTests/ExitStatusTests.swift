import Testing

@testable import bank_etl

struct ExitStatusTests {
  @Test func `the table has each status once, in ascending order`() {
    let numbers = ExitStatus.table.map(\.status.rawValue)
    #expect(numbers == [0, 1, 2, 64, 65, 66, 69, 70, 73, 74, 75, 77, 78, 124])
  }

  @Test func `a signal is reported as a shell does it`() {
    #expect(ExitStatus.signal(2).rawValue == 130)
    #expect(ExitStatus.signal(15).rawValue == 143)
  }
}
