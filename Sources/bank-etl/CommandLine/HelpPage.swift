/// The help pages: of the program, of a group of commands, of a command.
struct HelpPage: Sendable {
  /// How long a line is at most, where the terminal is not narrower.
  static let columnLimit = 88

  private let parser: ArgumentParser
  private let columns: Int

  /// Pages about the commands of `parser`.
  ///
  /// - Parameters:
  ///   - parser: the commands.
  ///   - columns: how long a line may be.
  init(parser: ArgumentParser, columns: Int = HelpPage.columnLimit) {
    self.parser = parser
    self.columns = min(columns, HelpPage.columnLimit)
  }

  /// The page about what `path` names.
  ///
  /// - Parameter path: the words of a command or of a group, or the name of a topic; none for the
  ///   whole program.
  /// - Returns: the page, or nil when nothing has this name.
  func text(about path: [String]) -> String? {
    if path.isEmpty { return program }
    if let command = parser.command(named: path) { return text(about: command) }
    return path.count == 1 ? HelpTopic.named(path[0]).map(text(about:)) : nil
  }

  private var program: String {
    section("Usage", "  bank-etl COMMAND [OPERAND]... [OPTION]...\n")
      + "\n" + Paragraph.wrapped(Self.purpose, columns: columns)
      + section("Commands", commands(below: []))
      + section("Topics", topics)
      + section("Options", options([.help, .version]))
      + section("Exit status", Self.exitStatuses(columns: columns))
      + "\nSee 'bank-etl COMMAND --help' for a command's options, with examples.\n"
  }

  private var topics: String {
    let rows = HelpTopic.all.map { (term: "help \($0.name)", meaning: $0.summary) }
    return Paragraph.definitions(rows, columns: columns)
  }

  /// A topic's page: its paragraphs broken into lines, and the lines that start with spaces.
  private func text(about topic: HelpTopic) -> String {
    let paragraphs = topic.text.split(separator: "\n\n").map { paragraph in
      paragraph.hasPrefix("    ")
        ? paragraph + "\n" : Paragraph.wrapped(String(paragraph), columns: columns)
    }
    return Paragraph.wrapped(Self.sentence(topic.summary), columns: columns) + "\n"
      + paragraphs.joined(separator: "\n")
  }

  private func text(about command: Command) -> String {
    let usage = "  \(command.synopsis)\n"
    let summary = "\n" + Paragraph.wrapped(Self.sentence(command.summary), columns: columns)
    let below = commands(below: command.path)
    let operands = command.operands.map { ($0.name, $0.help) }
    return section("Usage", usage) + summary
      + section("Examples", Self.examples(command.examples))
      + section("Commands", below)
      + section("Operands", Paragraph.definitions(operands, columns: columns))
      + section("Options", options(command.options + [.help]))
      + (command.discussion.isEmpty
        ? "" : "\n" + Paragraph.wrapped(command.discussion, columns: columns))
  }

  /// A heading and its lines, or nothing when there are none.
  private func section(_ heading: String, _ lines: String) -> String {
    guard !lines.isEmpty else { return "" }
    return (heading == "Usage" ? "" : "\n") + heading + ":\n" + lines
  }

  private func commands(below path: [String]) -> String {
    let rows = parser.commands
      .filter { $0.path.count == path.count + 1 && $0.path.starts(with: path) }
      .map { (term: $0.path.joined(separator: " "), meaning: $0.summary) }
    return Paragraph.definitions(rows, columns: columns)
  }

  private func options(_ options: [Option]) -> String {
    let rows = options.map { option in
      let margin = option.letter == nil ? "    " : ""
      let standing = option.value?.defaultText.map { " [\($0)]" } ?? ""
      return (term: margin + option.synopsis, meaning: option.help + standing)
    }
    return Paragraph.definitions(rows, columns: columns)
  }

  private static func examples(_ examples: [Example]) -> String {
    examples.map { "  \($0.commandLine)\n      \($0.effect)\n" }.joined()
  }

  private static func exitStatuses(columns: Int) -> String {
    let rows = ExitStatus.table.map { (term: String($0.status.rawValue), meaning: $0.meaning) }
    return Paragraph.definitions(
      rows + [("128+n", "ended by signal n: 130 after Ctrl-C, 143 after SIGTERM")],
      columns: columns)
  }

  static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  static let purpose = """
    Keeps a SQLite database true to the files that other people publish: reads them in constant \
    memory, checks and converts every record, and accounts for each one.
    """
}
