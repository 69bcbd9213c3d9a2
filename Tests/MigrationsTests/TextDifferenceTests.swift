import SeedSupport
import Testing

@testable import Migrations

struct TextDifferenceTests {
  @Test(arguments: [
    ("", "", []), ("a\nb", "a\r\nb\n", []), ("a", "b", ["- a", "+ b"]), ("", "a", ["+ a"]),
    ("a\nb\nc", "a\nx\nc", ["  a", "- b", "+ x", "  c"]),
    ("a\nb", "b", ["- a", "  b"]),
    ("1\n2\n3\n4\n5\n6\n7", "1\n2\n3\n4\n5\n6\n7\n8", ["  …", "  6", "  7", "+ 8"]),
    (
      "a\n1\n2\n3\n4\n5\n6\nb", "x\n1\n2\n3\n4\n5\n6\ny",
      ["- a", "+ x", "  1", "  2", "  …", "  5", "  6", "- b", "+ y"]
    ),
  ])
  func `the lines that differ are shown with those around them`(
    _ old: String, _ new: String, _ lines: [String]
  ) {
    let difference = TextDifference(old, new)
    #expect(difference.excerpt() == lines)
    #expect(difference.isEmpty == lines.isEmpty)
  }

  @Test func `applying a difference gives the other text`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          ["a", "b", "c"].randomElement(using: &generator) ?? ""
        }
      }
      let lines = TextDifference(texts[0].joined(separator: "\n"), texts[1].joined(separator: "\n"))
        .lines
      let old = lines.compactMap { line -> String? in
        switch line {
        case .same(let text), .removed(let text): text
        case .added: nil
        }
      }
      let new = lines.compactMap { line -> String? in
        switch line {
        case .same(let text), .added(let text): text
        case .removed: nil
        }
      }
      #expect(old == texts[0])
      #expect(new == texts[1])
    }
  }

  @Test func `texts that have little in common are shown one after the other`() {
    let old = (0..<1_001).map { "old \($0)" }
    let new = (0..<1_001).map { "new \($0)" }
    let difference = TextDifference(
      (["same"] + old).joined(separator: "\n"), (["same"] + new).joined(separator: "\n"))
    #expect(difference.lines == [.same("same")] + old.map { .removed($0) } + new.map { .added($0) })
    #expect(
      difference.excerpt(limit: 3) == ["  same", "- old 0", "- old 1", "  … 2000 more lines"])
  }

  @Test(arguments: [("a\nb", "a\nc", 2), ("a", "a\nb", 2), ("b\na", "a", 1)])
  func `a difference starts on a line`(_ old: String, _ new: String, _ line: Int) {
    #expect(TextDifference(old, new).firstLine == line)
    #expect(TextDifference(old, old).firstLine == nil)
  }
}
