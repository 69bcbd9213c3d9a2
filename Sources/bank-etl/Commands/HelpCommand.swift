/// `bank-etl help`: the help pages.
enum HelpCommand {
  private static let manual = Option.flag(
    "man", help: "print the page as the source of a manual page")
  private static let manualPages = Option.valued(
    "man-pages", "DIR", .folder, help: "write all manual pages into DIR")

  static let command = Command(
    path: ["help"],
    summary: "show how the program or a command is used, or a page about a topic",
    operands: [
      Operand(
        name: "COMMAND", kind: .command,
        help: "a command's words, or a topic; without them, the page lists both",
        isOptional: true, isRepeated: true)
    ],
    options: [manual, manualPages],
    examples: [
      Example("bank-etl help", "commands, topics and exit statuses"),
      Example("bank-etl help list", "how 'bank-etl list' is used"),
      Example("bank-etl help dates", "how dates are read"),
      Example("bank-etl help --man import | man -l -", "as a manual page"),
    ],
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let pages = ManualPage(parser: ArgumentParser(commands: Command.all))
    if let folder = arguments.text(manualPages) {
      for (file, text) in pages.all { try OutputFile.write(text, to: "\(folder)/\(file)") }
      return .success
    }
    guard arguments.has(manual), let text = pages.text(about: arguments.operands) else {
      return try show(arguments.operands)
    }
    try write(text)
    return .success
  }

  /// Shows a page on standard output.
  ///
  /// - Parameter path: the words of a command, or the name of a topic; none for the whole program.
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
      let topics = known.isEmpty ? HelpTopic.all.map(\.name) : []
      throw parser.unknownCommand(word, in: Array(path.prefix(known.count)), or: topics)
    }
    try write(text)
    return .success
  }

  private static func write(_ text: String) throws(OutputError) {
    var output = Output()
    try output.write(text)
    try output.flush()
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
