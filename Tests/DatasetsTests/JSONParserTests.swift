import Testing

@testable import Datasets

struct JSONParserTests {
  /// The value as JSON again, without white space.
  private func text(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let number): number
    case .string(let string): "'\(string)'"
    case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "'\($0.name)':\(text($0.value))" }.joined(separator: ",") + "}"
    }
  }

  @Test(
    "JSON",
    arguments: [
      ("null", "null"), (" true ", "true"), ("false", "false"), ("0", "0"), ("-0", "-0"),
      ("12.50e+3", "12.50e+3"), ("1E-2", "1E-2"), ("\"\"", "''"), ("[]", "[]"), ("{}", "{}"),
      ("[ 1 , [ ] , { } ]", "[1,[],{}]"), ("{\"a\":1,\"b\":[null]}", "{'a':1,'b':[null]}"),
      ("\u{FEFF}\r\n\t[1]\n", "[1]"), (#""\"\\\/\b\f\n\r\t""#, "'\"\\/\u{8}\u{C}\n\r\t'"),
      (#""\u00e9\u20AC\uD83D\uDE00\u0000""#, "'é€😀\0'"), (#""é€😀""#, "'é€😀'"),
      (#"{"\u0061":1}"#, "{'a':1}"),
    ])
  func accepted(json: String, expected: String) throws {
    #expect(text(try JSONParser.parse(Array(json.utf8))) == expected)
  }

  @Test(
    "what isn't JSON, with its line",
    arguments: [
      ("", 1, "expected a value but found the end of the file"),
      ("\n\n", 3, "expected a value but found the end of the file"),
      ("{", 1, "expected a name in quotes but found the end of the file"),
      ("{\n\"a\"", 2, "expected \":\" but found the end of the file"),
      ("{\"a\" 1}", 1, "expected \":\" but found \"1\""),
      ("{\"a\":1,}", 1, "expected a name in quotes but found \"}\""),
      ("{\"a\":1 \"b\"}", 1, "expected \",\" or \"}\" but found \"\\\"\""),
      ("{\"a\":1,\n\"a\":2}", 2, "the name \"a\" is there twice"),
      ("[1,]", 1, "expected a value but found \"]\""),
      ("[1\n2]", 2, "expected \",\" or \"]\" but found \"2\""),
      ("[", 1, "expected a value but found the end of the file"),
      ("1 2", 1, "expected the end of the file but found \"2\""),
      ("01", 1, "expected the end of the file but found \"1\""),
      ("-", 1, "expected a value but found the end of the file"),
      ("1.", 1, "expected a digit but found the end of the file"),
      ("1e", 1, "expected a digit but found the end of the file"),
      ("+1", 1, "expected a value but found \"+\""), ("tru", 1, "expected a value but found \"t\""),
      ("nul", 1, "expected a value but found \"n\""),
      ("'a'", 1, "expected a value but found \"'\""),
      ("\"a", 1, "expected a closing quote but found the end of the file"),
      ("\"a\nb\"", 1, "expected a closing quote but found \"\\n\""),
      (#""\x""#, 1, "expected an escape but found \"x\""),
      (#""\"#, 1, "expected an escape but found the end of the file"),
      (#""\u12G4""#, 1, "expected four hexadecimal digits but found \"G\""),
      (#""\uD83D""#, 1, "expected the second half of a character but found \"\\\"\""),
      (#""\uD83D\u0041""#, 1, "expected the second half of a character but found \"\\\"\""),
      (#""\uDE00""#, 1, "expected a character but found \"\\\"\""),
      ("// x", 1, "expected a value but found \"/\""),
    ])
  func refused(json: String, line: Int, message: String) {
    #expect(throws: JSONError(line: line, message: message)) {
      try JSONParser.parse(Array(json.utf8))
    }
  }

  @Test func `text that isn't UTF-8 is refused`() {
    #expect(throws: JSONError(line: 1, message: #"expected UTF-8 but found "a\xF1""#)) {
      try JSONParser.parse([0x22, 0x61, 0xF1, 0x22])
    }
  }

  @Test func `nesting has a limit`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONParser.parse(nested(64))
    #expect(throws: JSONError(line: 1, message: "nested deeper than 64 levels")) {
      try JSONParser.parse(nested(65))
    }
    #expect(throws: JSONError.self) {
      try JSONParser.parse([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
    }
  }

  @Test func `nodes know their lines`() throws {
    let node = try JSONParser.parse(Array("{\n\"a\":\n[1,\n2]}".utf8))
    guard case .object(let members) = node.value, case .array(let elements) = members[0].value.value
    else {
      Issue.record("not the object that was written")
      return
    }
    #expect([node.line, members[0].value.line] + elements.map(\.line) == [1, 3, 3, 4])
  }
}
