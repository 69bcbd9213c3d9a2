/// The manual pages (man(7)), from the descriptions that the help pages are made of.
struct ManualPage: Sendable {
  /// How long a line of the source may be, with the two characters that `line` may put in front:
  /// "input text line longer than 80 bytes" is a warning of mandoc(1).
  private static let columns = 78

  private let parser: ArgumentParser

  /// Pages about the commands of `parser`.
  init(parser: ArgumentParser) {
    self.parser = parser
  }

  /// Every page, by the name of its file: `bank-etl-migrate-up.1`.
  var all: [(file: String, text: String)] {
    [("bank-etl.1", program)]
      + parser.commands.map { ("\(Self.name($0.path)).1", text(about: $0)) }
      + HelpTopic.all.map { ("bank-etl-\($0.name).7", text(about: $0)) }
  }

  /// The page about what `path` names.
  ///
  /// - Parameter path: the words of a command, or the name of a topic; none for the whole program.
  /// - Returns: the source of the page, or nil when nothing has this name.
  func text(about path: [String]) -> String? {
    if path.isEmpty { return program }
    if let command = parser.command(named: path) { return text(about: command) }
    return path.count == 1 ? HelpTopic.named(path[0]).map(text(about:)) : nil
  }

  private var program: String {
    let commands = parser.commands.filter { $0.path.count == 1 }
    let topics = HelpTopic.all.map { (bold($0.name), "bank-etl help \($0.name): \($0.summary)") }
    return title([], section: 1)
      + section("NAME", "bank\\-etl \\- keeps a SQLite database true to files\n")
      + section("SYNOPSIS", ".B bank\\-etl\nCOMMAND [OPERAND]... [OPTION]...\n")
      + section("DESCRIPTION", prose(HelpPage.purpose))
      + section(
        "COMMANDS", list(commands.map { (bold($0.path.joined(separator: " ")), $0.summary) }))
      + section("TOPICS", list(topics))
      + section("OPTIONS", options([.help, .version]))
      + section("ENVIRONMENT", list(Self.variables.map { (bold($0.name), $0.meaning) }))
      + section("EXIT STATUS", list(statuses))
      + seeAlso(commands.map { Self.name($0.path) })
  }

  private func text(about command: Command) -> String {
    let name = Self.name(command.path)
    let below = parser.commands.filter {
      $0.path.count == command.path.count + 1 && $0.path.starts(with: command.path)
    }
    let parent = Array(command.path.dropLast())
    let rest = command.synopsis.dropFirst(command.name.count)
    return title(command.path, section: 1)
      + section("NAME", broken("\(escaped(name)) \\- \(escaped(command.summary))"))
      + section("SYNOPSIS", ".B \(escaped(command.name))\n\(wrapped(rest.drop { $0 == " " }))")
      + section(
        "DESCRIPTION",
        prose(command.discussion.isEmpty ? HelpPage.sentence(command.summary) : command.discussion))
      + section("COMMANDS", list(below.map { (bold($0.path.joined(separator: " ")), $0.summary) }))
      + section("OPERANDS", list(command.operands.map { ("\\fI\(escaped($0.name))\\fR", $0.help) }))
      + section("OPTIONS", options(command.options + [.help]))
      + section("EXAMPLES", command.examples.map(example).joined(separator: ".PP\n"))
      + section("EXIT STATUS", prose("'bank-etl help exit' and bank-etl(1) have the table."))
      + seeAlso([Self.name(parent)] + below.map { Self.name($0.path) })
  }

  private func text(about topic: HelpTopic) -> String {
    title([topic.name], section: 7)
      + section("NAME", broken("bank\\-etl\\-\(escaped(topic.name)) \\- \(escaped(topic.summary))"))
      + section("DESCRIPTION", prose(topic.text)) + seeAlso(["bank-etl"])
  }

  private static let variables: [(name: String, meaning: String)] = [
    ("BANK_ETL_DB", "the database, where --db names none"),
    ("DATABASE_URL", "the database as sqlite:PATH, where BANK_ETL_DB names none either"),
    ("BANK_ETL_PACKAGE", "the dataset declarations, where --package names none"),
    ("NO_COLOR", "where it is set, nothing is coloured"),
    ("TMPDIR", "the folder for temporary files"),
  ]

  private var statuses: [(String, String)] {
    ExitStatus.table.map { (bold(String($0.status.rawValue)), $0.meaning) }
      + [("\\fB128\\fR+\\fIn\\fR", "ended by signal n")]
  }
}

// MARK: The parts of a page

extension ManualPage {
  private static func name(_ path: [String]) -> String {
    (["bank-etl"] + path).joined(separator: "-")
  }

  private func title(_ path: [String], section: Int) -> String {
    ".TH \(escaped(Self.name(path).uppercased())) \(section) \"\(Version.date)\" "
      + "\"bank\\-etl \(escaped(Version.number))\" \"bank\\-etl\"\n"
  }

  private func section(_ name: String, _ body: String) -> String {
    body.isEmpty ? "" : ".SH \(name)\n\(body)"
  }

  private func seeAlso(_ names: [String]) -> String {
    let names = names.sorted().map { "\\fB\(escaped($0))\\fR(1)" }
    return section("SEE ALSO", names.joined(separator: ",\n") + "\n")
  }

  private func options(_ options: [Option]) -> String {
    list(
      options.map { option in
        let short = option.letter.map { bold("-\($0)") + ", " } ?? ""
        let value = option.value.map { " \\fI\(escaped($0.name))\\fR" } ?? ""
        let standing = option.value?.defaultText.map { " [\($0)]" } ?? ""
        return (short + bold("--\(option.name)") + value, option.help + standing)
      })
  }

  /// Terms, whose source is given, and their meanings.
  private func list(_ rows: [(term: String, meaning: String)]) -> String {
    rows.map { ".TP\n\($0.term)\n\(wrapped($0.meaning))" }.joined()
  }

  private func example(_ example: Example) -> String {
    "\(wrapped(example.effect + ":")).PP\n.RS 4\n.nf\n\(verbatim(example.commandLine)).fi\n.RE\n"
  }

  /// Paragraphs; lines that start with spaces stay as they are.
  private func prose(_ text: String) -> String {
    var result = ""
    for paragraph in text.split(separator: "\n\n", omittingEmptySubsequences: true) {
      if !result.isEmpty { result += ".PP\n" }
      if paragraph.hasPrefix("    ") {
        let lines = paragraph.split(separator: "\n").map { verbatim($0.dropFirst(4)) }
        result += ".RS 4\n.nf\n\(lines.joined()).fi\n.RE\n"
      } else {
        let lines = paragraph.split(separator: "\n").map(wrapped)
        result += lines.joined(separator: ".br\n")
      }
    }
    return result
  }

  private func wrapped(_ text: some StringProtocol) -> String { broken(escaped(text)) }

  /// Source in lines, broken between words: an escape has no space in it.
  private func broken(_ source: String) -> String {
    Paragraph.wrapped(source, columns: Self.columns).split(separator: "\n")
      .map { line($0) + "\n" }.joined()
  }

  /// A line that is shown as one, whatever its length.
  ///
  /// groff(7): "Continuation lines can be specified by an escaped newline".
  private func verbatim(_ text: some StringProtocol) -> String {
    var result = ""
    var rest = line(escaped(text))[...]
    while rest.utf8.count > Self.columns,
      let space = rest.prefix(Self.columns).lastIndex(of: " ")
    {
      result += rest[...space] + "\\\n"
      rest = rest[rest.index(after: space)...]
    }
    return result + rest + "\n"
  }

  private func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// A line of source; one that starts as a request does is told from one.
  private func line(_ source: some StringProtocol) -> String {
    source.hasPrefix(".") ? "\\&" + source : String(source)
  }

  /// Text as roff has it: characters that it gives another look or meaning are named, as
  /// groff_man_style(7) asks for.
  private func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case _ where !scalar.isASCII:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
