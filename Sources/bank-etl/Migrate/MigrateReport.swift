import Migrations

/// What a `migrate` command has to say on standard output, for people or for programs.
struct MigrateReport {
  private let isJSON: Bool
  private let isQuiet: Bool

  /// A report as the options ask for it.
  ///
  /// - Parameter arguments: of a command with `--json`.
  init(_ arguments: ParsedArguments) {
    isJSON = arguments.has(.json)
    let hasQuiet = arguments.command.options.contains { $0.name == Option.quiet.name }
    isQuiet = hasQuiet && arguments.has(.quiet)
  }

  /// Writes the report.
  ///
  /// - Parameters:
  ///   - object: the JSON object, but for its version.
  ///   - text: the lines for people, each with a line feed; they are escaped already.
  /// - Throws: `OutputError` when standard output can't be written.
  func show(
    _ object: JSON, text: @autoclosure () -> String
  ) throws(OutputError) {
    if isQuiet, !isJSON { return }
    var output = Output(.output)
    if isJSON, case .object(let members) = object {
      let version = JSON.Member(name: "version", value: 1)
      try output.write(JSON.object([version] + members).text + "\n")
    } else {
      try output.write(text())
    }
    try output.flush()
  }

  /// Writes what was applied and undone.
  ///
  /// - Parameters:
  ///   - steps: what was done.
  ///   - path: the database.
  ///   - nothing: what to say when nothing was done.
  /// - Throws: `OutputError` when standard output can't be written.
  func show(
    _ steps: [MigrationStep], in path: String, otherwise nothing: String
  ) throws(OutputError) {
    try show(
      ["database": .string(path), "steps": .array(steps.map(\.json))],
      text: steps.isEmpty ? nothing + "\n" : steps.map(Self.line).joined())
  }

  private static func line(_ step: MigrationStep) -> String {
    "\(step.action.rawValue)  \(TerminalText.escaped(step.label))  "
      + "\(step.durationMilliseconds) ms\n"
  }

  /// Lines that show a difference, indented.
  static func lines(of difference: [String]) -> String {
    difference.map { "    \(TerminalText.escaped($0))\n" }.joined()
  }

  /// A number with the word for what it counts.
  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
