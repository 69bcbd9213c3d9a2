import Records
import Testing

@testable import Datasets

/// Fields that are joined of several columns.
struct JoinedFieldTests {
  private static let name = """
    {"name": "Name", "column": "name", "aliases": ["Full Name"],
     "constraints": {"required": true, "maxLength": 20},
     "joined": [["First Name", "Given Name"], ["Last Name"]]}
    """
  private static let address = """
    {"name": "Address", "column": "address", "missingValues": ["-"],
     "joined": [["Address"], ["City"], ["Zip"]], "separator": ", "}
    """

  private func people() throws -> Dataset {
    try dataset(Self.name + "," + Self.address + #", {"name": "Phone", "column": "phone"}"#)
  }

  private func convert(
    _ header: [String], _ records: [TestRecord]
  ) throws -> (match: HeaderMatch, rows: [[String]], rejects: [Reject]) {
    var batch = batch([TestRecord(header)] + records)
    let match = try HeaderMatcher(datasets: [people()]).match(batch)
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: converter.columns.count)
    converter.convert(&batch, records: 1..<batch.records.count, into: &rows)
    return (match, table(rows, in: batch), rows.rejects)
  }

  @Test func `parts in the order of the declaration, empty ones left out`() throws {
    let (match, rows, rejects) = try convert(
      ["last_name", "Phone", "zip", "FIRST NAME", "City"],
      [
        ["O'Fallon", "1", "62269", " Pat ", "O'Fallon, IL"], ["Ødegård", "", "-", "", ""],
        ["", "2", "", "Cher", " Paris "],
      ])
    #expect(match.columns.map(\.label) == ["FIRST NAME + last_name", "City + zip", "Phone"])
    #expect(match.unknownLabels == [] && match.missingLabels == [])
    #expect(
      rows == [
        ["'Pat O'Fallon'", "'O'Fallon, IL, 62269'", "'1'"], ["'Ødegård'", "NULL", "NULL"],
        ["'Cher'", "'Paris'", "'2'"],
      ])
    #expect(rejects == [])
  }

  @Test func `a column of its own comes before its parts`() throws {
    let (match, rows, _) = try convert(
      ["Full Name", "First Name", "Last Name", "Address", "City", "Phone"],
      [["P. O'Fallon", "Pat", "O'Fallon", "12 Quay Street", "Galway", "1"]])
    #expect(match.unknownLabels == ["First Name", "Last Name"])
    #expect(rows == [["'P. O'Fallon'", "'12 Quay Street, Galway'", "'1'"]])
  }

  @Test func `what is required, and too long`() throws {
    let (_, rows, rejects) = try convert(
      ["First Name", "Last Name", "Phone"],
      [["", " ", "1"], ["Wolfeschlegelstein", "hausen", "2"]])
    #expect(rows == [])
    #expect(rejects.map(\.code) == [.missingValue, .constraint])
    #expect(rejects.first?.column == "First Name + Last Name")
  }

  @Test func `a part that is there twice`() throws {
    let error = #expect(throws: HeaderMismatch.self) { () throws in
      _ = try self.convert(["First Name", "Given Name", "Last Name", "Phone"], [])
    }
    #expect(error?.description.contains("\"First Name\", \"Given Name\"") == true)
  }

  @Test(arguments: [
    (#"{"name": "N", "column": "n", "joined": [["a"]]}"#, "at least two parts"),
    (#"{"name": "N", "column": "n", "joined": [["a"], []]}"#, "at least one label"),
    (#"{"name": "N", "column": "n", "joined": [["a"], ["b"]], "type": "integer"}"#, "string"),
    (#"{"name": "N", "column": "n", "separator": ", "}"#, "joined"),
    (
      #"{"name": "N", "column": "n", "joined": [["a"], ["b"]]}, {"name": "B", "column": "b"}"#,
      "another"
    ),
  ])
  func `mistakes in the declaration`(fields: String, expected: String) {
    let error = #expect(throws: DeclarationError.self) { () throws in _ = try dataset(fields) }
    #expect(error?.message.contains(expected) == true || expected == "another")
  }

  @Test func `the key of a reject is joined too`() throws {
    let fields = Self.name + #", {"name": "Age", "type": "integer", "column": "age"}"#
    let keyed = try dataset(fields, key: #""Name""#)
    var batch = batch([["First Name", "Last Name", "Age"], ["Pat", "O'Fallon", "x"]])
    let match = try HeaderMatcher(datasets: [keyed]).match(batch)
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: 2)
    converter.convert(&batch, records: 1..<2, into: &rows)
    #expect(rows.rejects.map(\.code) == [.invalidInteger])
    let key = converter.key(ofRecord: 1, in: &batch)
    #expect(key.flatMap { Reject.keyText($0, in: batch.bytes) } == "Pat O'Fallon")
  }

  @Test func `another way to join is another declaration`() throws {
    let other = Self.name.replacing("Given Name", with: "Forename")
    #expect(try dataset(Self.name).canonicalText != dataset(other).canonicalText)
  }
}
