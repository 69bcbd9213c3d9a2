import Datasets
import Input
import Records

/// Reads the words of a command line as the options and operands of one command.
struct ArgumentReader {
  private let command: Command
  /// The words that would have named another command, had the first operand been one of them.
  private let commandWords: [String]
  private var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// The option whose value the next word is.
  private var pending: (option: Option, written: String)?
  private var onlyOperandsFollow = false

  /// A reader for the words of `command`.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - commandWords: the words that can follow its own to name another one: `changes` after `runs`.
  init(command: Command, commandWords: [String] = []) {
    self.command = command
    self.commandWords = commandWords
  }

  /// Takes the next word.
  ///
  /// - Parameter word: a word that is none of the command's own.
  /// - Throws: `UsageError` when it has no place here.
  mutating func take(_ word: String) throws(UsageError) {
    if let (option, written) = pending {
      pending = nil
      try set(option, written, to: word)
    } else if onlyOperandsFollow || word == "-" || !word.hasPrefix("-") {
      try take(operand: word)
    } else if word == "--" {
      onlyOperandsFollow = true
    } else if word.hasPrefix("--") {
      try take(longOption: word)
    } else {
      try take(letters: word.dropFirst())
    }
  }

  /// The arguments, when all words were taken.
  ///
  /// - Returns: the arguments.
  /// - Throws: `UsageError` when a value or an operand is missing.
  consuming func finish() throws(UsageError) -> ParsedArguments {
    if let (option, written) = pending {
      throw error("expected \(option.value?.name ?? "a value") after \(written)")
    }
    if command.operands.count > operands.count {
      let missing = command.operands[operands.count]
      if !missing.isOptional {
        throw error("missing operand: expected '\(command.synopsis)'")
      }
    }
    return ParsedArguments(of: command, operands: operands, values: values)
  }

  private mutating func take(operand word: String) throws(UsageError) {
    let isSurplus = operands.count >= command.operands.count
    guard let operand = isSurplus ? command.operands.last : command.operands[operands.count],
      !isSurplus || operand.isRepeated
    else { throw error("unexpected operand \"\(TerminalText.escaped(word))\"") }
    let word = try text(word, operand.kind, of: operand.name)
    if let complaint = operand.kind.complaint(about: word, of: operand.name) {
      let path = command.path.map { $0 + " " }.joined()
      let words = operands.isEmpty ? commandWords : []
      throw error(complaint + NearestMatch.suggestion(for: word, in: words, prefix: path))
    }
    operands.append(word)
  }

  private mutating func take(longOption word: String) throws(UsageError) {
    let name = word.dropFirst(2).prefix { $0 != "=" }
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw unknown("--\(name)")
    }
    guard let equals = word.firstIndex(of: "=") else {
      return try take(option, "--\(name)")
    }
    let value = String(word[word.index(after: equals)...])
    guard option.value != nil else {
      throw error("expected no value for --\(name) but found \"\(TerminalText.escaped(value))\"")
    }
    try set(option, "--\(name)", to: value)
  }

  private mutating func take(letters: Substring) throws(UsageError) {
    for (position, letter) in zip(letters.indices, letters) {
      guard let option = command.options.first(where: { $0.letter == letter }) else {
        throw unknown("-\(letter)")
      }
      let rest = letters[letters.index(after: position)...]
      if option.value != nil, !rest.isEmpty {
        return try set(option, "-\(letter)", to: String(rest))
      }
      try take(option, "-\(letter)")
    }
  }

  /// Takes an option that no value has come with.
  private mutating func take(_ option: Option, _ written: String) throws(UsageError) {
    if option.value == nil {
      values[option.name, default: []].append("")
    } else {
      pending = (option, written)
    }
  }

  private mutating func set(
    _ option: Option, _ written: String, to value: String
  ) throws(UsageError) {
    let value = try text(value, option.value?.kind ?? .text, of: written)
    if let complaint = option.value?.kind.complaint(about: value, of: written) {
      throw error(complaint)
    }
    values[option.name, default: []].append(value)
  }

  /// A word as it was written, or as `FileName` writes it where it names a file.
  private func text(
    _ word: String, _ kind: ValueKind, of subject: String
  ) throws(UsageError) -> String {
    if kind == .file || kind == .outputFile || kind == .fileName { return word }
    if let text = FileName.plain(word) { return text }
    throw error("expected UTF-8 for \(subject) but found \"\(TerminalText.escaped(word))\"")
  }

  private func unknown(_ option: String) -> UsageError {
    let names = (command.options + [.help, .version]).map(\.name)
    let near =
      option.hasPrefix("--")
      ? NearestMatch.suggestion(for: String(option.dropFirst(2)), in: names, prefix: "--") : ""
    return error("unknown option '\(TerminalText.escaped(option))'" + near)
  }

  private func error(_ message: String) -> UsageError {
    UsageError(message: message, path: command.path)
  }
}
