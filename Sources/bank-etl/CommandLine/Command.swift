/// One command of the program, described once.
///
/// The description drives the parser and the help pages, and is all that a manual page or a shell's
/// completion needs to know.
struct Command: Sendable {
  /// Does what a command does, and says how the program ends.
  typealias Body = @Sendable (ParsedArguments) throws -> ExitStatus

  /// What the command does when it is named.
  enum Action: Sendable {
    /// It runs.
    case run(Body)
    /// It only leads to other commands; the one of this name runs when none of them is named.
    case group(default: String?)
  }

  /// The words that name it: `["migrate", "up"]`.
  let path: [String]
  /// What it does, as one sentence without a full stop.
  let summary: String
  /// The operands, in order; only the last one may be optional or repeated.
  var operands: [Operand] = []
  /// The options that it has besides `--help`.
  var options: [Option] = []
  /// Command lines to copy, the commonest first.
  var examples: [Example] = []
  /// What else there is to know; a blank line ends a paragraph.
  var discussion = ""
  /// What it does.
  let action: Action

  /// Whether it has an option.
  func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  /// The command line up to its operands: `bank-etl migrate up`.
  var name: String { (["bank-etl"] + path).joined(separator: " ") }

  /// The command line with its operands: `bank-etl list DATASET [OPTION]...`.
  var synopsis: String {
    var words = [name] + operands.map(\.synopsis)
    if case .group = action { words.append("COMMAND") }
    return (words + ["[OPTION]..."]).joined(separator: " ")
  }
}
