import Testing

@testable import bank_etl

struct ParagraphTests {
  @Test(arguments: [
    ("", 10, 0, "\n"), ("one", 10, 0, "one\n"), ("one two", 7, 0, "one two\n"),
    ("one two", 6, 0, "one\ntwo\n"), ("one two", 8, 2, "  one\n  two\n"),
    ("incomprehensible x", 5, 0, "incomprehensible\nx\n"), ("a\n\nb c", 10, 1, " a\n\n b c\n"),
  ])
  func `text is broken between words`(
    text: String, columns: Int, indentation: Int, expected: String
  ) {
    #expect(Paragraph.wrapped(text, columns: columns, indentation: indentation) == expected)
  }

  @Test(arguments: [
    ("", 5, [""]), ("a  b", 5, ["a  b"]), ("a  b c", 5, ["a b c"]), ("one two", 5, ["one", "two"]),
    ("incomprehensible x", 7, ["incompr", "ehensib", "le x"]), ("銀行東京 x", 5, ["銀行", "東京", "x"]),
    ("銀行", 1, ["銀", "行"]),
  ])
  func `a terminal has to break no line`(text: String, columns: Int, lines: [String]) {
    #expect(Paragraph.lines(text, columns: columns) == lines)
  }

  @Test func `meanings stand beside their terms, or below long ones`() {
    let rows = [("a", "one two three"), ("a-very-long-term", "four")]
    #expect(
      Paragraph.definitions(rows, columns: 24) == """
          a         one two
                    three
          a-very-long-term
                    four

        """)
    #expect(Paragraph.definitions([("ab", "x"), ("c", "y")], columns: 80) == "  ab  x\n  c   y\n")
    #expect(Paragraph.definitions([], columns: 80) == "")
  }
}
