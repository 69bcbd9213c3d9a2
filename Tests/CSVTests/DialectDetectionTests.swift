import Testing

@testable import CSV
@testable import Input

struct DialectDetectionTests {
  static let rows:
    [(text: String, delimiter: Character, fields: Int?, lineEnds: Dialect.LineEnds)] =
      [
        ("", ",", nil, .none),
        ("a\nb\n", ",", 1, .lf),
        ("a,b\r\n1,2\r\n", ",", 2, .crlf),
        ("a;b\r1;2\r", ";", 2, .cr),
        ("a\tb\n1\t2", "\t", 2, .lf),
        ("a|b|c\r\n1|2|3\n", "|", 3, .mixed),
        ("a;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5\n", ";", 3, .lf),
        ("a,b\n\"1;2;3\",\"x;y\"\n\"1;2;3\",\"x;y\"\n", ",", 2, .lf),
        ("a;b\n\"1,2\n3,4\n5,6\";7\n", ";", 2, .lf),
        ("Title\n\na,b,c\n1,2,3\n4,5,6\n", ",", 3, .lf),
        ("a,b;c,d\n1,2;3,4\n", ",", 3, .lf),
        ("name\tnote\nx\ta, b\ny\tc\n", "\t", 2, .lf),
        ("a,b\n1,2\n1,2\n1,2,3\n", ",", 2, .lf),
      ]

  @Test(arguments: rows, blockSizes)
  func `the delimiter that makes records alike wins`(
    row: (text: String, delimiter: Character, fields: Int?, lineEnds: Dialect.LineEnds),
    blockSize: Int
  ) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var reading = Reading(blockSize: blockSize)
    reading.delimiter = nil
    let reader = try reading.reader(of: file.path)
    let detection = reader.detection
    #expect(detection.dialect.delimiter == row.delimiter.asciiValue)
    #expect(detection.dialect.lineEnds == row.lineEnds)
    #expect(detection.fieldCount == row.fields)
    #expect(!detection.isRequested)
    #expect(detection.candidates.count == DialectDetection.delimiters.count)
  }

  @Test func `a delimiter that was asked for is used`() throws {
    let file = try TemporaryFile(Array("a,b:c\n1,2:3\n".utf8))
    var reading = Reading()
    reading.delimiter = 0x3A
    let reader = try reading.reader(of: file.path)
    let detection = reader.detection
    #expect(detection.isRequested)
    #expect(detection.dialect.delimiter == 0x3A)
    #expect(detection.fieldCount == 2)
  }

  @Test func `the last line of a long head does not count`() throws {
    let file = try TemporaryFile(Array((String(repeating: "a,b\n", count: 10) + "a;b;c;d").utf8))
    var reading = Reading()
    reading.limits.headBytes = 42
    reading.delimiter = nil
    let reader = try reading.reader(of: file.path)
    let best = reader.detection.candidates.first
    #expect(
      best == DialectDetection.Candidate(delimiter: 0x2C, records: 10, fields: 2, agreeing: 10))
  }

  @Test(arguments: [
    (UInt8(0x2C), "comma"), (0x3B, "semicolon"), (0x09, "tab"), (0x7C, "pipe"), (0x3A, ":"),
    (0x01, "0x1"),
  ])
  func `a delimiter has a name`(byte: UInt8, name: String) {
    #expect(Dialect(delimiter: byte).delimiterName == name)
  }
}
