import Testing

@testable import CSV
@testable import Input

/// What may divide a text, and does not.
struct UndividedTextTests {
  @Test(
    arguments: [
      ("10 20 30\n40 50 60\n", 3, false), ("1 2\n3 4\n5 6\n", 2, false),
      ("1 234\n5 678\n", nil, false),
      ("1 2\n", nil, false), ("1 2\n3 4 5\n", nil, false),
      ("2020-01-02 10:30\n2020-01-03 11:30\n", nil, false),
      ("a b c\n1 2 3\n4 5 6\n", nil, false), ("id  name\n1   red pen\n2   cup\n", nil, true),
      ("  a\n  b  \n", nil, false), ("note\nsome  text\nother text\n", nil, false),
    ] as [(String, Int?, Bool)])
  func `spaces that may divide a text and do not are told`(
    text: String, numbers: Int?, isAligned: Bool
  ) throws {
    let file = try TemporaryFile(Array(text.utf8))
    var reading = Reading()
    reading.request = DialectRequest()
    let detection = try reading.reader(of: file.path).detection
    #expect(detection.spacedNumbers?.fields == numbers)
    #expect(detection.isAligned == isAligned)
  }

  @Test(
    arguments: [
      ("\"a,b\"\n\"1,2\"\n", 1), ("\"a,b,c\"\r\n\"1,2,3\"\r\n", 2), ("\"a,b\"\n", nil),
      ("\"Lee, Ann\"\n\"Ray, Bob\"\n", nil), ("\"a,b\"\n\"1,2,3\"\n", nil),
      ("\"a\",\"b\"\n\"1\",\"2\"\n", nil),
      ("\"a\"\n\"b\"\n", nil), ("\"a,b\"\n1\n", nil),
    ] as [(String, Int?)])
  func `commas in lines that are in quotes are told`(text: String, commas: Int?) throws {
    let file = try TemporaryFile(Array(text.utf8))
    var reading = Reading()
    reading.request = DialectRequest()
    #expect(try reading.reader(of: file.path).detection.quotedCommas == commas)
  }
}
