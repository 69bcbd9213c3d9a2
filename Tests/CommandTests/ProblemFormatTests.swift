import Migrations
import Testing

@testable import bank_etl

struct ProblemFormatTests {
  private static let problems: [(problem: Problem, text: String, github: String)] = [
    (
      Problem(path: nil, message: "m"), "[r] m\n", "::error title=r::m\n"
    ),
    (
      Problem(path: "m/a.sql", message: "m"), "m/a.sql: [r] m\n",
      "::error file=m/a.sql,title=r::m\n"
    ),
    (
      Problem(path: "m/a.sql", line: 3, column: 7, message: "m", details: ["- a", "+ b"]),
      "m/a.sql:3: [r] m\n    - a\n    + b\n",
      "::error file=m/a.sql,line=3,col=7,title=r::m%0A- a%0A+ b\n"
    ),
    (
      Problem(path: "a,b:c%\n.sql", line: 1, message: "50%, a: b\r\n\u{1b}[31m"),
      "a,b:c%\\n.sql:1: [r] 50%, a: b\\r\\n\\u{1b}[31m\n",
      "::error file=a%2Cb%3Ac%25%0A.sql,line=1,title=r::50%25, a: b%0D%0A\\u{1b}[31m\n"
    ),
  ]

  @Test(arguments: problems.indices)
  func `a problem is one line, and its details are below it or in it`(_ index: Int) {
    let (problem, text, github) = Self.problems[index]
    #expect(ProblemFormat.text.lines(about: problem, title: "r") == text)
    #expect(ProblemFormat.github.lines(about: problem, title: "r") == github)
  }

  @Test func `what matters less is a warning`() {
    let problem = Problem(path: nil, message: "m")
    #expect(ProblemFormat.github.lines(about: problem, .warning) == "::warning title=bank-etl::m\n")
    #expect(ProblemFormat.text.lines(about: problem, .warning) == "m\n")
  }
}
