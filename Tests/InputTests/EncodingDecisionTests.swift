import FileSupport
import Testing

@testable import Input

struct EncodingDecisionTests {
  static let ascii = [UInt8](repeating: 0x61, count: 1000)
  static let eAcute: [UInt8] = [0xC3, 0xA9]

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let encoding: String
    let sequences: Int
    let invalidBytes: Int
    let firstInvalid: Int64?

    init(
      _ name: String, _ bytes: [UInt8], _ encoding: String, sequences: Int, invalid: Int,
      first: Int64?
    ) {
      testDescription = name
      self.bytes = bytes
      self.encoding = encoding
      self.sequences = sequences
      invalidBytes = invalid
      firstInvalid = first
    }
  }

  /// The window of the decision, filled up behind these bytes.
  static func window(_ start: [UInt8], then end: [UInt8]) -> [UInt8] {
    start + [UInt8](repeating: 0x62, count: EncodingCensus.windowBytes - start.count) + end
  }

  static let cases = [
    Case("valid", ascii + eAcute, "UTF-8", sequences: 1, invalid: 0, first: nil),
    Case("invalid", ascii + [0xA0, 0x61], "windows-1252", sequences: 0, invalid: 1, first: 1000),
    Case(
      "as many valid as invalid", eAcute + [0x61, 0xA0], "UTF-8", sequences: 1, invalid: 1,
      first: 3),
    Case(
      "more invalid than valid", [0xA0, 0x61, 0xA0] + eAcute, "windows-1252", sequences: 1,
      invalid: 2, first: 0),
    Case(
      "cut at the end", ascii + [0xE2, 0x82], "windows-1252", sequences: 0, invalid: 2, first: 1000),
    Case(
      "cut at the end, another valid", eAcute + [0xC3], "UTF-8", sequences: 1, invalid: 1, first: 2),
    Case(
      "invalid behind the window", window(eAcute, then: [0xA0, 0xA0]), "UTF-8", sequences: 1,
      invalid: 0, first: nil),
    Case(
      "valid behind the window", window([0xA0], then: eAcute + eAcute), "windows-1252",
      sequences: 0, invalid: 1, first: 0),
    Case(
      "cut by the window", Array(window(eAcute, then: []).dropLast()) + [0xC3, 0xA9], "UTF-8",
      sequences: 1, invalid: 0, first: nil),
  ]

  @Test(arguments: cases, blockSizes)
  func `64 KiB from the first non-ASCII byte on decide`(_ row: Case, blockSize: Int) throws {
    let decoded = try decode(row.bytes, blockSize: blockSize)
    #expect(decoded.encoding.name == row.encoding)
    guard case .content(let census) = decoded.encoding.evidence else {
      Issue.record("the evidence is \(decoded.encoding.evidence)")
      return
    }
    #expect(census.firstNonASCII == Int64(row.bytes.firstIndex { $0 >= 0x80 } ?? -1))
    #expect(census.sequences == row.sequences)
    #expect(census.invalidBytes == row.invalidBytes)
    #expect(census.firstInvalid == row.firstInvalid)
    #expect(census.firstInvalidByte == row.firstInvalid.map { row.bytes[Int($0)] })
  }

  @Test func `nothing is decided before a byte beyond ASCII`() throws {
    let file = try TemporaryFile(Self.ascii + [0xA0])
    var input = try TextInput(path: file.path, blockSize: 512)
    var text: [UInt8] = []
    #expect(try input.read(into: &text))
    #expect(input.encoding == EncodingDecision(name: "ASCII", evidence: .onlyASCII))
    while try input.read(into: &text) {}
    #expect(input.encoding.name == "windows-1252")
  }

  @Test func `requests and marks are named as evidence`() throws {
    #expect(try decode([0x61], encoding: "cp850").encoding.evidence == .requested)
    #expect(try decode([0xFF, 0xFE, 0x61, 0]).encoding.evidence == .byteOrderMark)
    let unmarked = Array("a\0b\0c\0d\0".utf8)
    #expect(try decode(unmarked).encoding.evidence == .zeroBytes)
  }

  @Test(
    arguments: [
      ("M\u{81}nchen", 1), ("caf\u{82}s", 3), ("2.0\u{FF}Flash", 3), ("O\u{92}Brien", nil),
      ("1990\u{96}95", nil), ("Se\u{F1}or", nil), ("M\u{81}nchen M\u{FC}nchen", 1),
      ("a\u{A0}b", nil),
      ("\u{82}so\u{91}", nil), ("Stra\u{E1}e", nil),
    ] as [(String, Int64?)])
  func `letters of DOS amid letters are a doubt`(text: String, offset: Int64?) {
    // The window starts with the first byte beyond ASCII; another one stands in front of the text.
    let bytes = [0xA0] + text.unicodeScalars.map { UInt8($0.value) }
    let census = EncodingCensus(of: bytes, at: 9, atEnd: true)
    let count = text.unicodeScalars.count { $0.value >= 0xC0 && $0.value < 0xFF }
    #expect(census.firstDOSByteOffset == (count > 0 ? nil : offset.map { $0 + 10 }))
  }

  @Test(
    arguments: [
      ("1,50 \u{A4}", 5), ("\u{A4}3", 0), ("7\u{A0}\u{A4}", 2), ("a \u{A4} b", nil),
      ("1,50 \u{A4} \u{96}", nil), ("3 \u{80}", nil),
    ] as [(String, Int64?)])
  func `a currency sign beside a number may be a euro`(text: String, offset: Int64?) {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let census = EncodingCensus(of: bytes, at: 9, atEnd: true)
    #expect(census.firstEuroOffset == offset.map { $0 + 9 })
  }

  /// Texts of other letters, in UTF-16: few of the bytes are zero.
  static let wide = [
    "Имя,Город\r\nАнна,Москва\r\n", "名前,都市,年\n李明,東京,2021\n田中,大阪,1999\n",
    "Όνομα;Πόλη\nΝίκος;Αθήνα\n", "שם\tעיר\r\nדוד\tחיפה\r\n", "имя,год\n", "a,b\n",
  ]

  @Test(arguments: wide, [false, true])
  func `UTF-16 without a mark is found in any letters`(text: String, isBigEndian: Bool) throws {
    let bytes = text.utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    for blockSize in blockSizes {
      let decoded = try decode(bytes, blockSize: blockSize)
      #expect(decoded.encoding.name == (isBigEndian ? "UTF-16BE" : "UTF-16LE"))
      #expect(decoded.string == text)
    }
  }

  @Test(
    arguments: [
      "name,n\0\nx,1\0\ny,2\0\n", "a\0,b\nx\0,1\n", "Имя,Город\r\nАнна,Москва\r\n", "a,b\n\0\n",
    ])
  func `a zero byte in text of bytes makes no UTF-16`(text: String) throws {
    let decoded = try decode(Array(text.utf8))
    #expect(decoded.string == text)
    #expect(decoded.encoding.evidence != .zeroBytes)
  }
}
