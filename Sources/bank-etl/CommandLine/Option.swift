/// One option of a command: a flag, or a name with a value.
///
/// The same option means the same in every command that has it, so that it may stand before the
/// command's name too.
struct Option: Sendable {
  /// What follows an option that takes a value.
  struct Value: Sendable {
    /// The word for it in help and messages: `N`.
    let name: String
    /// What it has to be.
    let kind: ValueKind
    /// The value that counts when the option is not given.
    var defaultText: String?
  }

  /// The long name, without its dashes.
  let name: String
  /// The letter of the short form, if there is one.
  let letter: Character?
  /// The value that it takes; nil for a flag.
  let value: Value?
  /// What it does, as one sentence without a full stop.
  let help: String

  /// An option that is there or not.
  ///
  /// - Parameters:
  ///   - name: the long name, without its dashes.
  ///   - letter: the short form.
  ///   - help: what it does, as one sentence without a full stop.
  /// - Returns: the option.
  static func flag(_ name: String, letter: Character? = nil, help: String) -> Option {
    Option(name: name, letter: letter, value: nil, help: help)
  }

  /// An option with a value; the last one given counts, or all for a command that asks for all.
  ///
  /// - Parameters:
  ///   - name: the long name, without its dashes.
  ///   - letter: the short form.
  ///   - value: the word for the value in help and messages.
  ///   - kind: what the value has to be.
  ///   - defaultText: the value that counts when the option is not given.
  ///   - help: what it does, as one sentence without a full stop.
  /// - Returns: the option.
  static func valued(
    _ name: String, letter: Character? = nil, _ value: String, _ kind: ValueKind,
    default defaultText: String? = nil, help: String
  ) -> Option {
    Option(
      name: name, letter: letter,
      value: Value(name: value, kind: kind, defaultText: defaultText), help: help)
  }

  /// The option as help shows it: `-o, --output FILE`.
  var synopsis: String {
    let short = letter.map { "-\($0), " } ?? ""
    let argument = value.map { " \($0.name)" } ?? ""
    return "\(short)--\(name)\(argument)"
  }
}

// MARK: Options of more than one command

extension Option {
  /// Asks for the help page; every command has it.
  static let help = flag("help", letter: "h", help: "show this page")

  /// Asks for the program's version; every command has it.
  static let version = flag("version", help: "show the program's version")

  /// Which database to use.
  static let database = valued(
    "db", "PATH", .file,
    help: """
      the database; without it $BANK_ETL_DB, then $DATABASE_URL (sqlite:PATH), then bank.db in \
      the current folder
      """)

  /// Which dataset declarations to use.
  static let package = valued(
    "package", "FILE", .file,
    help: "dataset declarations to use in place of the built-in ones; without it $BANK_ETL_PACKAGE")

  /// When to colour.
  static let color = valued(
    "color", "WHEN", .choice(Style.When.self), default: Style.When.auto.rawValue,
    help: "auto (on a terminal, unless NO_COLOR is set), always or never")

  /// Asks for silence.
  static let quiet = flag("quiet", letter: "q", help: "print nothing when all went well")

  /// Asks for JSON in place of text.
  static let json = flag("json", help: "print JSON on standard output")

  /// How many rows to show.
  static let limit = valued(
    "limit", letter: "n", "N", .number(0...Int64.max), help: "show N rows at most")
}
