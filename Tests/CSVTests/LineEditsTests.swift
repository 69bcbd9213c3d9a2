import Testing

@testable import CSV

struct LineEditsTests {
  private static func edits(
    _ line: String, width: Int, delimiter: Delimiter = .comma
  ) -> LineEdits {
    LineEdits(Array(line.utf8), Dialect(delimiter: delimiter), width: width)
  }

  private static func texts(_ edits: [LineEdit]) -> [String] {
    edits.map { edit in
      edit.fields.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
    }
  }

  @Test func `a line is tried with each other delimiter that it has`() {
    #expect(Self.texts(Self.edits("a;b;c", width: 3).otherDelimiters()) == ["a|b|c"])
    #expect(Self.texts(Self.edits("a;b|c", width: 2).otherDelimiters()) == ["a|b|c", "a;b|c"])
    #expect(Self.edits("a;b", width: 3).otherDelimiters().isEmpty)
    #expect(Self.edits("a,b,c", width: 3).otherDelimiters().isEmpty)
  }

  @Test func `half of a delimiter is another one where the whole is not there`() throws {
    let twice = try #require(Delimiter("||"))
    #expect(Self.texts(Self.edits("a|b", width: 2, delimiter: twice).otherDelimiters()) == ["a|b"])
    #expect(Self.edits("a||b", width: 3, delimiter: twice).otherDelimiters().isEmpty)
  }

  @Test func `an empty field is left out or put in`() {
    #expect(Self.texts(Self.edits("a,,b,", width: 3).withoutEmptyField()) == ["a|b|", "a||b"])
    #expect(Self.texts(Self.edits("a,,,b", width: 3).withoutEmptyField()) == ["a||b"])
    #expect(Self.edits("a,b", width: 2).withoutEmptyField().isEmpty)
    #expect(Self.texts(Self.edits("a,b", width: 3).withEmptyField()) == ["|a|b", "a||b", "a|b|"])
  }

  @Test func `a quote is left out`() {
    #expect(Self.texts(Self.edits("\"a,1", width: 2).withoutOneQuote()) == ["a|1"])
    #expect(Self.texts(Self.edits("\"\"a, b\",1", width: 2).withoutOneQuote()) == ["a, b|1"])
  }

  @Test func `quotes are read in the way that leaves the fewest in fields without quotes`() {
    #expect(Self.texts(Self.edits("\"\"a, b\",1", width: 2).quoteReadings()) == ["\"a, b|1"])
    #expect(Self.texts(Self.edits("x\"a, b\",1", width: 3).quoteReadings()) == ["x|a, b|1"])
    #expect(Self.texts(Self.edits("\"a \"b\" c\",1", width: 2).quoteReadings()) == ["a \"b\" c|1"])
  }

  @Test func `a line that is too long is left alone`() {
    let line = String(repeating: "a;", count: LineEdits.lineBytes)
    #expect(Self.edits(line, width: LineEdits.lineBytes + 1).otherDelimiters().isEmpty)
  }
}
