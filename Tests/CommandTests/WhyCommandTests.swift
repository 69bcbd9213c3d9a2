import Foundation
import Testing

struct WhyCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  private struct Account: Decodable {
    struct Event: Decodable {
      struct Column: Decodable, Equatable {
        let column: String
      }
      let run: Int?
      let line: Int?
      let change: String
      let undone: Bool
      let columns: [Column]
    }
    let version: Int
    let row: Int?
    let run: Int?
    let source: String?
    let line: Int?
    let history: [Event]
    let complete: Bool
  }

  private func account(_ key: String) async throws -> Account {
    let outcome = try await workspace.run("why", "failed-banks", key, "--json")
    #expect(outcome.status == 0, "\(outcome)")
    return try JSONDecoder().decode(Account.self, from: outcome.output)
  }

  @Test func `a row, who wrote it, and what it was before`() async throws {
    let outcome = try await workspace.run("why", "failed-banks", "15426")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    let lines = outcome.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "failed-banks, cert 15426: row 1, written by run 2 from b.csv:2")
    #expect(lines.contains("acquirer      Equity Bank, N.A."), "\(outcome)")
    let history = lines.drop { !$0.hasPrefix("run  started") }
    try #require(history.count == 5, "\(outcome)")
    let fields = history.dropFirst(2).map {
      $0.split(separator: "  ").map { $0.drop { $0 == " " } }
    }
    #expect(
      fields[0] == ["2", fields[0][1], "updated", "acquirer", "Equity Bank", "Equity Bank, N.A."]
        + [" 2".dropFirst(), "b.csv"], "\(outcome)")
  }

  @Test func `a row through changes, an undo and its return`() async throws {
    let now = try await account("58317")
    #expect(now.version == 1 && now.run == 2 && now.line == 4 && now.complete)
    #expect(now.source == "b.csv" && now.history.map(\.change) == ["inserted"])

    _ = try await workspace.run("undo", "2")
    let gone = try await account("58317")
    #expect(gone.row == nil && gone.run == nil && gone.history.map(\.undone) == [true])
    #expect(gone.history[0].columns.contains { $0.column == "name" })
    let shown = try await workspace.run("why", "failed-banks", "58317")
    #expect(shown.stdout.contains("inserted (undone)  name        NULL  Resolute Bank"), "\(shown)")

    _ = try await workspace.run("import", "-q", "b.csv")
    let back = try await account("58317")
    #expect(back.history.map(\.run) == [3, 2] && back.history.map(\.undone) == [false, true])
    #expect(back.row ?? 0 > now.row ?? 0, "no id is given again")
  }

  @Test func `a row that a later file lacked`() async throws {
    let file = ImportedBanks.first.split(separator: "\n").dropLast(2).joined(separator: "\n") + "\n"
    try workspace.write("c.csv", file)
    _ = try await workspace.run("import", "-q", "c.csv", "--policy", "replace")
    let outcome = try await workspace.run("why", "failed-banks", "21111")
    #expect(outcome.stdout.hasPrefix("failed-banks, cert 21111: no such row now\n"), "\(outcome)")
    let account = try await account("21111")
    #expect(account.history.map(\.change) == ["deleted", "inserted"])
    #expect(account.history.map(\.run) == [3, 1] && account.history.map(\.line) == [nil, 4])
  }

  @Test func `a key that is not there, with the nearest ones`() async throws {
    let outcome = try await workspace.run("why", "failed-banks", "18266")
    #expect(outcome.status == 1 && outcome.stdout == "", "\(outcome)")
    let expected =
      "bank-etl: no row of failed-banks with cert \"18266\"; "
      + "the nearest are 18265, 15426, 21111, 58317\n"
    #expect(outcome.stderr == expected, "\(outcome)")
  }

  @Test func `a wrong number of values, a dataset that is not known, no database`() async throws {
    let two = try await workspace.run("why", "failed-banks", "1", "2")
    #expect(two.status == 64, "\(two)")
    #expect(two.stderr == "bank-etl: expected 1 values for the key (cert) but found 2\n")
    let unknown = try await workspace.run("why", "failed-bank", "1")
    #expect(unknown.status == 64 && unknown.stderr.contains("did you mean"), "\(unknown)")
    let missing = try await workspace.run("why", "failed-banks", "1", "--db", "no.db")
    #expect(missing.status == 66, "\(missing)")
  }
}
