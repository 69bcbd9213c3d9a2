import ArchiveSupport
import Input
import Records
import SeedSupport
import Testing

@testable import Workbook

/// Whatever a workbook's parts are changed to, nothing crashes, and records stay in order.
///
/// `make fuzz` goes on for a minute or as many seconds as BANK_ETL_FUZZ_SECONDS says.
struct FuzzTests {
  /// Seeds of workbooks that were once read wrongly.
  private static let pastFailures: [UInt64] = []

  private static let pieces = [
    "<", ">", "/", "\"", "&", "&#0;", "&lt;", "]]>", "<![CDATA[", "<!DOCTYPE a>", "<row r='9'>",
    "</row>",
    "<c r='ZZ9' t='s'>", "<c r='XFE1'>", "<v>", "</v>", "-1", "1e999", "4294967295", "99999999999",
    "_x0000_", "_xD800_", "table:number-rows-repeated='999999999'", "<table:table-row>",
    "table:number-columns-repeated='16385'", "<text:s text:c='999999999'/>", "</table:table>",
    "<table:table table:name='x'>", "office:value='nan'", "t='e'", "s='70000'", "\0", "\u{FFFF}",
  ].map { Array($0.utf8) }

  /// Changes bytes here and there.
  private static func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator, isText: Bool)
  {
    for _ in 0...Int.random(in: 0..<6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2:
        let end = min(bytes.count, place + Int.random(in: 1..<20, using: &random))
        bytes.removeSubrange(place..<end)
      case 3 where isText:
        bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
      case 3:
        let value: UInt8 = Bool.random(using: &random) ? 0xFF : 0
        for index in place..<min(bytes.count, place + 4) { bytes[index] = value }
      default:
        let end = min(bytes.count, place + Int.random(in: 1..<40, using: &random))
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      }
    }
  }

  private static func workbook(_ random: inout SeededGenerator) throws -> [UInt8] {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      var parts = SheetContentTests.sample(
        SheetContentTests.cells.map { "<row>\($0.xml)</row>" }.joined()
      ).parts
      let part = Int.random(in: parts.indices, using: &random)
      change(&parts[part].bytes, &random, isText: true)
      return try ArchiveWriter.zip(parts)
    case 1:
      var parts = SpreadsheetSample(
        ODSContentTests.cells.map { "<table:table-row>\($0.xml)</table:table-row>" }.joined()
      ).parts
      change(&parts[1].bytes, &random, isText: true)
      return try ArchiveWriter.zip(parts)
    case 2:
      var stream = xls.stream
      change(&stream, &random, isText: false)
      return CompoundSample.bytes([("Workbook", stream)])
    default:
      var bytes = xls.bytes()
      change(&bytes, &random, isText: false)
      return bytes
    }
  }

  private static let xls: BIFFSample = {
    var sample = BIFFSample(
      XLSWorkbookTests.cells.enumerated().map { .init($0, $0 % 3, $1.value, style: $0 % 2) })
    sample.formats = ["d-mmm-yy"]
    return sample
  }()

  private static func check(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = try workbook(&random)
    let batchRecords = [1, 3, 1 << 14].randomElement(using: &random) ?? 1
    try withFile(bytes) { path in
      guard let reader = try? openWorkbook(path, batchRecords: batchRecords) else { return }
      for sheet in reader.sheets.prefix(3) {
        reader.select(sheet)
        reader.beginRecords(afterLine: 2, fieldCount: 2)
        var batch = RecordBatch()
        var line: Int64 = 2
        var batches = 0
        // A row that is repeated a million times is not waited for.
        while batches < 100, (try? reader.read(into: &batch)) == true {
          batches += 1
          for record in batch.records {
            #expect(record.line > line && record.fieldCount >= 2, "seed \(seed)")
            line = record.line
          }
          #expect(batch.fieldEnds.allSatisfy { $0 <= batch.bytes.count }, "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: Array(1...200) + pastFailures)
  func `any workbook is read or refused`(seed: UInt64) throws {
    try Self.check(seed: seed)
  }

  @Test(.enabled(if: FuzzTime.isAsked, "BANK_ETL_FUZZ_SECONDS is not set"))
  func `for as long as was asked for`() throws {
    try FuzzTime.withSeeds { try Self.check(seed: $0) }
  }
}
