import Foundation
import ServerSupport
import Testing

/// Every snippet of the documents is true: command lines are run, in the order of the page, where the
/// files that they name are, and print what the page shows.
struct SnippetTests {
  /// The documents for people: those at the top, and all below `docs/`.
  static let pages: [String] = {
    let files = FileManager.default.enumerator(atPath: Repository.root.appending(path: "docs").path)
    let names = (files?.allObjects ?? []).compactMap { $0 as? String }.sorted()
    return ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]
      + names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
  }()

  private static func snippets(_ page: String) -> [Snippet] {
    Snippet.all(of: page, text: Repository.text(page))
  }

  /// What is not run, and why: a page, how the snippet begins, what shows that it is true.
  private static let notRun = [
    ("ARCHITECTURE.md", "bytes -> Input", "a drawing; DocumentationTests has the modules"),
    (
      "docs/loading.md", "read = inserted", "a constraint of etl_runs, which each import is held to"
    ),
  ]

  /// Command lines whose answer is another than 0.
  private static let statuses = [
    ("README.md", "bank-etl migrate status --exit-code", "1"),
    ("docs/unattended.md", "bank-etl import -q --guard", "65"),
  ]

  private static func has(_ snippet: Snippet, _ page: String, _ start: String) -> Bool {
    snippet.page == page && snippet.text.hasPrefix(start)
  }

  @Test func `every page is here, and no exception is of old`() {
    #expect(Self.pages.count > 25)
    let snippets = Self.pages.flatMap(Self.snippets)
    #expect(snippets.count > 90)
    for (page, start, _) in Self.notRun + Self.statuses {
      #expect(snippets.contains { Self.has($0, page, start) }, "\(page): \(start)")
    }
  }

  @Test func `a snippet is told by how it is written`() {
    let text = """
      Text:

          $ bank-etl list a
          shown

          bank-etl runs
          bank-etx runs

          A=b
          5 4 * * 1-5 /bin/x -q

          "a": 1

          a = b
            c

      ```yaml
      a: b
      ```
      """
    let snippets = Snippet.all(of: "page", text: text)
    #expect(snippets.map(\.line) == [3, 6, 7, 10, 12, 14, 18])
    #expect(
      snippets.map(\.kind) == [
        .command(output: ["shown"]), .command(output: nil), .text, .crontab(variables: ["A=b"]),
        .json, .text, .yaml,
      ])
    #expect(snippets.map(\.text).suffix(2) == ["a = b\n  c", "a: b"])
  }

  @Test(arguments: pages)
  func `every snippet of a page is true`(page: String) async throws {
    let snippets = Self.snippets(page).filter { snippet in
      !Self.notRun.contains { Self.has(snippet, $0.0, $0.1) }
    }
    if snippets.isEmpty { return }
    let folder = try SnippetFolder()
    defer { folder.server.stop() }
    for snippet in snippets where snippet.kind == .text {
      Issue.record("\(snippet): neither run nor excepted")
    }
    for snippet in snippets where snippet.kind == .json {
      #expect(try Self.isDeclared(snippet.text), "\(snippet): not in data/datapackage.json")
    }
    for (snippet, result) in try await folder.run(snippets) {
      let status = Self.statuses.first { Self.has(snippet, $0.0, $0.1) }?.2 ?? "0"
      #expect(result.status == status, "\(snippet)\n\(result)")
      if snippet.text.contains(#/ -q( |$)/#), status == "0" {
        #expect(result.text.isEmpty, "\(snippet)\n\(result)")
      }
      if case .command(let output?) = snippet.kind {
        let lines = output.map(Self.stable)
        #expect(result.text.map(Self.stable) == lines, "\(snippet)\n\(result)")
      }
    }
  }

  /// A line without what is another each time: how long something took, and runs' numbers and dates.
  private static func stable(_ line: String) -> String {
    line.replacing(/\d+\.\d+ s\b/, with: "N s").replacing(/\brun \d+/, with: "run N")
      .replacing(/\d{9,}/, with: "N")
  }

  /// Whether the declarations of this repository have such an object.
  private static func isDeclared(_ text: String) throws -> Bool {
    let object = text.hasPrefix("{") ? text : "{\(text)}"
    let part = try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any]
    let whole = try JSONSerialization.jsonObject(
      with: Data(Repository.text("data/datapackage.json").utf8))
    guard let part, !part.isEmpty else { return false }
    func has(_ value: Any) -> Bool {
      if let list = value as? [Any] { return list.contains(where: has) }
      guard let members = value as? [String: Any] else { return false }
      return part.allSatisfy { ($0.value as? NSObject)?.isEqual(members[$0.key]) == true }
        || members.values.contains(where: has)
    }
    return has(whole)
  }

  @Test(arguments: pages)
  func `no crontab line looks for the program on the PATH`(page: String) {
    for snippet in Self.snippets(page) {
      if case .crontab = snippet.kind { #expect(snippet.text.hasPrefix("/"), "\(snippet)") }
    }
  }
}
