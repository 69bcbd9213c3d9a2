import SeedSupport
import Testing

@testable import Migrations

struct SQLTokensTests {
  @Test(arguments: [
    ("", []), (" \t\n", []), ("-- a\n/* b\n*/", []), ("/* open", []),
    ("SELECT a.b,1.5", ["SELECT", "a", ".", "b", ",", "1", ".", "5"]),
    ("'it''s' \"a\"\"b\" `c` [d e]", ["'it''s'", "\"a\"\"b\"", "`c`", "[d e]"]),
    ("'open", ["'open"]), ("a--b\nc", ["a", "c"]), ("a/*b*/c", ["a", "c"]), ("-", ["-"]),
    ("é=x'ab'", ["é", "=", "x", "'ab'"]),
  ])
  func `a text is taken apart`(_ sql: String, _ tokens: [String]) {
    #expect(SQLTokens(sql).map(\.text) == tokens)
  }

  @Test func `tokens have lines, whatever is in them`() {
    let tokens = SQLTokens("a\n'b\n\nc' d /* \n */ e -- x\nf")
    #expect(tokens.map(\.line) == [1, 2, 4, 5, 6])
  }

  @Test(arguments: [("\"a\"\"b\"", "a\"b"), ("[a]", "a"), ("`a`", "a"), ("a", "a"), ("'a'", "a")])
  func `a name comes out of its quotes`(_ sql: String, _ name: String) {
    #expect(SQLTokens(sql).map(\.name) == [name])
  }

  @Test(arguments: [
    ("CREATE TABLE t(a)", "create  table \"t\" ( a ) -- x", true),
    ("CREATE TABLE [t](a)", "CREATE TABLE `t`(a)", true),
    ("CREATE TABLE t(a DEFAULT 'X')", "CREATE TABLE t(a DEFAULT 'x')", false),
    ("CREATE TABLE t(a)", "CREATE TABLE t(a, b)", false),
    ("CREATE TABLE \"t 1\"(a)", "CREATE TABLE [t 1](a)", true),
    ("CREATE TABLE \"t 1\"(a)", "CREATE TABLE t(a)", false),
  ])
  func `two ways to write the same are the same`(_ first: String, _ second: String, _ same: Bool) {
    #expect((SQLTokens.canonical(first) == SQLTokens.canonical(second)) == same)
  }

  @Test func `any text comes to an end, and no token is made up`() {
    let pieces = [
      " ", "\n", "--", "/*", "*/", "'", "\"", "`", "[", "]", "a", "é", "1", ";", "(", "x'",
    ]
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      var rest = text.utf8[...]
      for token in SQLTokens(text) {
        #expect(!token.text.isEmpty)
        guard let range = Substring(rest).firstRange(of: token.text) else {
          Issue.record("\(token.text) is not in \(text.debugDescription)")
          break
        }
        rest = rest[range.upperBound...]
      }
    }
  }
}
