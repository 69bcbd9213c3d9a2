import Foundation
import SQLite
import Testing

struct DiffCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try workspace.write("a.csv", ImportedBanks.first)
    try workspace.write("b.csv", ImportedBanks.second)
    let loaded = try await workspace.run("import", "-q", "a.csv")
    try #require(loaded.status == 0, "\(loaded)")
  }

  @Test func `what the import would change is what it then changes`() async throws {
    let before = try Data(contentsOf: workspace.folder.appending(path: "bank.db"))
    let diff = try await workspace.run("diff", "b.csv", "--format", "csv")
    #expect(diff.status == 2, "\(diff)")
    #expect(diff.stderr.split(separator: "\n").count == 2, "\(diff)")
    #expect(try Data(contentsOf: workspace.folder.appending(path: "bank.db")) == before)
    _ = try await workspace.run("import", "-q", "b.csv")
    let changes = try await workspace.run("runs", "changes", "2", "--format", "csv")
    #expect(changes.stdout == diff.stdout && diff.stdout.contains("Resolute"), "\(diff)")
  }

  @Test func `a file that is loaded changes nothing`() async throws {
    let diff = try await workspace.run("diff", "a.csv", "--format", "json")
    #expect(diff.status == 0 && diff.stdout == "[\n]\n", "\(diff)")
  }

  /// As `--commit-every` leaves a run whose process was killed.
  @Test func `of an import that was interrupted, what is still to come is listed`() async throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      """
      UPDATE etl_runs SET status = 'failed', committed_records = read, committed_bytes = bytes,
        committed_sha256 = sha256, sha256 = NULL
      """)
    let last = "Late Bank,Town,GA,99,Other Bank,1-Jan-21,10999\n"
    try workspace.write("whole.csv", ImportedBanks.first + last)
    let diff = try await workspace.run("diff", "whole.csv", "--format", "csv")
    let lines = diff.stdout.split(separator: "\n").dropFirst()
    #expect(lines.first?.hasPrefix("inserted,99,name,,Late Bank,") == true, "\(diff)")
    #expect(lines.allSatisfy { $0.hasPrefix("inserted,99,") }, "\(diff)")
  }

  @Test func `without a database all is new, and there is none after it`() async throws {
    let diff = try await workspace.run("diff", "a.csv", "--db", "no.db", "-n1", "--format=csv")
    #expect(diff.status == 0 && diff.stdout.contains("inserted,15426,name,,Almena"), "\(diff)")
    #expect(try !workspace.files.contains { $0.hasPrefix("no.db") })
  }

  @Test func `a guard that refuses the file is all that is said`() async throws {
    let diff = try await workspace.run("diff", "b.csv", "--guard", "minRecords=100")
    #expect(diff.status == 65 && diff.stdout == "", "\(diff)")
    #expect(
      diff.stderr == """
        b.csv: guard minRecords: expected at least 100 records but found 5; nothing was loaded; \
        if that is right, --allow minRecords

        """)
    let trial = try await workspace.run(
      "import", "--dry-run", "--json", "b.csv", "--guard", "minRecords=100")
    #expect(trial.status == 65 && trial.stdout.contains("\"run\":null"), "\(trial)")
  }

  @Test func `an import lists them too`() async throws {
    let trial = try await workspace.run("import", "--dry-run", "--changes", "b.csv")
    let lines = trial.stdout.split(separator: "\n")
    #expect(trial.status == 2 && lines[2].hasPrefix("updated   15426  acquirer"), "\(trial)")
    #expect(trial.stdout.contains("5 read: 1 inserted, 1 updated"), "\(trial)")
    let both = try await workspace.run("import", "--changes", "--json", "b.csv")
    #expect(both.status == 64, "\(both)")
  }
}
