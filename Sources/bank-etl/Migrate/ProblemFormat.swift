import Migrations

/// How problems are written for people, or for those who show them beside the code.
enum ProblemFormat: String, CaseIterable, Sendable {
  /// `path:line: message`, and details below it.
  case text
  /// Workflow commands of GitHub Actions, which other CI services understand too.
  case github

  /// How much a problem matters.
  enum Level: String {
    case error
    case warning
  }

  /// The lines about a problem, each with a line feed.
  ///
  /// - Parameters:
  ///   - problem: the problem.
  ///   - level: how much it matters.
  ///   - title: a word for it: the rule that found it.
  /// - Returns: text that is safe to show.
  func lines(about problem: Problem, _ level: Level = .error, title: String? = nil) -> String {
    switch self {
    case .text:
      let rule = title.map { "[\($0)] " } ?? ""
      let lines =
        [(problem.place.map { "\($0): " } ?? "") + rule + problem.message]
        + problem.details.map { "    " + $0 }
      return lines.map { TerminalText.escaped($0) + "\n" }.joined()
    case .github: return annotation(problem, level, title)
    }
  }

  /// A problem as `::error file=migrations/0003_zip.up.sql,line=4,col=8,title=bank-etl::message`.
  private func annotation(_ problem: Problem, _ level: Level, _ title: String?) -> String {
    var properties: [String] = []
    if let path = problem.path { properties.append("file=" + Self.escaped(path, inProperty: true)) }
    if let line = problem.line { properties.append("line=\(line)") }
    if let column = problem.column { properties.append("col=\(column)") }
    properties.append("title=" + Self.escaped(title ?? "bank-etl", inProperty: true))
    let message = ([problem.message] + problem.details).joined(separator: "\n")
    return "::\(level.rawValue) \(properties.joined(separator: ","))::"
      + Self.escaped(message, inProperty: false) + "\n"
  }

  /// Text with what would end the command, or its property, escaped.
  private static func escaped(_ text: String, inProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where inProperty: result += "%3A"
      case "," where inProperty: result += "%2C"
      case _ where TerminalText.isUnsafe(scalar): result += TerminalText.escaped(String(scalar))
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
