import ArchiveSupport
import Input
import Testing

@testable import Workbook

struct XLSWorkbookTests {
  /// A cell, its style's format, and the text that it becomes.
  struct Case: CustomTestStringConvertible {
    var value: BIFFSample.Value
    var format: String?
    var text: String
    var testDescription: String { "\(value) \(format ?? "")" }

    init(_ value: BIFFSample.Value, _ text: String, format: String? = nil) {
      (self.value, self.text, self.format) = (value, text, format)
    }
  }

  static let cells = [
    Case(.number(15426), "15426"), Case(.number(0.1), "0.1"), Case(.number(-1e300), "-1e+300"),
    Case(.number(44127), "2020-10-23", format: "d-mmm-yy"),
    Case(.number(44127.5), "2020-10-23T12:00:00", format: "yyyy\\-mm\\-dd hh:mm"),
    Case(.number(59), "1900-02-28", format: "m/d/yyyy"),
    Case(.number(0.25), "06:00:00", format: "h:mm"),
    Case(.number(1.5), "36:00:00", format: "[h]:mm"),
    Case(.number(1.5), "1.5", format: "0.00\" days\""),
    // 100 as a whole number, 1.23 as hundredths, 0.5 as the upper half of a double.
    Case(.rk(100 << 2 | 2), "100"), Case(.rk(123 << 2 | 3), "1.23"), Case(.rk(0x3FE0_0000), "0.5"),
    Case(.rk(UInt32(bitPattern: -5 << 2) | 2), "-5"),
    Case(.rk(44127 << 2 | 2), "2020-10-23", format: "d/m/y"),
    Case(.shared("shared"), "shared"), Case(.shared("日本 – Ünïcode"), "日本 – Ünïcode"),
    Case(.shared("Ünï"), "Ünï"), Case(.label("in the cell"), "in the cell"),
    Case(.boolean(true), "TRUE"), Case(.boolean(false), "FALSE"),
    Case(.formula(2.5), "2.5"), Case(.formula(44127), "2020-10-23", format: "d-mmm"),
    Case(.formulaText("result"), "result"),
  ]

  @Test(arguments: cells)
  func `a cell becomes its value`(row: Case) throws {
    var sample = BIFFSample([
      .init(1, 1, row.value, style: row.format == nil ? 0 : 1), .init(1, 2, .label("end")),
    ])
    sample.formats = row.format.map { [$0] } ?? []
    #expect(try readSheet(sample.bytes()) == [SheetRecord(2, ["", row.text, "end"])])
  }

  @Test(
    arguments: [
      (0x00, "#NULL!"), (0x07, "#DIV/0!"), (0x0F, "#VALUE!"), (0x17, "#REF!"), (0x1D, "#NAME?"),
      (0x24, "#NUM!"), (0x2A, "#N/A"), (0x99, "#ERROR!"),
    ] as [(UInt8, String)])
  func `an error is a problem with the cell's address`(code: UInt8, text: String) throws {
    for value in [BIFFSample.Value.error(code), .formulaError(code)] {
      let records = try readSheet(BIFFSample([.init(6, 2, value)]).bytes())
      let problem = "expected a value but found \(text) at Sheet1!C7"
      #expect(records == [SheetRecord(7, ["", "", text], problem: problem)])
    }
  }

  @Test(arguments: [1, 2, 1 << 14])
  func `cells are put in order, and the later one in a place counts`(batchRecords: Int) throws {
    let sample = BIFFSample([
      .init(2, 1, .number(4)), .init(0, 0, .number(1)), .init(2, 0, .number(3)),
      .init(0, 1, .number(9)), .init(0, 1, .number(2)),
      .init(3, 1, .several([5 << 2 | 2, 6 << 2 | 2])),
    ])
    let expected = [
      SheetRecord(1, ["1", "2"]), SheetRecord(3, ["3", "4"]), SheetRecord(4, ["", "5", "6"]),
    ]
    #expect(try readSheet(sample.bytes(), batchRecords: batchRecords) == expected)
  }

  @Test func `sheets are hidden or not, and charts are none`() throws {
    var sample = BIFFSample([])
    sample.sheets = [
      .init("Data", [.init(0, 0, .number(1))]),
      .init("Hidden", [.init(0, 0, .number(2))], state: 1),
      .init("Chart", [], type: 2), .init("Último", [.init(0, 0, .number(3))]),
    ]
    sample.is1904 = true
    try withFile(sample.bytes()) { path in
      let reader = try openWorkbook(path)
      #expect(reader.sheets.map(\.name) == ["Data", "Hidden", "Último"])
      #expect(reader.sheets.map(\.isVisible) == [true, false, true])
      #expect(reader.format == .xls && reader.dateSystem == 1904)
      #expect(try readSheet(path, named: "último") == [SheetRecord(1, ["3"])])
    }
  }

  @Test func `days of 1904 are counted from there`() throws {
    var sample = BIFFSample([.init(0, 0, .number(42665), style: 1)])
    sample.formats = ["d-mmm-yy"]
    sample.is1904 = true
    #expect(try readSheet(sample.bytes()) == [SheetRecord(1, ["2020-10-23"])])
  }

  @Test func `an encrypted workbook is refused, of whichever kind`() throws {
    var old = BIFFSample([.init(0, 0, .number(1))])
    old.isEncrypted = true
    // What Excel makes of an .xlsx with a password.
    let new = CompoundSample.bytes([
      ("EncryptionInfo", [4, 0, 4, 0]), ("EncryptedPackage", [UInt8](repeating: 9, count: 5000)),
    ])
    for bytes in [old.bytes(), new] {
      let error = #expect(throws: WorkbookError.self) { _ = try readSheet(bytes) }
      #expect(error?.kind == .encrypted)
    }
  }

  @Test func `what is no workbook of Excel 97 is refused`() throws {
    for (name, kind): (String, WorkbookError.Kind) in [
      ("Book", .unsupported("a workbook of Excel 95 or older")),
      ("WordDocument", .malformed("it has no workbook stream")),
      ("Workbook", .malformed("its first record is no start of a workbook")),
    ] {
      let bytes = CompoundSample.bytes([(name, [1, 2, 3, 4])])
      let error = #expect(throws: WorkbookError.self) { _ = try readSheet(bytes) }
      #expect(error?.kind == kind)
    }
  }

  @Test func `a column beyond the limit is refused`() throws {
    let error = #expect(throws: WorkbookError.self) {
      _ = try readSheet(BIFFSample([.init(0, 16_384, .number(1))]).bytes())
    }
    #expect(error?.kind == .malformed("a cell has no column"))
    let last = try readSheet(BIFFSample([.init(65_535, 16_383, .number(1))]).bytes())
    #expect(last.map(\.line) == [65_536] && last[0].fields.count == 16_384)
  }

  @Test func `a stream that was cut is no workbook`() throws {
    let stream = BIFFSample([.init(0, 0, .shared("x")), .init(1, 0, .number(2))]).stream
    // The stream is filled up with zeros, which the last record ends in.
    for length in 0..<stream.count - 3 {
      let bytes = CompoundSample.bytes([("Workbook", Array(stream[..<length]))])
      #expect(throws: WorkbookError.self) { _ = try readSheet(bytes) }
    }
  }
}
