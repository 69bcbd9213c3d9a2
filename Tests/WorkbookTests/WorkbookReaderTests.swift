import ArchiveSupport
import Input
import Records
import SeedSupport
import Testing

@testable import Workbook

struct WorkbookReaderTests {
  static func row(_ number: Int, _ values: [Int]) -> String {
    "<row r='\(number)'>\(values.map { "<c><v>\($0)</v></c>" }.joined())</row>"
  }

  static let long = WorkbookSample((1...2000).map { row($0, [$0, 2, 3]) }.joined())

  @Test(arguments: [1, 2, 3, 7, 4096, 1 << 14])
  func `records are the same however they are batched`(batchRecords: Int) throws {
    try withFile(Self.long.bytes()) { path in
      let reader = try openWorkbook(path, batchRecords: batchRecords)
      reader.select(reader.sheets[0])
      reader.beginRecords(afterLine: 10, fieldCount: 4)
      for _ in 1...2 {
        var batch = RecordBatch()
        var line: Int64 = 10
        while try reader.read(into: &batch) {
          #expect(batch.records.count <= batchRecords)
          for record in batch.sheetRecords {
            line += 1
            #expect(record == SheetRecord(line, ["\(line)", "2", "3", ""]))
          }
        }
        #expect(line == 2000)
        reader.rewind()
      }
      #expect(try reader.digest == SourceDigest.of(path: path))
    }
  }

  @Test func `the head is the first rows, and reading starts behind the header`() throws {
    try withFile(Self.long.bytes()) { path in
      let reader = try openWorkbook(path)
      reader.select(reader.sheets[0])
      var head = RecordBatch()
      try reader.readHead(into: &head)
      #expect(head.records.count == WorkbookReader.headRecords)
      #expect(head.sheetRecords.first == SheetRecord(1, ["1", "2", "3"]))
    }
  }

  @Test func `the source text of a record is its row as CSV`() throws {
    let cell = { (text: String) in "<c t='inlineStr'><is><t>\(text)</t></is></c>" }
    let sample = WorkbookSample(
      "<row r='1'>\(cell("a,b"))\(cell("c\"d"))\(cell("e"))\(cell("f\ng"))</row>")
    try withFile(sample.bytes()) { path in
      let reader = try openWorkbook(path)
      reader.select(reader.sheets[0])
      var batch = RecordBatch()
      _ = try reader.read(into: &batch)
      let raw = String(decoding: batch.rejectText(ofRecord: 0), as: UTF8.self)
      #expect(raw == "\"a,b\",\"c\"\"d\",e,\"f\ng\"")
    }
  }

  @Test func `sheets have names and are hidden or not`() throws {
    var sample = WorkbookSample()
    sample.sheets = [
      ("Notes", ""), ("Secret", Self.row(1, [7])), ("Data &amp; more", Self.row(1, [8])),
    ]
    sample.attributes = ["Secret": "state='veryHidden'"]
    try withFile(sample.bytes()) { path in
      let reader = try openWorkbook(path)
      #expect(reader.sheets.map(\.name) == ["Notes", "Secret", "Data & more"])
      #expect(reader.sheets.map(\.isVisible) == [true, false, true])
      #expect(try readSheet(path, named: "secret") == [SheetRecord(1, ["7"])])
      #expect(try readSheet(path, named: "Data & more") == [SheetRecord(1, ["8"])])
      let names = ["Notes", "Secret", "Data & more"]
      #expect(throws: WorkbookError(path: path, kind: .noSheet("x", among: names))) {
        _ = try reader.sheet(named: "x")
      }
    }
  }

  @Test(arguments: [
    "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml",
  ])
  func `a part that is missing is named`(part: String) throws {
    let parts = WorkbookSample(Self.row(1, [1])).parts.filter { $0.name != part }
    try withFile(ArchiveWriter.zip(parts)) { path in
      #expect(throws: WorkbookError(path: path, kind: .missingPart(part))) {
        _ = try readSheet(path)
      }
    }
  }

  @Test func `a binary workbook is refused`() throws {
    var parts = WorkbookSample().parts
    parts[1].bytes = Array(
      String(decoding: parts[1].bytes, as: UTF8.self)
        .replacing("workbook.xml", with: "workbook.bin").utf8)
    let error = #expect(throws: WorkbookError.self) { _ = try readSheet(ArchiveWriter.zip(parts)) }
    #expect(error?.kind == .unsupported("Excel's binary kind (.xlsb)"))
  }

  @Test func `no part of a workbook that was cut is taken for the whole`() throws {
    let sample = SheetContentTests.sample("<row r='1'><c r='A1' t='s'><v>0</v></c></row>")
    let bytes = try sample.bytes()
    for length in 30..<bytes.count {
      #expect(throws: (any Error).self) { _ = try readSheet(Array(bytes[..<length])) }
    }
  }

  @Test(arguments: 1...200)
  func `parts full of mistakes break nothing`(seed: Int) throws {
    let pieces = [
      "<", ">", "/", "\"", "&", "<row r='9'>", "<c r='ZZ9' t='s'>", "<v>", "-1", "1e99", "]]>",
    ]
    var parts = SheetContentTests.sample(
      SheetContentTests.cells.map { "<row>\($0.xml)</row>" }.joined()
    ).parts
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<seed % 5 + 1 {
      let part = Int.random(in: 1..<parts.count, using: &random)
      let place = Int.random(in: parts[part].bytes.indices, using: &random)
      parts[part].bytes.replaceSubrange(
        place..<min(place + seed % 3, parts[part].bytes.count),
        with: Array((pieces.randomElement(using: &random) ?? "").utf8))
    }
    _ = try? readSheet(ArchiveWriter.zip(parts))
  }

  @Test func `a changed byte never gives another record`() throws {
    let sample = SheetContentTests.sample("<row r='1'><c r='A1' t='s'><v>0</v></c></row>")
    let bytes = try sample.bytes()
    let expected = try readSheet(bytes)
    for position in 30..<bytes.count {
      var changed = bytes
      changed[position] ^= 0x10
      guard let records = try? readSheet(changed) else { continue }
      #expect(records == expected, "byte \(position)")
    }
  }
}
