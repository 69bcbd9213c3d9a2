/// A command line that can't be understood.
struct UsageError: Error, Equatable {
  /// What was expected and what was found, as one line.
  let message: String
  /// The words of the command whose help page says more.
  let path: [String]

  /// The line that leads to the help page.
  var hint: String { "see '\((["bank-etl"] + path + ["--help"]).joined(separator: " "))'" }
}
