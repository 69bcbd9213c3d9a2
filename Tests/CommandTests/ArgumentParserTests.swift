import Testing

@testable import bank_etl

struct ArgumentParserTests {
  private static let limit = Option.valued("limit", letter: "n", "N", .count, help: "how many")
  private static let name = Option.valued("name", letter: "o", "NAME", .text, help: "a name")
  private static let quiet = Option.flag("quiet", letter: "q", help: "silence")
  private static let force = Option.flag("force", letter: "f", help: "anyway")

  private static let parser = ArgumentParser(commands: [
    command(["load"], [file(isRepeated: true)], [limit, name, quiet, force]),
    command(["move"], [file(), file("TO")], [quiet]),
    Command(path: ["change"], summary: "s", action: .group(default: "up")),
    command(["change", "up"], [], [limit]),
    command(["change", "down"], [], [quiet]),
    Command(path: ["only"], summary: "s", action: .group(default: nil)),
    command(["only", "this"], [], []),
    command(["runs"], [file("RUN", isOptional: true)], [quiet]),
    command(["runs", "changes"], [file("RUN")], [quiet]),
  ])

  private static func command(
    _ path: [String], _ operands: [Operand], _ options: [Option]
  ) -> Command {
    Command(
      path: path, summary: "s", operands: operands, options: options,
      action: .run { _ in .success })
  }

  private static func file(
    _ name: String = "FILE", isOptional: Bool = false, isRepeated: Bool = false
  ) -> Operand {
    Operand(name: name, kind: .file, help: "h", isOptional: isOptional, isRepeated: isRepeated)
  }

  /// What a command line asks for, in short: `load a b | limit=5 quiet=`.
  private static func summary(of line: String) throws -> String {
    switch try parser.parse(line.split(separator: " ").map { $0 == "''" ? "" : String($0) }) {
    case .run(_, let arguments):
      let options = arguments.command.options.flatMap { option in
        arguments.texts(option).map { "\(option.name)=\($0)" }
      }
      return (arguments.command.path + arguments.operands).joined(separator: " ")
        + (options.isEmpty ? "" : " | " + options.joined(separator: " "))
    case .help(let path): return (["help:"] + path).joined(separator: " ")
    case .version: return "version"
    case .nothing(let path): return (["nothing:"] + path).joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("load a", "load a"),
    ("load --limit 5 a", "load a | limit=5"),
    ("--limit 5 load a", "load a | limit=5"),
    ("-qn 5 load a", "load a | limit=5 quiet="),
    ("-n5 load a", "load a | limit=5"),
    ("--limit=5 change up", "change up | limit=5"),
    ("change --limit 5 up", "change up | limit=5"),
    ("change", "change up"),
    ("change --limit 5", "change up | limit=5"),
    ("change down -q", "change down | quiet="),
    ("load load", "load load"),
    ("load change", "load change"),
    ("runs", "runs"),
    ("runs 7", "runs 7"),
    ("runs changes 7", "runs changes 7"),
    ("runs -q changes 7", "runs changes 7 | quiet="),
    ("runs -- changes", "runs changes"),
    ("", "nothing:"),
    ("only", "nothing: only"),
    ("--quiet", "nothing:"),
    ("--help", "help:"),
    ("-h", "help:"),
    ("load --help", "help: load"),
    ("--help load", "help: load"),
    ("load -qh", "help: load"),
    ("load --bogus --help", "help: load"),
    ("load --limit x --help", "help: load"),
    ("load --name --help a", "load a | name=--help"),
    ("load -- --help", "load --help"),
    ("change up --help", "help: change up"),
    ("change --help", "help: change"),
    ("--version", "version"),
    ("load --version", "version"),
    ("--bogus --version", "version"),
  ])
  func `a command line asks for`(line: String, expected: String) throws {
    #expect(try Self.summary(of: line) == expected)
  }

  @Test(arguments: [
    ("lod a", "unknown command 'lod'; did you mean 'load'?", ""),
    ("LOAD a", "unknown command 'LOAD'; did you mean 'load'?", ""),
    ("banana", "unknown command 'banana'", ""),
    ("change upp", "unknown command 'change upp'; did you mean 'change up'?", "change"),
    ("change up x", "unexpected operand \"x\"", "change up"),
    ("only thsi", "unknown command 'only thsi'; did you mean 'only this'?", "only"),
    ("--bogus", "unknown option '--bogus'", ""),
    ("-- load a", "unknown command 'load'; did you mean 'load'?", ""),
    ("move a", "missing operand: expected 'bank-etl move FILE TO [OPTION]...'", "move"),
    ("move a b c", "unexpected operand \"c\"", "move"),
    ("runs 1 2", "unexpected operand \"2\"", "runs"),
    ("move a b --limit 5", "unknown option '--limit'", "move"),
  ])
  func `a wrong command line is told`(line: String, message: String, path: String) {
    let error = #expect(throws: UsageError.self) { try Self.summary(of: line) }
    #expect(error?.message == message)
    #expect(error?.path.joined(separator: " ") == path)
  }
}
