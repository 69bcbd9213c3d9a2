/// A line of a crontab.
enum CrontabLine {
  /// The line for a command.
  ///
  /// - Parameters:
  ///   - time: when it is to run.
  ///   - words: the command line of a `ScheduledCommand`, which has no line feed.
  /// - Returns: the line, with a line feed.
  static func text(_ time: CronExpression, _ words: [String]) -> String {
    // "Percent-signs (%) in the command, unless escaped with backslash (\), will be changed into
    // newline characters" (crontab(5)), within the shell's quotes too.
    let command = words.map(quoted).joined(separator: " ")
      .split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
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
