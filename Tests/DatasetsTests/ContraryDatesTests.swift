import Records
import Testing

@testable import Datasets

struct ContraryDatesTests {
  /// What the dates of a column in the order month/day/year show, in the given number of batches.
  private func found(_ dates: [String], batches: Int = 1) throws -> [ContraryDates] {
    let dataset = try dataset(
      """
      {"name": "day", "column": "day", "type": "date", "dateOrder": "mdy"},
      {"name": "x", "column": "x"}
      """)
    let match = try HeaderMatcher(dataset: dataset).match(batch([["day", "x"]]))
    var converter = RecordConverter(match)
    let size = (dates.count + batches - 1) / batches
    for start in stride(from: 0, to: dates.count, by: size) {
      let records = dates[start...].prefix(size).map { TestRecord([$0, "y"]) }
      var batch = batch(records, line: Int64(start + 2))
      var rows = RowBatch(columnCount: 2)
      converter.convert(&batch, records: batch.records.indices, into: &rows)
    }
    return converter.contraryDates
  }

  @Test(
    arguments: [
      (["04.05.2020", "05/25/2020"], nil),
      (["04.05.2020", "25.05.2020"], "1 that is a day in day/month/year only, and 1 open"),
      (["25.05.2020", "04.05.2020", "26.05.2020", "5.5.2020"], "2, and 1 open"),
      (["25.05.2020", "04.05.2020", "05/26/2020"], "1, shown"),
      (["05/26/2020", "04.05.2020", "25.05.2020"], "1, shown"),
      (["04.05.2020", "05/26/2020", "25.05.2020"], "1, shown"),
      (["25.05.2020", "2020-01-02", "3-Apr-20", "5/5/2020"], "1"),
      (["25.05.2020", "", "x", "99.99.2020"], "1"),
      (["2020-13-01", "13.13.2020", "99/12/31"], "1 that is in year/month/day"),
    ] as [([String], String?)])
  func `dates that fit another order only are counted, and what is read beside them`(
    dates: [String], expected: String?
  ) throws {
    for batches in 1...3 {
      let found = try found(dates, batches: batches)
      guard let expected, let first = found.first else {
        #expect(expected == nil && found.isEmpty)
        continue
      }
      #expect(found.count == 1 && first.column == "day" && first.order == .monthDayYear)
      #expect(first.other == (expected.contains("year/month") ? .yearMonthDay : .dayMonthYear))
      #expect(first.rejected == (expected.hasPrefix("2") ? 2 : 1))
      #expect(first.shown == (expected.contains("shown") ? 1 : 0))
      #expect(first.isGrave == expected.contains("open"))
    }
  }

  @Test func `the finding names the date, its line and the option`() throws {
    let found = try found(["04.05.2020", "25.05.2020", "26.05.2020"])
    let note =
      "\"day\": dates are read as month/day/year, but there are 2 that are days in day/month/year only, "
      + "as \"25.05.2020\" (line 3), and at least 1 that may be read in both; --date-order day=dmy reads them"
    #expect(found.map(\.note) == [note])
  }
}
