/// `bank-etl help`: the help pages.
enum HelpCommand {
  static let command = Command(
    path: ["help"],
    summary: "show how the program or a command is used",
    operands: [
      Operand(
        name: "COMMAND", kind: .command,
        help: "the command's words; without them, the page lists the commands",
        isOptional: true, isRepeated: true)
    ],
    examples: [
      Example("bank-etl help", "the commands and the exit statuses"),
      Example("bank-etl help list", "how 'bank-etl list' is used"),
    ],
    action: .run { try show($0.operands) })

  /// Shows a page on standard output.
  ///
  /// - Parameter path: the words of a command; none for the whole program.
  /// - Returns: success.
  /// - Throws: `UsageError` when there is no such command, `OutputError` when it can't be written.
  static func show(_ path: [String]) throws -> ExitStatus {
    let parser = ArgumentParser(commands: Command.all)
    guard let text = page(for: .output, parser).text(about: path) else {
      // The words up to the first one that leads nowhere.
      let known = path.indices.prefix {
        parser.nextWords(after: Array(path[..<$0])).contains(path[$0])
      }
      let word = path.dropFirst(known.count).first ?? ""
      throw parser.unknownCommand(word, in: Array(path.prefix(known.count)))
    }
    var output = Output()
    try output.write(text)
    try output.flush()
    return .success
  }

  /// Shows a page on standard error, because the command line asks for nothing.
  ///
  /// - Parameter path: the words of a group of commands; none for the whole program.
  /// - Returns: the status of a wrong command line.
  static func showInstead(of path: [String]) -> ExitStatus {
    let parser = ArgumentParser(commands: Command.all)
    let text = page(for: .error, parser).text(about: path) ?? ""
    try? StandardStream.error.write(Array(text.utf8))
    return .usage
  }

  private static func page(for stream: StandardStream, _ parser: ArgumentParser) -> HelpPage {
    HelpPage(parser: parser, columns: stream.terminalColumns ?? HelpPage.columnLimit)
  }
}
