import Foundation
import Testing

/// The rules of the house that neither the compiler nor the formatter knows.
struct HouseTests {
  private static let all = Repository.swiftFiles(below: "Sources", "Tests", "Plugins")
  private static let sources = all.filter { $0.path.hasPrefix("Sources/") }
  /// What only builds the product may use all of Foundation.
  private static let product = sources.filter { $0.module != "embed-files" }

  /// Records each breach as `path:line: what to do`.
  private static func report(_ breaches: [String]) {
    for breach in breaches { Issue.record(Comment(rawValue: breach)) }
  }

  @Test func `there are sources to check`() {
    #expect(Self.product.count > 20)
    #expect(Self.all.allSatisfy { !$0.text.isEmpty })
  }

  @Test func `a file is short, and ends with a line end`() {
    for file in Self.all {
      Self.report(
        file.lines.count > 251 ? ["\(file.path):251: too long, split it at a type"] : [])
      Self.report(file.text.hasSuffix("\n") ? [] : ["\(file.path): end it with a line end"])
    }
  }

  @Test func `a line is short, without tabs and trailing spaces`() {
    // The formatter breaks code at 100 characters, and leaves comments and strings as they are.
    let limit = 110
    for file in Self.all {
      for (number, line) in file.lines {
        let place = "\(file.path):\(number)"
        Self.report(line.count > limit ? ["\(place): longer than \(limit) characters"] : [])
        Self.report(line.hasSuffix(" ") ? ["\(place): trailing space"] : [])
        Self.report(line.contains("\t") ? ["\(place): tab, use spaces"] : [])
      }
    }
  }

  @Test func `unsafe code is where C is called`() {
    // The fields that libcsv's callbacks record, byte by byte.
    let exempt = ["Sources/CSV/FieldBuffer.swift"]
    for file in Self.product where !file.imports.contains(where: Self.isC) {
      if exempt.contains(file.path) { continue }
      for (number, line) in file.code
      where line.contains("safe") && line.contains(/\bunsafe\b|@unsafe\b|@safe\b/) {
        Self.report(["\(file.path):\(number): unsafe, but nothing of C is imported here"])
      }
    }
  }

  @Test func `a library of C has one module above it`() {
    for library in [
      "CSQLite", "CLibCSV", "CCrypto", "CArchive", "CZlib", "CExpat", "CXlsxWriter", "CCurl",
    ] {
      let users = Set(Self.product.filter { $0.imports.contains(library) }.map(\.module))
      #expect(users.count <= 1, "\(library) is imported by \(users.sorted())")
    }
  }

  @Test func `the product does without Foundation`() {
    for file in Self.product {
      Self.report(
        file.imports.contains("Foundation")
          ? ["\(file.path): imports Foundation, use Glibc or FoundationEssentials"] : [])
    }
  }

  @Test func `names say what a type is`() {
    let declaration = /\b(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    let empty = /Util|Helper|Manager|Service|Handler$|Misc|Common|Base$/
    for file in Self.all {
      for (number, line) in file.code {
        guard let name = line.firstMatch(of: declaration)?.output.1 else { continue }
        Self.report(name.contains(empty) ? ["\(file.path):\(number): \(name) says nothing"] : [])
      }
    }
  }

  @Test func `nothing is left to do, and nothing ends the program where it stands`() {
    let banned = [("TODO", "do it"), ("FIXME", "mend it"), ("HACK", "mend it")]
    let bannedCode = [
      ("try!", "throw"), ("as!", "use as?"), ("fatalError(", "throw"), ("print(", "use Output"),
    ]
    for file in Self.product {
      for (number, line) in file.lines {
        for (word, remedy) in banned where line.contains(word) {
          Self.report(["\(file.path):\(number): \(word) is banned, \(remedy)"])
        }
      }
      for (number, line) in file.code {
        for (word, remedy) in bannedCode where line.contains(word) {
          Self.report(["\(file.path):\(number): \(word) is banned, \(remedy)"])
        }
      }
    }
  }

  @Test func `a type's file has its tests in a file of the same name`() {
    // What a command is made of has its tests in CommandTests; what writes to standard output, and
    // what puts an import, a conversion, a draft or a look at rows together, are tested through the program.
    let exempt = [
      "BankETL", "Command", "Operand", "Option", "Example", "Version", "RowQuery", "RowWriter",
      "LedgerQuery", "DatabaseCheck", "DatabaseBackup", "FileValidation", "ValidationFormat",
    ]
    for file in Self.sources where file.module == "bank-etl" {
      let whole = ["/Import/", "/Convert/", "/Inspect/", "/Draft/", "/Export/", "/Rows/"]
      let isWhole = whole.contains { file.path.contains($0) }
      if isWhole { continue }
      let name = file.path.split(separator: "/").last?.split(separator: /[.+]/).first ?? ""
      let tests = Repository.text("Tests/CommandTests/\(name)Tests.swift")
      Self.report(
        tests.isEmpty && !exempt.contains(String(name)) ? ["\(file.path): has no tests"] : [])
    }
  }

  private static func isC(_ module: String) -> Bool {
    module == "Glibc" || module.contains(/^C[A-Z]/) && module != "CSV"
  }
}
