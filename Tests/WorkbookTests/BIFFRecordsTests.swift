import Testing

@testable import Workbook

struct BIFFRecordsTests {
  static func record(_ kind: UInt16, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8(kind & 0xFF), UInt8(kind >> 8), UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
      + bytes
  }

  /// A text of 16-bit units or of bytes, with its length in front.
  static func text(_ text: String, isWide: Bool) -> [UInt8] {
    let units = Array(text.utf16)
    let bytes = units.flatMap { isWide ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 & 0xFF)] }
    return [UInt8(units.count), 0, isWide ? 1 : 0] + bytes
  }

  @Test func `records that are not read are passed over`() {
    let stream =
      Self.record(0x1234, [1, 2, 3]) + Self.record(0x003C, [9]) + Self.record(0x000A, [])
      + Self.record(0x0022, [1, 0])
    var records = BIFFRecords(stream)
    let kind = records.next()?.kind
    #expect(kind == .endOfPart)
    let bytes = records.next()?.bytes
    #expect(bytes == [1, 0])
    let isAtEnd = records.next() == nil
    #expect(isAtEnd)
  }

  @Test(arguments: [1, 2, 3, 4])
  func `a record that is cut is none`(missing: Int) {
    var records = BIFFRecords(Self.record(0x0022, [1, 0]).dropLast(missing) + [])
    let isNone = records.next() == nil
    #expect(isNone)
  }

  @Test(arguments: [false, true], [false, true])
  func `a text goes on in the next record, in units of its own`(
    isWide: Bool, goesOnWide: Bool
  ) throws {
    let word = "Bank of \u{E9}t\u{E9}"
    let whole = Self.text(word, isWide: isWide)
    let unitBytes = isWide ? 2 : 1
    for units in 1..<word.utf16.count {
      let rest = String(word.dropFirst(units))
      let stream =
        Self.record(0x00FC, Array(whole.prefix(3 + units * unitBytes)))
        + Self.record(0x003C, Array(Self.text(rest, isWide: goesOnWide).dropFirst(2)))
      var records = BIFFRecords(stream)
      let next = records.next()
      let record = try #require(next)
      var reader = BIFFTextReader(record, from: 0)
      let read = reader.next().map { String(decoding: $0, as: UTF8.self) }
      #expect(read == word)
      #expect(reader.position == record.bytes.count)
    }
  }

  @Test func `a text that is cut is none`() {
    let whole = Self.text("Bank", isWide: true)
    for count in 0..<whole.count {
      let record = BIFFRecords.Record(
        kind: .strings, bytes: Array(whole.prefix(count)), seams: [])
      var reader = BIFFTextReader(record, from: 0)
      let isNone = reader.next() == nil
      #expect(isNone)
    }
  }
}
