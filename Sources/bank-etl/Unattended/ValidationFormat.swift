import Migrations

/// How `validate` says what it found.
enum ValidationFormat: String, CaseIterable, Sendable {
  /// `path:line: column: message`, and a line about each file.
  case text
  /// Workflow commands of GitHub Actions.
  case github
  /// The XML of JUnit, which nearly every CI service shows.
  case junit
  /// An array with an object for each file.
  case json

  /// What is said of files.
  ///
  /// - Parameter files: the files, in order.
  /// - Returns: text that is safe to show.
  func text(_ files: [FileValidation]) -> String {
    switch self {
    case .text: files.map(Self.lines).joined()
    case .github: files.map(Self.annotations).joined()
    case .junit: Self.xml(files)
    case .json: JSON.array(files.map(Self.json)).text + "\n"
    }
  }

  // MARK: For people

  private static func lines(_ file: FileValidation) -> String {
    let faults = file.faults.map { Message($0.text, at: "\(file.name):\($0.line)").line + "\n" }
    let repairs = file.repairs.map {
      Message("repaired: \($0.text)", at: "\(file.name):\($0.line)").line + "\n"
    }
    return faults.joined() + repairs.joined() + summary(file)
  }

  private static func summary(_ file: FileValidation) -> String {
    guard file.refusal.isEmpty else {
      return file.refusal.map { $0.line + "\n" }.joined()
    }
    let repaired = file.repaired > 0 ? ", \(file.repaired) repaired" : ""
    let omitted = file.omitted > 0 ? ", \(file.omitted) of them not shown" : ""
    return "\(file.rejected == 0 ? "ok" : "not ok"): \(TerminalText.escaped(file.name)): "
      + "\(file.dataset ?? ""), \(file.read) read, \(file.rejected) rejected\(omitted)\(repaired)\n"
  }

  // MARK: For GitHub

  private static func annotations(_ file: FileValidation) -> String {
    let problems = problems(file).map {
      ProblemFormat.github.lines(about: $0.problem, title: $0.title)
    }
    return problems.joined()
  }

  private static func problems(_ file: FileValidation) -> [(problem: Problem, title: String)] {
    var problems = file.faults.map { fault in
      (Problem(path: file.path, line: Int(fault.line), message: fault.text), fault.code)
    }
    if file.omitted > 0 {
      problems.append(
        (Problem(path: file.path, message: "\(file.omitted) more records rejected"), "bank-etl"))
    }
    if !file.refusal.isEmpty {
      let message = file.refusal.map(\.text).joined(separator: "; ")
      problems.append((Problem(path: file.path, message: message), "refused"))
    }
    return problems
  }

  // MARK: For JUnit

  private static func xml(_ files: [FileValidation]) -> String {
    let suites = files.map { file in
      let name = XMLText.escaped(file.name)
      let dataset = XMLText.escaped(file.dataset ?? "file")
      let cases = problems(file).map { problem, title in
        let place = XMLText.escaped(problem.place ?? "")
        let message = XMLText.escaped(problem.message)
        return """
              <testcase classname="\(dataset)" name="\(place)">
                <failure type="\(XMLText.escaped(title))" message="\(message)">\
          \(place): \(message)</failure>
              </testcase>

          """
      }
      let good = """
            <testcase classname="\(dataset)" name="\(name)"/>

        """
      return """
          <testsuite name="\(name)" tests="\(max(cases.count, 1))" \
        failures="\(cases.count)" errors="0" skipped="0">
        \(cases.isEmpty ? good : cases.joined())  </testsuite>

        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="bank-etl validate">
      \(suites.joined())</testsuites>

      """
  }

  // MARK: For programs

  private static func json(_ file: FileValidation) -> JSON {
    [
      "version": 1, "source": .string(file.path), "dataset": .optional(file.dataset),
      "status": .integer(Int64(file.status.rawValue)), "read": .integer(file.read),
      "rejected": .integer(file.rejected), "repaired": .integer(file.repaired),
      "rejects": .array(
        file.faults.map { fault in
          [
            "record": .integer(fault.record), "line": .integer(fault.line),
            "column": .optional(fault.column), "code": .string(fault.code),
            "message": .string(fault.message),
          ]
        }),
      "repairs": .array(
        file.repairs.map { repair in
          [
            "record": .integer(repair.record), "line": .integer(repair.line),
            "message": .string(repair.message),
          ]
        }),
      "message": .optional(file.refusal.first?.text),
    ]
  }
}
