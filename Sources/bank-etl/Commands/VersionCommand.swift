/// `bank-etl version`: which program this is.
enum VersionCommand {
  static let command = Command(
    path: ["version"],
    summary: "show the program's version",
    examples: [Example("bank-etl version", "the version, as 'bank-etl --version' shows it")],
    action: .run { _ in try show() })

  /// Shows the version on standard output.
  ///
  /// - Returns: success.
  /// - Throws: `OutputError` when it can't be written.
  static func show() throws -> ExitStatus {
    var output = Output()
    try output.write("bank-etl \(Version.number)\n")
    try output.flush()
    return .success
  }
}
