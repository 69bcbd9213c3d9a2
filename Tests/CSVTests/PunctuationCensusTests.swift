import Testing

@testable import CSV
@testable import Input

struct PunctuationCensusTests {
  typealias Case = DialectDetectionTests.Case

  /// Delimiters of two characters, and cells that hold one of these, or lines.
  static let pairs: [Case] =
    ["|", ";", "\t", ":", "^"].flatMap { one in
      [
        Case("a#b#c\n1#\"x|y\"#3\n2#y#4\n", one),
        Case("a#b#c\n1#\"x ||| \"\"y\"#3\n2#y#4\n", one),
        Case("\"a\"#\"b|c\"#\"d\"\n\"1\"#\"x\"#\"3\"\n\"2\"#\"y\"#\"4\"\n", one),
        Case("a#b#c\n1#x|y#3\n2#y#4\n3#y#4\n", one),
        Case("a#b#c\n1#\"k\nl\nm\nn\no\"#3\n2#y#4\n\n\n", one),
      ]
    } + [
      Case("id, note\n1, \"k\nl\nm\nn\"\n2, \"k\nl\nm\nn\"\n", ", ", 2),
      Case(
        "text;,amount\r\n\"k\ns\";,606,26\r\n\"s\nt\";,647,19\r\n\"o\ns\";,753,30\r\n\r\n", ";,",
        2, lineEnds: .mixed),
      Case("a;;c\n1;;3\n2;;4\n3;x;5\n", ";", 3),
      Case("a;b;c\n1;;3\n2;;4\n3;;5\n4;;\n5;;6;7\n", ";", 3),
      Case("a;b;c\n1;\";;\";3\n2;\";;\";4\n", ";", 3),
    ]

  @Test(arguments: pairs, blockSizes)
  func `a cell that holds half of a delimiter or lines hides none`(row: Case, blockSize: Int) throws
  {
    try DialectDetectionTests().`the dialect that makes records alike wins`(
      row: row, blockSize: blockSize)
  }
}

extension DialectDetectionTests.Case {
  /// A text of three fields with `#` for a delimiter that is a character twice, and `|` for that one.
  fileprivate init(_ text: String, _ character: String) {
    let twice = character + character
    let written = text.split(separator: "#", omittingEmptySubsequences: false).map {
      $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: character)
    }
    self.init(written.joined(separator: twice), twice, 3)
  }
}
