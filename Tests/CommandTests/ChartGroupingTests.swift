import Datasets
import Testing

@testable import bank_etl

struct ChartGroupingTests {
  private static func banks() throws -> Dataset {
    let package = try DataPackage(Array(BuiltIn.declarations.utf8), file: "built in")
    return try #require(package.dataset(named: "failed-banks"))
  }

  @Test(
    arguments: [
      ("year", "close_date", .year), ("month", "close_date", .month),
      ("decade", "close_date", .decade), ("updated_date.year", "updated_date", .year),
      ("State", "state", nil), ("state", "state", nil),
      ("Closing Date.month", "close_date", .month),
    ] as [(String, String, ChartGrouping.Period?)])
  func `what rows are put together by`(
    text: String, column: String, period: ChartGrouping.Period?
  ) throws {
    let grouping = try ChartGrouping(text, of: Self.banks())
    #expect(grouping.field.column == column && grouping.period == period)
  }

  @Test(arguments: ["stat", "state.year", "", "x; DROP TABLE failed_banks", "\"state\""])
  func `what is no column is refused`(text: String) throws {
    let banks = try Self.banks()
    let failure = #expect(throws: CommandFailure.self) { _ = try ChartGrouping(text, of: banks) }
    #expect(failure?.status == .usage)
  }

  @Test(arguments: [
    ("year", ["1999", "2001"], ["1999", "2000", "2001"]),
    ("month", ["1999-11", "2000-02"], ["1999-11", "1999-12", "2000-01", "2000-02"]),
    ("decade", ["1980s", "2000s"], ["1980s", "1990s", "2000s"]),
    ("state", ["GA", "KS"], ["GA", "KS"]), ("year", [], []),
    ("year", ["0001", "9999"], ["0001", "9999"]), ("year", ["20xx", "2001"], ["20xx", "2001"]),
  ])
  func `periods without rows are filled in`(
    by: String, found: [String], filled: [String]
  ) throws {
    #expect(try ChartGrouping(by, of: Self.banks()).filled(found) == filled)
  }
}
