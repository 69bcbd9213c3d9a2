import Testing

@testable import bank_etl

struct ArgumentReaderTests {
  private static let command = Command(
    path: ["load"], summary: "s",
    operands: [Operand(name: "FILE", kind: .file, help: "h", isRepeated: true)],
    options: [
      .valued("limit", letter: "n", "N", .count, help: "h"),
      .valued("name", letter: "o", "NAME", .text, help: "h"),
      .flag("quiet", letter: "q", help: "h"),
      .flag("force", letter: "f", help: "h"),
    ], action: .run { _ in .success })

  /// The operands and options of a command line, in short: `a b | limit=5 quiet=`.
  private static func summary(of line: String) throws -> String {
    var reader = ArgumentReader(command: command)
    for word in line.split(separator: " ") { try reader.take(word == "''" ? "" : String(word)) }
    let arguments = try reader.finish()
    let options = command.options.flatMap { option in
      arguments.texts(option).map { "\(option.name)=\($0)" }
    }
    return (arguments.operands + (options.isEmpty ? [] : ["|"]) + options).joined(separator: " ")
  }

  @Test(arguments: [
    ("a b c", "a b c"),
    ("-", "-"),
    ("a --limit 5", "a | limit=5"),
    ("a --limit=5", "a | limit=5"),
    ("a -n 5", "a | limit=5"),
    ("a -n5", "a | limit=5"),
    ("a -qn5", "a | limit=5 quiet="),
    ("a -qfn 5", "a | limit=5 quiet= force="),
    ("a -qf -q", "a | quiet= quiet= force="),
    ("a --name= ", "a | name="),
    ("a --name=x=y", "a | name=x=y"),
    ("a -o=x", "a | name==x"),
    ("a --name --quiet", "a | name=--quiet"),
    ("a --name x --name y", "a | name=x name=y"),
    ("-- --limit -q", "--limit -q"),
    ("a -- --", "a --"),
    ("--name -- a", "a | name=--"),
  ])
  func `options and operands are told apart`(line: String, expected: String) throws {
    #expect(try Self.summary(of: line) == expected)
  }

  @Test(arguments: [
    ("", "missing operand: expected 'bank-etl load FILE... [OPTION]...'"),
    ("''", "expected a path for FILE but found \"\""),
    ("a --lim 5", "unknown option '--lim'; did you mean '--limit'?"),
    ("a --limits=5", "unknown option '--limits'; did you mean '--limit'?"),
    ("a --hepl", "unknown option '--hepl'; did you mean '--help'?"),
    ("a -x", "unknown option '-x'"),
    ("a -qx", "unknown option '-x'"),
    ("a -5", "unknown option '-5'"),
    ("a --limit", "expected N after --limit"),
    ("a -qn", "expected N after -n"),
    ("a --quiet=yes", "expected no value for --quiet but found \"yes\""),
    ("a --limit x", "expected a whole number for --limit but found \"x\""),
    ("a --limit --quiet", "expected a whole number for --limit but found \"--quiet\""),
    ("a -nx", "expected a whole number for -n but found \"x\""),
    ("a --limit 0", "expected 1 or more for --limit but found \"0\""),
    ("a --limit x --bogus", "expected a whole number for --limit but found \"x\""),
    ("a --\u{1b}[2J", "unknown option '--\\u{1b}[2J'"),
  ])
  func `a word without a place is told`(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try Self.summary(of: line) }
    #expect(error?.message == message)
    #expect(error?.path == ["load"])
  }

  @Test func `an empty word is an operand`() throws {
    var reader = ArgumentReader(
      command: Command(
        path: [], summary: "s", operands: [Operand(name: "TEXT", kind: .text, help: "h")],
        action: .run { _ in .success }))
    try reader.take("")
    #expect(try reader.finish().operands == [""])
  }
}
