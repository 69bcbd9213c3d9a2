import Records
import SeedSupport
import Testing

@testable import Datasets

/// Random bytes, mostly those that numbers, dates and labels are made of.
private func bytes(_ generator: inout SeededGenerator, upTo limit: Int) -> [UInt8] {
  let usual = Array("0123456789-/.,: +eETZJanFebMarfriday\u{A0}\u{FEFF}pm".utf8)
  let length = Int.random(in: 0...limit, using: &generator)
  return (0..<length).map { _ in
    let isUsual = Int.random(in: 0..<10, using: &generator) > 0
    return isUsual
      ? usual[Int.random(in: usual.indices, using: &generator)]
      : UInt8.random(in: 0...255, using: &generator)
  }
}

/// Twenty records of up to eight fields of random bytes.
private func records(_ generator: inout SeededGenerator) -> [TestRecord] {
  (0..<20).map { _ in
    let fields = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
      bytes(&generator, upTo: 12)
    }
    return TestRecord(bytes: fields)
  }
}

/// Nothing that a file can hold may crash the program or make it read what isn't there.
struct FuzzTests {
  @Test("dates are real, and read back as themselves", arguments: [nil] + DateOrder.allCases)
  func dates(order: DateOrder?) {
    let parser = DateParser(rules: DateRules(order: order))
    FuzzTime.repeated(5_000, seed: 11) { generator in
      let text = bytes(&generator, upTo: 24)
      guard let date = parser.date(text.indices, in: text.span) else { return }
      let written = Array(date.description.utf8)
      #expect(written.count == 10)
      #expect(parser.date(written.indices, in: written.span) == date)
    }
  }

  @Test("a date with one byte changed is another date or none", arguments: [DateOrder.monthDayYear])
  func changedDates(order: DateOrder) {
    let parser = DateParser(rules: DateRules(order: order))
    let samples = [
      "23-Feb-07", "March 5, 2021", "12/15/2017", "2021-03-05T00:00:00.000Z",
      "Friday, October 23, 2020", "30SEP2025", "5-Mar-21 12:00 AM",
    ]
    for sample in samples {
      FuzzTime.repeated(2_000, seed: 16) { generator in
        var text = Array(sample.utf8)
        let position = Int.random(in: text.indices, using: &generator)
        text[position] = UInt8.random(in: 0...255, using: &generator)
        guard let date = parser.date(text.indices, in: text.span) else { return }
        #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
      }
    }
  }

  @Test func `whole numbers are those that Swift reads`() {
    FuzzTime.repeated(10_000, seed: 12) { generator in
      let text = bytes(&generator, upTo: 22)
      let string = String(decoding: text, as: UTF8.self)
      let value = IntegerParser.integer(text.indices, in: text.span)
      if let expected = Int64(string) {
        #expect(value == expected, "\(string)")
      } else if value != nil {
        #expect(!string.utf8.allSatisfy { 0x30...0x39 ~= $0 }, "\(string)")
      }
    }
  }

  @Test func `any bytes in any fields become rows or rejects`() throws {
    let fields = """
      {"name": "a", "column": "a", "type": "integer"}, {"name": "b", "column": "b"},
      {"name": "c", "column": "c", "type": "date"}, {"name": "d", "column": "d", "type": "number"},
      {"name": "e", "column": "e", "type": "datetime", "dateOrder": "dmy"},
      {"name": "f", "column": "f", "type": "boolean", "missingValues": ["-", "?"]}
      """
    let match = try HeaderMatcher(dataset: dataset(fields, key: #""a""#)).match(
      batch([["a", "b", "c", "d", "e", "f"]]))
    try FuzzTime.repeated(250, seed: 14) { generator in
      var batch = batch(records(&generator))
      var rows = RowBatch(columnCount: 6)
      var converter = RecordConverter(match)
      converter.convert(&batch, records: batch.records.indices, into: &rows)
      let count = rows.rowCount + rows.rejects.count + rows.repeatedHeaders.count
      #expect(Int64(count) == converter.recordCount)
      #expect(rows.cells.count == rows.rowCount * 6)
      for cell in rows.cells where cell.kind == .text {
        #expect(Int(cell.payload) + Int(cell.length) <= batch.bytes.count)
      }
      var pass = try #require(ColumnEvidencePass(match))
      pass.read(batch, records: batch.records.indices)
      _ = try? pass.settledMatch()
    }
  }

  @Test func `any bytes can stand where a header is looked for`() throws {
    let matcher = HeaderMatcher(datasets: try declaredPackage().datasets)
    FuzzTime.repeated(200, seed: 15) { generator in
      let head = batch(records(&generator))
      #expect(throws: HeaderMismatch.self) { try matcher.match(head) }
    }
  }
}
