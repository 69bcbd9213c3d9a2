import Datasets

/// Finds out which command a command line names, and with which options and operands.
///
/// The grammar is the GNU one (`getopt_long(3)`), but long names are never abbreviated: options and
/// operands in any order, `--name value`, `--name=value`, `-n value`, `-nvalue`, letters grouped,
/// `--` before operands that start with a dash, and `-` is an operand.
struct ArgumentParser: Sendable {
  /// What a command line asks for.
  enum Request: Sendable {
    /// To run a command.
    case run(Command.Body, ParsedArguments)
    /// To show the help page of what these words name; of the whole program when there are none.
    case help([String])
    /// To show the program's version; as JSON where `--json` stands beside it.
    case version(asJSON: Bool)
    /// Nothing: no command is named, and these words name a group of them at best.
    case nothing([String])
  }

  /// The commands that there are.
  let commands: [Command]

  /// Understands a command line.
  ///
  /// - Parameter words: the command line without the program's name.
  /// - Returns: what it asks for. `--help` and `--version` win over whatever else is there, wrong
  ///   or not.
  /// - Throws: `UsageError` for the first thing that is wrong.
  func parse(_ words: [String]) throws(UsageError) -> Request {
    let sighting = sight(words)
    if sighting.asksForHelp { return .help(sighting.path) }
    if sighting.asksForVersion {
      return .version(asJSON: words.prefix { $0 != "--" }.contains("--json"))
    }
    guard let command = command(at: sighting.path, before: sighting.firstOperand),
      case .run(let body) = command.action
    else {
      if let word = sighting.firstOperand { throw unknownCommand(word, in: sighting.path) }
      if let option = sighting.unknownOption { throw unknownOption(option, in: sighting.path) }
      return .nothing(sighting.path)
    }
    var reader = ArgumentReader(command: command, commandWords: nextWords(after: command.path))
    for (index, word) in words.enumerated() where !sighting.commandWords.contains(index) {
      try reader.take(word)
    }
    return .run(body, try reader.finish())
  }

  /// The command whose words these are.
  func command(named path: [String]) -> Command? {
    commands.first { $0.path == path }
  }

  /// The words that can follow these, to name a command.
  func nextWords(after path: [String]) -> [String] {
    var words: [String] = []
    for command in commands where command.path.count > path.count && command.path.starts(with: path)
    {
      let word = command.path[path.count]
      if !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// An error about a word that is no command.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - path: the words before it, which do name a group of commands.
  ///   - others: what else could have been meant.
  /// - Returns: the error, with the nearest command.
  func unknownCommand(
    _ word: String, in path: [String], or others: [String] = []
  ) -> UsageError {
    let words = nextWords(after: path) + others
    let prefix = path.map { $0 + " " }.joined()
    return UsageError(
      message: "unknown command '\(prefix)\(TerminalText.escaped(word))'"
        + NearestMatch.suggestion(for: word, in: words, prefix: prefix),
      path: path)
  }

  private func unknownOption(_ option: String, in path: [String]) -> UsageError {
    let name = String(option.drop { $0 == "-" }.prefix { $0 != "=" })
    let names = ([Option.help, .version] + commands.flatMap(\.options)).map(\.name)
    let near =
      option.hasPrefix("--") ? NearestMatch.suggestion(for: name, in: names, prefix: "--") : ""
    return UsageError(
      message: "unknown option '\(TerminalText.escaped(option))'" + near, path: path)
  }

  /// The command at `path`, or the one that stands in for it when no operand follows.
  private func command(at path: [String], before operand: String?) -> Command? {
    guard let named = command(named: path) else { return nil }
    guard case .group(let standIn) = named.action else { return named }
    guard let standIn, operand == nil else { return nil }
    return command(named: path + [standIn])
  }
}

// MARK: The words of the command

extension ArgumentParser {
  /// What can be seen before it is known which options count.
  private struct Sighting {
    /// The words of the command.
    var path: [String] = []
    /// Where they stand on the command line.
    var commandWords: Set<Int> = []
    /// The first word after them that is no option.
    var firstOperand: String?
    /// The first option that no command has.
    var unknownOption: String?
    var asksForHelp = false
    var asksForVersion = false
  }

  /// Looks for the words of the command among the options, which may stand before and between them.
  private func sight(_ words: [String]) -> Sighting {
    var sighting = Sighting()
    var isValue = false
    for (index, word) in words.enumerated() {
      if isValue {
        isValue = false
      } else if word == "--" {
        if sighting.firstOperand == nil, index + 1 < words.count {
          sighting.firstOperand = words[index + 1]
        }
        break
      } else if word.hasPrefix("-"), word != "-" {
        isValue = note(option: word, in: &sighting)
      } else if sighting.firstOperand == nil {
        if nextWords(after: sighting.path).contains(word) {
          sighting.path.append(word)
          sighting.commandWords.insert(index)
        } else {
          sighting.firstOperand = word
        }
      }
    }
    return sighting
  }

  /// Notes what an option says about the command.
  ///
  /// - Returns: whether the next word is the option's value.
  private func note(option word: String, in sighting: inout Sighting) -> Bool {
    if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      if word == "--help" { sighting.asksForHelp = true }
      if word == "--version" { sighting.asksForVersion = true }
      guard let option = anyOption({ $0.name == name }) else {
        sighting.unknownOption = sighting.unknownOption ?? word
        return false
      }
      return option.value != nil && !word.contains("=")
    }
    let letters = word.dropFirst()
    for (position, letter) in zip(letters.indices, letters) {
      if letter == Option.help.letter { sighting.asksForHelp = true }
      guard let option = anyOption({ $0.letter == letter }) else {
        sighting.unknownOption = sighting.unknownOption ?? word
        return false
      }
      if option.value != nil { return letters.index(after: position) == letters.endIndex }
    }
    return false
  }

  /// An option of any command; the same one takes a value in all of them or in none.
  private func anyOption(_ isMeant: (Option) -> Bool) -> Option? {
    if let common = [Option.help, .version].first(where: isMeant) { return common }
    for command in commands {
      if let option = command.options.first(where: isMeant) { return option }
    }
    return nil
  }
}
