/// `bank-etl version`: which program this is.
enum VersionCommand {
  static let command = Command(
    path: ["version"],
    summary: "show the program's version",
    options: [.json],
    examples: [
      Example("bank-etl version", "the version, as 'bank-etl --version' shows it"),
      Example("bank-etl version --json", "with the commit, and the libraries it runs with"),
    ],
    action: .run { try show(asJSON: $0.has(.json)) })

  /// Shows the version on standard output.
  ///
  /// - Parameter asJSON: whether with the commit and the libraries.
  /// - Returns: success.
  /// - Throws: `OutputError` when it can't be written.
  static func show(asJSON: Bool) throws -> ExitStatus {
    var output = Output()
    try output.write(asJSON ? json.text + "\n" : "bank-etl \(Version.number)\n")
    try output.flush()
    return .success
  }

  private static var json: JSON {
    [
      "version": 1, "program": "bank-etl", "number": .string(Version.number),
      "commit": .optional(BuiltCommit.hash), "libraries": Libraries.json,
    ]
  }
}
