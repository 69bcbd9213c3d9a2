import Migrations
import SQLite

/// What a `migrate` command has to say on standard output, for people or for programs.
final class MigrateReport {
  private let isJSON: Bool
  private let isQuiet: Bool
  private var hasShown = false
  /// What was applied and undone so far; nil for a command that does neither.
  private var steps: [MigrationStep]?

  private init(_ arguments: ParsedArguments) {
    isJSON = arguments.has(.json)
    let hasQuiet = arguments.command.options.contains { $0.name == Option.quiet.name }
    isQuiet = hasQuiet && arguments.has(.quiet)
  }

  /// A command's action that, with `--json`, says what went wrong as JSON too.
  ///
  /// - Parameter body: what the command does.
  /// - Returns: the action.
  static func action(
    _ body: @escaping @Sendable (ParsedArguments, MigrateReport) throws -> ExitStatus
  ) -> Command.Action {
    .run { arguments in
      let report = MigrateReport(arguments)
      do {
        return try body(arguments, report)
      } catch {
        if report.isJSON, !report.hasShown { try report.show(report.json(error), text: "") }
        throw error
      }
    }
  }

  /// Writes the report.
  ///
  /// - Parameters:
  ///   - object: the JSON object, but for its version.
  ///   - isGood: whether all went well, so that `--quiet` has nothing said.
  ///   - text: the lines for people, each with a line feed; they are escaped already.
  /// - Throws: `OutputError` when standard output can't be written.
  func show(
    _ object: JSON, isGood: Bool = true, text: @autoclosure () -> String
  ) throws(OutputError) {
    hasShown = true
    guard isJSON else { return isQuiet && isGood ? () : try write(text()) }
    guard case .object(let members) = object else { return }
    let version = JSON.Member(name: "version", value: 1)
    try write(JSON.object([version] + members).text + "\n")
  }

  private func write(_ text: String) throws(OutputError) {
    var output = Output(.output)
    try output.write(text)
    try output.flush()
  }

  // MARK: Steps

  /// Changes a database, and says what was applied and undone: to people step by step, to programs
  /// at the end.
  ///
  /// - Parameters:
  ///   - settings: the database and the files.
  ///   - nothing: what to say when there is nothing to do.
  ///   - body: what is to be done.
  /// - Returns: success.
  /// - Throws: what `body` throws, or `OutputError` when standard output can't be written.
  func change(
    _ settings: MigrateSettings, otherwise nothing: String,
    _ body: (Migrator, borrowing DatabaseLock) throws -> [MigrationStep]
  ) throws -> ExitStatus {
    var done: [MigrationStep] = []
    var outputError: OutputError?
    steps = []
    try settings.change { migrator, lock in
      var migrator = migrator
      migrator.onStep = { step in
        self.steps?.append(step)
        if self.isJSON || self.isQuiet { return }
        do throws(OutputError) { try self.write(Self.line(step)) } catch { outputError = error }
      }
      done = try body(migrator, lock)
    }
    if let outputError { throw outputError }
    if isJSON || done.isEmpty {
      try show(
        ["database": .string(settings.path), "steps": .array(done.map(\.json)), "problems": []],
        text: nothing + "\n")
    }
    return .success
  }

  private static func line(_ step: MigrationStep) -> String {
    "\(step.action.rawValue)  \(TerminalText.escaped(step.label))  "
      + "\(step.durationMilliseconds) ms\n"
  }

  /// An error as an object, with what was done before it.
  private func json(_ error: any Error) -> JSON {
    let problems: [JSON] =
      if let error = error as? MigrationError {
        error.problems.map(\.json)
      } else {
        CommandFailure(error).messages.map { Problem(path: $0.place, message: $0.text).json }
      }
    let problemsMember = JSON.Member(name: "problems", value: .array(problems))
    guard let steps else { return .object([problemsMember]) }
    return .object([JSON.Member(name: "steps", value: .array(steps.map(\.json))), problemsMember])
  }

  // MARK: Words

  /// Lines that show a difference, indented.
  static func lines(of difference: [String]) -> String {
    difference.map { "    \(TerminalText.escaped($0))\n" }.joined()
  }

  /// A number with the word for what it counts.
  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
