import ArchiveSupport
import Input
import Testing

@testable import Workbook

struct ODSWorkbookTests {
  private static func row(_ text: String) -> String {
    "<table:table-row><table:table-cell><text:p>\(text)</text:p></table:table-cell></table:table-row>"
  }

  private static var sample: SpreadsheetSample {
    var sample = SpreadsheetSample()
    sample.sheets = [
      ("Notes", row("n")), ("Secret", row("s")), ("Data &amp; more", row("1") + row("2")),
    ]
    sample.hidden = ["Secret"]
    sample.prelude =
      "<table:tracked-changes><table:deletion><table:cell-content-deletion><table:table-cell>"
      + "<text:p>old</text:p></table:table-cell></table:cell-content-deletion></table:deletion>"
      + "</table:tracked-changes>"
    return sample
  }

  @Test func `sheets have names and are hidden or not`() throws {
    try withFile(Self.sample.bytes()) { path in
      let reader = try openWorkbook(path)
      #expect(reader.format == .ods && reader.dateSystem == nil)
      #expect(reader.sheets.map(\.name) == ["Notes", "Secret", "Data & more"])
      #expect(reader.sheets.map(\.isVisible) == [true, false, true])
      #expect(try readSheet(path) == [SheetRecord(1, ["n"])])
      #expect(try readSheet(path, named: "secret") == [SheetRecord(1, ["s"])])
      let expected = [SheetRecord(1, ["1"]), SheetRecord(2, ["2"])]
      #expect(try readSheet(path, named: "Data & more") == expected)
    }
  }

  @Test func `an encrypted spreadsheet is refused`() throws {
    var each = Self.sample
    each.manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
    let whole = [
      ("mimetype", Array(each.type.utf8)), ("encrypted-package", [UInt8](repeating: 7, count: 99)),
    ]
    for bytes in [try each.bytes(), try ArchiveWriter.zip(whole)] {
      let error = #expect(throws: WorkbookError.self) { _ = try readSheet(bytes) }
      #expect(error?.kind == .encrypted)
    }
  }

  @Test func `a document of another kind is no spreadsheet`() throws {
    var sample = Self.sample
    sample.type = "application/vnd.oasis.opendocument.text"
    #expect(throws: InputError.self) { _ = try readSheet(sample.bytes()) }
  }

  @Test func `types of its own and a missing part are refused`() throws {
    var declares = Self.sample
    declares.prelude = "]]><!DOCTYPE x>"
    #expect(throws: WorkbookError.self) { _ = try readSheet(declares.bytes()) }
    var parts = Self.sample.parts
    parts[1].bytes = Array("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>".utf8)
    let error = #expect(throws: WorkbookError.self) { _ = try readSheet(ArchiveWriter.zip(parts)) }
    #expect(error?.kind == .malformed("it declares types or entities of its own"))
    parts.remove(at: 1)
    let missing = #expect(throws: WorkbookError.self) {
      _ = try readSheet(ArchiveWriter.zip(parts))
    }
    #expect(missing?.kind == .missingPart("content.xml"))
  }

  @Test func `no part of a spreadsheet that was cut is taken for the whole`() throws {
    let bytes = try Self.sample.bytes()
    for length in stride(from: 30, to: bytes.count, by: 3) {
      #expect(throws: (any Error).self) { _ = try readSheet(Array(bytes[..<length])) }
    }
  }
}
