import Foundation
import SQLite
import Testing

struct BackupCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func rows(_ name: String) throws -> [[Value]] {
    try Database.reading(workspace.path(name)) { database in
      try database.rows("SELECT * FROM failed_banks ORDER BY id")
    }
  }

  @Test func `a copy has what the database has, in one file`() async throws {
    try await ImportedBanks.make(in: workspace)
    let outcome = try await workspace.run("backup", "copy.db")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    #expect(outcome.stdout.wholeMatch(of: /copy\.db  [0-9.]+ KiB, verified\n/) != nil, "\(outcome)")
    #expect(try rows("copy.db") == rows("bank.db"))
    #expect(try workspace.files.filter { $0.hasPrefix("copy") } == ["copy.db"])
    // Without a write-ahead log it can be read where nothing can be written.
    let header = try Data(contentsOf: workspace.folder.appending(path: "copy.db"))[18..<20]
    #expect(Array(header) == [1, 1])
  }

  @Test func `as many may read the copy as the database`() async throws {
    try await ImportedBanks.make(in: workspace)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: workspace.path("bank.db"))
    #expect(try await workspace.run("backup", "-q", "copy.db").status == 0)
    let mode = try manager.attributesOfItem(atPath: workspace.path("copy.db"))[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test func `an earlier backup is replaced, anything else is not`() async throws {
    try await ImportedBanks.make(in: workspace)
    for _ in 1...2 { #expect(try await workspace.run("backup", "-q", "copy.db").status == 0) }
    try workspace.write("list.csv", "a,b\n")
    let refused = try await workspace.run("backup", "list.csv")
    #expect(refused.status == 73, "\(refused)")
    #expect(
      refused.stderr.hasPrefix(
        "list.csv: expected nothing or an earlier backup but found something else\n"), "\(refused)")
    #expect(try workspace.text("list.csv") == "a,b\n")
    let itself = try await workspace.run("backup", "./bank.db")
    #expect(itself.status == 64, "\(itself)")
    let nowhere = try await workspace.run("backup", "nowhere/copy.db")
    #expect(nowhere.status == 73, "\(nowhere)")
  }

  @Test func `the youngest are kept, and nothing else is removed`() async throws {
    try await ImportedBanks.make(in: workspace)
    try workspace.write("copy-20010101T000000Z.db", "old")
    try workspace.write("copy-20020101T000000Z.db", "old")
    try workspace.write("copy-by-hand.db", "kept")
    let outcome = try await workspace.run("backup", "--keep", "2", "copy.db", "--json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.contains("\"removed\":[\"copy-20010101T000000Z.db\"]"), "\(outcome)")
    let copies = try workspace.files.filter { $0.hasPrefix("copy") }
    #expect(copies.count == 3 && copies.contains("copy-by-hand.db"), "\(copies)")
    #expect(try rows(copies[1]) == rows("bank.db"))
  }

  @Test func `the new copy stays whatever later times others have, and they are told`() async throws
  {
    try await ImportedBanks.make(in: workspace)
    let later = ["copy-29990101T000000Z.db", "copy-29990102T000000Z.db"]
    for name in later + ["copy-20010101T000000Z.db"] { try workspace.write(name, "x") }
    let outcome = try await workspace.run("backup", "--keep", "1", "copy.db")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.stdout.contains("removed copy-20010101T000000Z.db\n"), "\(outcome)")
    for name in later { #expect(outcome.stdout.contains("\(name): of a later time"), "\(outcome)") }
    let copies = try workspace.files.filter { $0.hasPrefix("copy") }
    #expect(copies.count == 3 && Array(copies.suffix(2)) == later, "\(copies)")
    #expect(try rows(copies[0]) == rows("bank.db"))
  }

  @Test func `what can't be removed is told, and is not said to be removed`() async throws {
    try await ImportedBanks.make(in: workspace)
    let old = "copy-20010101T000000Z.db"
    let manager = FileManager.default
    try manager.createDirectory(atPath: workspace.path(old), withIntermediateDirectories: false)
    let outcome = try await workspace.run("backup", "--keep", "1", "copy.db")
    #expect(outcome.status == 74 && !outcome.stdout.contains("removed"), "\(outcome)")
    #expect(
      outcome.stderr.hasPrefix("\(old): one too many, but it can't be removed: "), "\(outcome)")
  }

  @Test func `a damaged database leaves the earlier backup`() async throws {
    try await ImportedBanks.make(in: workspace)
    #expect(try await workspace.run("backup", "-q", "copy.db").status == 0)
    let before = try Data(contentsOf: workspace.folder.appending(path: "copy.db"))
    let path = workspace.folder.appending(path: "bank.db")
    try Database(path: path.path, access: .readWrite).execute("PRAGMA journal_mode = DELETE")
    var bytes = try Data(contentsOf: path)
    bytes.replaceSubrange(8_192..<12_288, with: Data(repeating: 0x55, count: 4_096))
    try bytes.write(to: path)
    let outcome = try await workspace.run("backup", "copy.db")
    #expect(outcome.status == 78, "\(outcome)")
    #expect(outcome.stderr.hasPrefix("copy.db: the "), "\(outcome)")
    #expect(try Data(contentsOf: workspace.folder.appending(path: "copy.db")) == before)
    #expect(try workspace.files.filter { $0.hasPrefix("copy") } == ["copy.db"])
  }

  @Test func `while imports run, each copy is what the database was at one moment`() async throws {
    try await ImportedBanks.make(in: workspace)
    try workspace.write("c.csv", BankList.text(1...400, acquirer: "A"))
    try workspace.write("d.csv", BankList.text(1...400, acquirer: "B"))
    let outcome = try await workspace.shell(
      """
      (for round in 1 2 3 4 5 6; do
        $BANK_ETL import -q --force --commit-every 100 c.csv d.csv || exit
      done) & imports=$!
      for copy in 1 2 3 4 5 6; do $BANK_ETL backup -q $copy.db || exit; done
      wait $imports
      """)
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    for copy in 1...6 {
      let check = try await workspace.run("check", "-q", "--db", "\(copy).db")
      #expect(!check.stdout.contains("not ok  integrity"), "\(check)")
      // A piece that is committed is in the copy whole: what the runs wrote is what they count.
      let sums = try Database(path: workspace.path("\(copy).db"), access: .readOnly).rows(
        "SELECT count(*) FROM etl_runs WHERE read <> "
          + "inserted + updated + unchanged + rejected + skipped OR read % 100 > 5")
      #expect(sums == [[0]])
    }
  }

  @Test func `no database`() async throws {
    let outcome = try await workspace.run("backup", "copy.db")
    #expect(outcome.status == 66, "\(outcome)")
    #expect(try workspace.files == [])
  }
}
