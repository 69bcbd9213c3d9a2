import ArchiveSupport
import Input
import Records
import Testing

@testable import Workbook

/// What the XML of cells means.
struct SheetContentTests {
  /// A cell in A1 and the text it has.
  static let cells: [(xml: String, text: String)] = [
    ("<c r='A1'><v>30570</v></c>", "30570"), ("<c r='A1' t='n'><v>86.69</v></c>", "86.69"),
    ("<c r='A1'><v>1.1000000000000001</v></c>", "1.1"), ("<c r='A1'><v>-5E-1</v></c>", "-0.5"),
    ("<c r='A1' t='s'><v>0</v></c>", "plain"), ("<c r='A1' t='s'><v>1</v></c>", "rich text"),
    ("<c r='A1' t='s'><v>2</v></c>", " kept "), ("<c r='A1' t='s'><v>3</v></c>", "a\rb_x"),
    ("<c r='A1' t='s'><v>4</v></c>", "課"), ("<c r='A1' t='b'><v>1</v></c>", "TRUE"),
    ("<c r='A1' t='b'><v>0</v></c>", "FALSE"),
    ("<c r='A1' t='str'><f>A2&amp;\"x\"</f><v>made &amp; kept</v></c>", "made & kept"),
    ("<c r='A1'><f>1+1</f><v>2</v></c>", "2"),
    (
      "<c r='A1' t='inlineStr'><is><t>in</t><rPh><t>no</t></rPh><r><t>line</t></r></is></c>",
      "inline"
    ),
    ("<c r='A1' t='d'><v>2017-12-15T00:00:00</v></c>", "2017-12-15T00:00:00"),
    ("<c r='A1' s='1'><v>43084</v></c>", "2017-12-15"),
    ("<c r='A1' s='2'><v>0.5</v></c>", "12:00:00"),
    ("<c r='A1' s='3'><v>1.5</v></c>", "1.5"), ("<c r='A1' s='1'><v>-1</v></c>", "-1"),
    ("<c r='A1' s='1' t='s'><v>0</v></c>", "plain"), ("<c r='A1' s='99'><v>1</v></c>", "1"),
    ("<x:c xmlns:x='x' r='A1'><x:v>7</x:v></x:c>", "7"), ("<c><v>8</v></c>", "8"),
  ]

  static func sample(_ rows: String) -> WorkbookSample {
    var sample = WorkbookSample(rows)
    sample.strings = [
      "<t>plain</t>", "<r><t>rich</t></r><r><rPr><b/></rPr><t xml:space='preserve'> text</t></r>",
      "<t xml:space='preserve'> kept </t>", "<t>a_x000D_b_x005F_x</t>",
      "<t>課</t><rPh sb='0' eb='1'><t>カ</t></rPh>",
    ]
    sample.formats = ["d-mmm-yy", "h:mm", "\"$\"#,##0.00"]
    return sample
  }

  @Test(arguments: cells)
  func `a cell has its text`(xml: String, text: String) throws {
    let sample = Self.sample("<row r='1'>\(xml)</row>")
    #expect(try readSheet(sample.bytes()) == [SheetRecord(1, [text])])
  }

  @Test func `the 1904 system counts`() throws {
    var sample = Self.sample("<row r='1'><c r='A1' s='1'><v>39082</v></c></row>")
    sample.properties = "date1904='1'"
    #expect(try readSheet(sample.bytes()) == [SheetRecord(1, ["2011-01-01"])])
  }

  /// Rows and the records they become.
  static let rows: [(xml: String, records: [SheetRecord])] = [
    ("", []), ("<row r='1'/>", []),
    ("<row r='3'><c r='B3'><v>1</v></c></row>", [.init(3, ["", "1"])]),
    ("<row><c><v>1</v></c><c/><c><v>2</v></c></row>", [.init(1, ["1", "", "2"])]),
    ("<row r='2'><c r='A2'><v>1</v></c><c r='B2' s='1'/></row>", [.init(2, ["1"])]),
    (
      "<row r='1'><c r='AA1'><v>1</v></c></row>",
      [.init(1, .init(repeating: "", count: 26) + ["1"])]
    ),
    (
      "<row r='2'><c r='A2'><v>1</v></c></row><row r='9'><c r='A9'><v>2</v></c></row><row/>"
        + "<row><c><v>3</v></c></row>",
      [.init(2, ["1"]), .init(9, ["2"]), .init(11, ["3"])]
    ),
    (
      "<row r='7'><c r='A7'><v>1</v></c><c r='C7' t='e'><v>#N/A</v></c><c t='e'><v>#REF!</v></c></row>",
      [
        .init(
          7, ["1", "", "#N/A", "#REF!"],
          problem: "expected a value but found #N/A at Sheet1!C7")
      ]
    ),
  ]

  @Test(arguments: rows, [1, 2, 1000])
  func `rows are records`(
    row: (xml: String, records: [SheetRecord]), batchRecords: Int
  ) throws {
    let sample = Self.sample(row.xml)
    #expect(try readSheet(sample.bytes(), batchRecords: batchRecords) == row.records)
  }

  /// What no spreadsheet writes.
  static let refused = [
    "<row r='2'/><row r='1'/>", "<row r='2'/><row r='2'/>", "<row r='0'/>",
    "<row r='1'><c r='B1'/><c r='A1'/></row>", "<row r='1'><c r='A1'/><c r='A1'/></row>",
    "<row r='1'><c r='XFE1'/></row>", "<row r='1'><c r='ZZZZZZZZZZZZ1'/></row>",
    "<row r='1'><c r='1'/></row>", "<row r='99999999'/>",
    "<row r='1'><c t='s'><v>99</v></c></row>", "<row r='1'><c t='s'><v>-1</v></c></row>",
    "<row r='1'><c t='s'><v>x</v></c></row>", "<row r='1'><c>", "</row>", "<row r='1'>&none;</row>",
    String(repeating: "<a>", count: 300), "<row a='" + String(repeating: "x", count: 2 << 20),
  ]

  @Test(arguments: refused)
  func `what is malformed is refused`(xml: String) throws {
    let error = #expect(throws: WorkbookError.self) { _ = try readSheet(Self.sample(xml).bytes()) }
    guard case .malformed = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.part == "xl/worksheets/sheet1.xml")
  }

  @Test(arguments: 0..<7)
  func `a document that declares entities is refused`(part: Int) throws {
    var parts = Self.sample("<row r='1'><c r='A1'><v>1</v></c></row>").parts
    let declaration = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]>"
    let text =
      String(decoding: parts[part].bytes, as: UTF8.self)
      .split(separator: "?>").last.map(String.init) ?? ""
    parts[part].bytes = Array((declaration + text).utf8)
    let bytes = try ArchiveWriter.zip(parts)
    guard part > 0 else {
      // The list of content types is not read.
      #expect(try readSheet(bytes).count == 1)
      return
    }
    let error = #expect(throws: WorkbookError.self) { _ = try readSheet(bytes) }
    #expect(error?.kind == .malformed("it declares types or entities of its own"))
  }
}
