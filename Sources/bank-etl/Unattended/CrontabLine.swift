/// A line of a crontab.
enum CrontabLine {
  /// "The maximum permitted length for the command field is 998 characters." (crontab(5)) Cron runs what
  /// is before, in silence.
  private static let commandBytesMax = 998

  /// The line for a command.
  ///
  /// - Parameters:
  ///   - time: when it is to run.
  ///   - words: the command line of a `ScheduledCommand`, which has no line feed.
  ///   - variables: what is set for it.
  /// - Returns: the line, with a line feed.
  /// - Throws: `CommandFailure` for a command that is too long for cron.
  static func text(
    _ time: CronExpression, _ words: [String], _ variables: [ScheduledCommand.Variable] = []
  ) throws(CommandFailure) -> String {
    // "Percent-signs (%) in the command, unless escaped with backslash (\), will be changed into
    // newline characters" (crontab(5)), within the shell's quotes too.
    let assignments = variables.map { "\($0.name)=\(quoted($0.value))" }
    let command = (assignments + words.map(quoted)).joined(separator: " ")
      .split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
    guard command.utf8.count <= commandBytesMax else {
      throw CommandFailure(
        .usage,
        Message(
          "expected a command of at most \(commandBytesMax) characters, which cron runs, "
            + "but found one of \(command.utf8.count)"),
        "write a unit with --systemd DIR, or a script that cron runs")
    }
    return "\(time.text) \(command)\n"
  }

  /// A word as the shell reads it.
  ///
  /// Cron reads a backslash before a percent sign or another backslash as its own, so that none
  /// stands directly before one: the quotes are closed and opened between them.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.unicodeScalars.allSatisfy(isPlain) { return word }
    var result = "'"
    for scalar in word.unicodeScalars {
      switch scalar {
      case "'": result += #"'"'"'"#
      case "\\": result += "\\''"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// Whether a character means itself to the shell, anywhere in a word.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "+", "=", ":", ",", ".", "/", "@", "%": true
    default: false
    }
  }
}
