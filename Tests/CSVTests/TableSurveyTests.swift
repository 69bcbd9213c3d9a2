import FileSupport
import Records
import Testing

@testable import CSV

struct TableSurveyTests {
  /// A text, and its tables as `line-lastLine records fields`.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let tables: [String]

    init(_ name: String, _ text: String, _ tables: String...) {
      testDescription = name
      self.text = text
      self.tables = tables
    }
  }

  static let cases = [
    Case("one table", "a,b\n1,2\n3,4\n", "1-3 2 2"),
    Case("behind an empty line", "a,b\n1,2\n3,4\n\nc,d\n5,6\n", "1-3 2 2", "5-6 1 2"),
    Case("wider", "a,b\n1,2\n3,4\n\nc,d,e\n5,6,7\n", "1-3 2 2", "5-6 1 3"),
    Case("narrower", "a,b,c\n1,2,3\n3,4,5\n\nd,e\n5,6\n7,8\n", "1-3 2 3", "5-7 2 2"),
    Case("directly below, wider", "a,b\n1,2\n3,4\nc,d,e\n5,6,7\n", "1-3 2 2", "4-5 1 3"),
    Case("directly below, narrower", "a,b,c\n1,2,3\n4,5,6\nd,e\n5,6\n", "1-3 2 3", "4-5 1 2"),
    Case(
      "with delimiters to the full width", "a,b,c\n1,2,3\n4,5,6\n,,\nd,e,\n5,6,\n", "1-3 2 3",
      "5-6 1 2"),
    Case("three", "a,b\n1,2\n\nc,d\n3,4\n\ne,f,g\n5,6,7\n8,9,0\n", "1-2 1 2", "4-5 1 2", "7-9 2 3"),
    Case("an empty line within", "a,b\n1,2\n\n3,4\n", "1-4 2 2"),
    Case("words behind an empty line", "a,b\nx,1\n\ny,z\n\nu,2\n", "1-6 3 2"),
    Case("a note below", "a,b,c\n1,2,3\n\nsource: me\n", "1-4 2 3"),
    Case("ragged records", "a,b,c\n1,2,3\nx,y\n4,5,6\nz,w\n7,8,9\n", "1-6 5 3"),
    Case("a total", "a,b,c\nx,2,3\n\nTotal,2,3\n", "1-4 2 3"),
    Case("the header again", "a,b\n1,2\na,b\n3,4\n", "1-4 3 2"),
    Case(
      "a record of words with a field too many", "a,b,c\n1,2,3\nx,y,z,w\n4,5,6\n7,8,9\n", "1-5 4 3"),
    Case("directly below, of words", "a,b,c\nx,y,z\nu,v,w\na,b\nx,y\n", "1-3 2 3", "4-5 1 2"),
    Case("with hardly a value", "a,b\n1,2\n\nc,d,e,f\n5,,,\n", "1-2 1 2", "4-5 1 4"),
    Case("no header", "1,2\n3,4\n", "1-2 2 2"),
  ]

  @Test(arguments: cases, blockSizes)
  func `tables are told apart`(row: Case, blockSize: Int) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    let first = try reading.reader(of: file.path)
    var batch = RecordBatch()
    first.readHead(into: &batch)
    let layout = TableLayout(batch, first.detection)
    for batchRecords in [1, 2, 3, 1 << 14] {
      reading.limits.batchRecords = batchRecords
      var reader = try reading.reader(of: file.path)
      let width = layout.labels.isEmpty ? layout.fieldCount : layout.labels.count
      reader.beginRecords(afterLine: layout.lastHeaderLine, fieldCount: width)
      var survey = TableSurvey(layout)
      while try reader.read(into: &batch) { _ = survey.add(batch) }
      let found = survey.tables.map { "\($0.line)-\($0.lastLine) \($0.records) \($0.fields)" }
      #expect(found == row.tables, "\(batchRecords) records in a batch")
    }
  }
}
