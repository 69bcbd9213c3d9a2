import Records
import Testing

@testable import Datasets

/// What a source says of values beyond their text.
struct ColumnConverterMarksTests {
  private static let package = """
    {"name": "test", "resources": [{"name": "kinds", "table": "kinds", "schema": {"fields": [
      {"name": "t", "type": "string", "column": "t", "missingValues": ["", "n/a"]},
      {"name": "r", "type": "string", "column": "r", "constraints": {"required": true}},
      {"name": "i", "type": "integer", "column": "i"},
      {"name": "n", "type": "number", "column": "n", "decimalChar": ","},
      {"name": "b", "type": "boolean", "column": "b", "trueValues": ["yes"], "falseValues": ["no"]},
      {"name": "d", "type": "date", "column": "d", "dateOrder": "dmy"},
      {"name": "f", "type": "string", "column": "f", "content": "file"}]}}]}
    """

  /// What a field of a column becomes: a value, or the code of a reject.
  private func convert(_ column: Int, _ text: String, _ mark: FieldMark) throws -> String {
    let dataset = try #require(
      try DataPackage(Array(Self.package.utf8), file: "p.json").dataset(named: "kinds"))
    let matcher = HeaderMatcher(dataset: dataset)
    let match = try #require(matcher.matchByPosition(fieldCount: 7))
    var converter = RecordConverter(match)
    var batch = RecordBatch()
    for index in 0..<7 {
      // A record of nothing but blanks would be none.
      let isText = index < 2 && index != column
      let other: (String, FieldMark) = isText ? ("x", .string) : ("", .null)
      let field = index == column ? (text, mark) : other
      batch.bytes += Array(field.0.utf8)
      batch.fieldEnds.append(Int32(batch.bytes.count))
      batch.fieldMarks.append(field.1)
    }
    batch.records.append(
      RecordBatch.Record(
        firstField: 0, fieldCount: 7, rawStart: 0, rawEnd: 0, line: 1, lineCount: 1))
    var rows = RowBatch(columnCount: 7)
    converter.convert(&batch, records: 0..<1, into: &rows)
    if let reject = rows.rejects.first { return reject.code.rawValue }
    let cell = rows.cells[column]
    switch cell.kind {
    case .null: return "NULL"
    case .integer: return "\(cell.payload)"
    case .real: return "\(Double(bitPattern: UInt64(bitPattern: cell.payload)))"
    case .text:
      let start = Int(cell.payload)
      return "'" + String(decoding: batch.bytes[start..<start + Int(cell.length)], as: UTF8.self)
        + "'"
    }
  }

  @Test(
    arguments: [
      (0, " x ", .string, "' x '"), (0, "", .string, "''"), (0, "", .null, "NULL"),
      (0, "n/a", .string, "NULL"), (0, "'=1", .string, "'" + "'=1'"), (0, "'=1", .plain, "'=1'"),
      (0, "1e5", .number, "'1e5'"), (0, "true", .boolean, "'true'"),
      (0, "{}", .nested, "constraint"),
      (0, "Zg==", .bytes, "constraint"), (0, " x ", .plain, "'x'"),
      (1, "", .string, "missing_value"), (1, "", .null, "missing_value"),
      (2, "9007199254740993", .number, "9007199254740993"), (2, "-5", .number, "-5"),
      (2, "1.5", .number, "invalid_integer"), (2, " 1234 ", .string, "1234"),
      (2, "", .string, "NULL"),
      (2, "9223372036854775808", .number, "invalid_integer"),
      (2, "true", .boolean, "invalid_integer"),
      (3, "1.234", .number, "1.234"), (3, "1.234", .string, "1234.0"),
      (3, "1e300", .number, "1e+300"),
      (3, "5e-324", .number, "5e-324"), (3, "-9e999", .number, "-inf"),
      (3, "1e999", .number, "invalid_number"),
      (3, "[1]", .nested, "invalid_number"),
      (4, "true", .boolean, "1"), (4, "false", .boolean, "0"), (4, "1", .number, "1"),
      (4, "0", .number, "0"), (4, "2", .number, "invalid_boolean"), (4, "yes", .string, "1"),
      (5, "3.2.2020", .string, "'2020-02-03'"), (5, "", .string, "NULL"),
      (6, "Zg==", .bytes, "'Zg=='"), (6, "", .string, "NULL"), (6, "a.png", .string, "'a.png'"),
    ] as [(Int, String, FieldMark, String)])
  func `a value is what its source says`(
    column: Int, text: String, mark: FieldMark, expected: String
  ) throws {
    #expect(try convert(column, text, mark) == expected)
  }
}
