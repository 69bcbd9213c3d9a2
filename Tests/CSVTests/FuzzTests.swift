import FileSupport
import Records
import SeedSupport
import Testing

@testable import CSV
@testable import Input

/// Whatever bytes a file has, nothing crashes, and it does not matter how they are cut.
///
/// `make fuzz` goes on for a minute or as many seconds as BANK_ETL_FUZZ_SECONDS says.
struct FuzzTests {
  /// Punctuation, line ends and pieces of rows, and at times any byte.
  private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    let delimiter = RoundTripTests.delimiters.randomElement(using: &random) ?? ","
    let pieces = RoundTripTests.pieces + ["1,2\n", "\"a\",", "x" + delimiter, delimiter, "\n"]
    return (0..<Int.random(in: 0...300, using: &random)).flatMap { _ -> [UInt8] in
      Int.random(in: 0..<50, using: &random) == 0
        ? [UInt8.random(in: 0...255, using: &random)]
        : Array((pieces.randomElement(using: &random) ?? "").utf8)
    }
  }

  private static func check(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = bytes(&random)
    let file = try TemporaryFile(bytes)
    var reading = Reading()
    reading.request = DialectRequest()
    reading.encoding = "UTF-8"
    reading.limits.salvages = Bool.random(using: &random)
    reading.limits.footerLines = Int.random(in: 0...2, using: &random)
    var whole = try reading.reader(of: file.path)
    let detection = whole.detection
    var head = RecordBatch()
    whole.readHead(into: &head)
    let layout = TableLayout(head, detection)
    whole.beginRecords(
      afterLine: layout.lastHeaderLine, fieldCount: layout.fieldCount,
      leastFieldCount: layout.leastFieldCount)
    let expected = try whole.copies(withRaw: true)
    reading.blockSize = blockSizes.randomElement(using: &random) ?? 1
    reading.limits.batchBytes = batchSizes.randomElement(using: &random) ?? 1
    var cut = try reading.reader(of: file.path)
    let isSame = cut.detection.dialect == detection.dialect
    #expect(isSame, "seed \(seed)")
    cut.beginRecords(
      afterLine: layout.lastHeaderLine, fieldCount: layout.fieldCount,
      leastFieldCount: layout.leastFieldCount)
    let read = try cut.copies(withRaw: true)
    #expect(read == expected, "seed \(seed)")
    // Lines follow one another, and each that is not empty is in one record.
    var line = layout.lastHeaderLine
    for record in expected {
      #expect(record.line > line, "seed \(seed)")
      line = record.line + Int64(record.lineCount) - 1
    }
  }

  @Test(arguments: 1...200)
  func `any bytes are read without a crash, and alike however they are cut`(seed: UInt64) throws {
    try Self.check(seed: seed)
  }

  @Test(.enabled(if: FuzzTime.isAsked, "BANK_ETL_FUZZ_SECONDS is not set"))
  func `for as long as was asked for`() throws {
    try FuzzTime.withSeeds { try Self.check(seed: $0) }
  }
}
