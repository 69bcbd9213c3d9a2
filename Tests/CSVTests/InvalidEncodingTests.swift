import FileSupport
import Records
import Testing

@testable import CSV
@testable import Input

struct InvalidEncodingTests {
  @Test(arguments: blockSizes, batchSizes)
  func `undecodable bytes make their record a problem`(blockSize: Int, batchBytes: Int) throws {
    let bytes =
      Array("a,é\nb,\"é\n".utf8) + [0xA0] + Array("\n\"\né,d\n".utf8) + [0xFF, 0xFE]
      + Array(",e\n\"f\"g".utf8) + [0xFF] + Array("\nh,i".utf8)
    let file = try TemporaryFile(bytes)
    var reading = Reading(blockSize: blockSize, batchBytes: batchBytes, fieldCount: 2)
    reading.encoding = "utf-8"
    var reader = try reading.reader(of: file.path)
    var batch = RecordBatch()
    var found: [String] = []
    var lines: [Int64] = []
    while try reader.read(into: &batch) {
      found += batch.problems.map(\.message)
      lines += batch.problems.map { batch.records[$0.record].line }
    }
    #expect(
      found == [
        "expected UTF-8 text, but found 0xA0 at byte 11 of the file",
        "expected UTF-8 text, but found 0xFF at byte 20 of the file",
        "expected a delimiter after the closing quote of field 1, but found \"g\u{FFFD}\"",
      ])
    #expect(lines == [2, 6, 7])
  }

  @Test(arguments: [UInt8]([0x81, 0x8D, 0x8F, 0x90, 0x9D]))
  func `a byte that windows-1252 has not is kept in the raw text`(byte: UInt8) throws {
    let file = try TemporaryFile([0x61, 0xE9, byte, 0x2C, 0x62, 0x0A, 0x63, 0x2C, 0x64])
    var reader = try Reading().reader(of: file.path)
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.problems.map(\.code) == [.invalidEncoding])
    #expect(batch.problems.map(\.record) == [0])
    #expect(Array(batch.raw[0..<6]) == [0x61, 0xC3, 0xA9, byte, 0x2C, 0x62])
    #expect(batch.copies()[1].fields == ["c", "d"])
  }
}
