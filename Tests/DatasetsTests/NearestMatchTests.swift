import Testing

@testable import Datasets

struct NearestMatchTests {
  @Test(arguments: [
    ("list", "list"), ("lsit", "list"), ("lst", "list"), ("llist", "list"), ("LIST", "list"),
    ("imp", "import"), ("improt", "import"), ("migarte", "migrate"), ("rejcts", "rejects"),
    ("runs", "runs"), ("run", "runs"), ("x", nil), ("", nil), ("banana", nil), ("-", nil),
  ])
  func `the nearest command`(word: String, expected: String?) {
    let commands = ["import", "list", "migrate", "rejects", "runs"]
    #expect(NearestMatch.of(word, in: commands) == expected)
  }

  @Test(arguments: [("pu", "up"), ("UP", "up"), ("ddi", "did"), ("xp", nil), ("u", nil)])
  func `letters swapped in a short word`(word: String, expected: String?) {
    #expect(NearestMatch.of(word, in: ["up", "down", "did"]) == expected)
  }

  @Test func `the first of equally near words wins`() {
    #expect(NearestMatch.of("lint", in: ["list", "line"]) == "list")
  }

  @Test func `no candidate, no suggestion`() {
    #expect(NearestMatch.suggestion(for: "list", in: []) == "")
    #expect(NearestMatch.suggestion(for: "lst", in: ["list"]) == "; did you mean 'list'?")
  }
}
