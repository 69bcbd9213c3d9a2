import Testing

@testable import bank_etl

/// Rules for the descriptions of all commands.
struct CommandTests {
  private static let parser = ArgumentParser(commands: Command.all)

  @Test func `names are unique, and a command's words start with a command`() {
    #expect(Set(Command.all.map(\.path)).count == Command.all.count)
    for command in Command.all where command.path.count > 1 {
      #expect(Self.parser.command(named: Array(command.path.dropLast())) != nil)
    }
  }

  @Test func `a group's stand-in exists`() {
    for command in Command.all {
      guard case .group(let standIn?) = command.action else { continue }
      #expect(Self.parser.command(named: command.path + [standIn]) != nil, "\(command.name)")
    }
  }

  @Test func `an option is the same everywhere`() {
    var known: [String: Option] = [:]
    for option in Command.all.flatMap(\.options) + [.help, .version] {
      let other = known[option.name] ?? option
      #expect(other.letter == option.letter, "--\(option.name)")
      #expect((other.value == nil) == (option.value == nil), "--\(option.name)")
      known[option.name] = option
    }
    let letters = known.values.compactMap(\.letter)
    #expect(Set(letters).count == letters.count, "a letter stands for two options")
  }

  @Test func `names and letters of a command's options are unique`() {
    for command in Command.all {
      let names = (command.options + [.help]).map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }

  @Test func `a default is a value that would be accepted`() {
    for option in Command.all.flatMap(\.options) {
      guard let value = option.value, let text = value.defaultText else { continue }
      #expect(value.kind.complaint(about: text, of: "--\(option.name)") == nil)
    }
  }

  @Test func `only the last operand is optional or repeated`() {
    for command in Command.all {
      #expect(!command.operands.dropLast().contains { $0.isOptional || $0.isRepeated })
    }
  }

  @Test func `summaries and help texts are one sentence in lower case without a full stop`() {
    let texts = Command.all.flatMap {
      [$0.summary] + $0.options.map(\.help) + $0.operands.map(\.help)
    }
    for text in texts {
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("\n"), "\(text)")
      #expect(text.prefix(1) == text.prefix(1).lowercased() || text.hasPrefix("JSON"), "\(text)")
    }
  }

  @Test func `every command that runs has an example, and examples can be parsed`() throws {
    for command in Command.all {
      if case .run = command.action { #expect(!command.examples.isEmpty, "\(command.name)") }
      for example in command.examples {
        // What another program of a pipeline does is not ours to parse.
        let own = example.commandLine.split(separator: "|").first { $0.contains("bank-etl ") }
        let words = try #require(own, "\(example.commandLine)").split(separator: " ")
          .drop { $0 != "bank-etl" }.dropFirst().prefix { $0 != ">" && $0 != "<" }
        let request = try Self.parser.parse(words.map { $0.filter { $0 != "'" } })
        guard case .run(_, let arguments) = request else {
          Issue.record("\(example.commandLine) runs nothing")
          continue
        }
        #expect(arguments.command.path.starts(with: command.path), "\(example.commandLine)")
      }
    }
  }
}
