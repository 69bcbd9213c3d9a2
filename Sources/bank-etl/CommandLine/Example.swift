/// A command line to copy, and what it does.
struct Example: Sendable {
  /// The command line, as a shell takes it.
  let commandLine: String
  /// What it does, in a few words.
  let effect: String

  /// An example of a use.
  init(_ commandLine: String, _ effect: String) {
    self.commandLine = commandLine
    self.effect = effect
  }
}
