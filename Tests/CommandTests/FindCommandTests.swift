import Foundation
import SQLite
import Testing

struct FindCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  private func certs(_ words: String..., dataset: String = "failed-banks") async throws -> [Int] {
    struct Bank: Decodable { let cert: Int }
    let outcome = try await workspace.start(
      Workspace.program, ["find", dataset] + words + ["--format", "json"], [:], "")
    let found = try JSONDecoder().decode([Bank].self, from: outcome.output).map(\.cert)
    #expect(outcome.status == (found.isEmpty ? 1 : 0) && outcome.stderr == "", "\(outcome)")
    return found
  }

  @Test func `the index leaves no log for others to read`() async throws {
    #expect(try await certs("almena") == [15426])
    #expect(
      try workspace.files.filter { $0.hasSuffix("-wal") }.allSatisfy { name in
        try Data(contentsOf: workspace.folder.appending(path: name)).isEmpty
      })
  }

  @Test func `words in any column, their starts, in any case, all of them`() async throws {
    #expect(try await certs("almena") == [15426])
    #expect(try await certs("EQUI", "almena") == [15426])
    #expect(try await certs("equi almena") == [15426])
    #expect(try await certs("equity", "newark") == [])
    #expect(try await certs("qquity") == [])
    #expect(try await certs("bank").count == 4)
  }

  @Test func `the best match first`() async throws {
    for (cert, name) in [(1, "First Bank of a Long Name in a Long Town"), (2, "Zeta Zeta Bank")] {
      _ = try await workspace.run("add", "failed-banks", "name=\(name) zeta", "cert=\(cert)")
    }
    #expect(try await certs("zeta") == [2, 1])
  }

  @Test func `what is typed is never a query of its own`() async throws {
    _ = try await workspace.run(
      "add", "failed-banks", "name=Robert'); DROP O'Fallon \"x\"", "cert=9")
    #expect(try await certs("O'Fal") == [9])
    #expect(try await certs("Robert');") == [9])
    #expect(try await certs("\"x\"") == [9])
    for text in [
      "name:almena", "almena OR newark", "NOT almena", "NEAR(a b)", "*", "\"", "a\" OR \"b",
    ] {
      #expect(try await certs(text) == [], "\(text)")
    }
    #expect(try await certs("c0 : almena") == [])
  }

  @Test func `after each import, edit and undo`() async throws {
    #expect(try await certs("equity") == [15426])
    _ = try await workspace.run("set", "failed-banks", "15426", "acquirer=Öland Sparbank")
    #expect(try await certs("equity") == [])
    #expect(try await certs("oland") == [15426])
    _ = try await workspace.run("undo", "3")
    #expect(try await certs("equity") == [15426])
    #expect(try await certs("oland") == [])
    _ = try await workspace.run("delete", "failed-banks", "15426", "--yes")
    #expect(try await certs("equity") == [])
    _ = try await workspace.run("undo", "4")
    #expect(try await certs("equity") == [15426])
    _ = try await workspace.run("undo", "2")
    #expect(try await certs("resolute") == [])
    try workspace.write("c.csv", ImportedBanks.header + "Mesa Bank,Mesa,AZ,77,X,1-Jan-10,1\n")
    _ = try await workspace.run("import", "--policy", "replace", "c.csv")
    #expect(try await certs("mesa") == [77])
    #expect(try await certs("ericson") == [])
  }

  @Test func `without regard to accents and case, after all that can be done to rows`() async throws
  {
    _ = try await workspace.run("add", "failed-banks", "name=Banco de São Paulo", "cert=8")
    _ = try await workspace.run("add", "failed-banks", "name=O'Fallon ÉTOILE", "cert=9")
    for words in ["sao", "SÃO", "sa\u{303}o paulo"] { #expect(try await certs(words) == [8]) }
    for words in ["o'fallon", "Fallon etoile", "O’Fallon", "e\u{301}toi"] {
      #expect(try await certs(words) == [9], "\(words)")
    }
    let pruned = try await workspace.run("prune", "--keep", "0d")
    #expect(pruned.status == 0, "\(pruned)")
    #expect(try await certs("sao") == [8])
    _ = try await workspace.run("set", "failed-banks", "8", "name=Renamed")
    #expect(try await certs("renamed") == [8])
    _ = try await workspace.run("undo", "5")
    #expect(try await certs("renamed") == [])
    #expect(try await certs("sao") == [8])
    _ = try await workspace.run("set", "failed-banks", "8", "name=Renamed")
    _ = try await workspace.run("prune", "--keep", "0d")
    #expect(try await certs("sao") == [])
    _ = try await workspace.run("migrate", "down")
    _ = try await workspace.run("migrate", "up")
    #expect(try await certs("etoile") == [9])
  }

  @Test func `a migration that changes the table, and rows that others changed`() async throws {
    #expect(try await certs("almena") == [15426])
    let database = try Database(path: workspace.path("bank.db"), access: .readWrite)
    try database.execute("UPDATE failed_banks SET city = 'Elsewhere' WHERE cert = 15426")
    #expect(try await certs("elsewhere") == [])
    let rebuilt = try await workspace.run("find", "failed-banks", "elsewhere", "--rebuild")
    #expect(rebuilt.status == 0, "\(rebuilt)")
    try database.execute("ALTER TABLE failed_banks ADD COLUMN more TEXT")
    try database.execute("UPDATE failed_banks SET city = 'Nowhere' WHERE cert = 15426")
    #expect(try await certs("nowhere") == [15426])
    let validated = try await workspace.run("migrate", "validate")
    #expect(!validated.stdout.contains("etl_find") && !validated.stderr.contains("etl_find"))
  }

  @Test func `a database that can't be written is searched all the same`() async throws {
    let before = try Data(contentsOf: workspace.folder.appending(path: "bank.db"))
    let held = try DatabaseLock(databasePath: workspace.path("bank.db"))
    #expect(try await certs("almena") == [15426])
    _ = consume held
    #expect(try Data(contentsOf: workspace.folder.appending(path: "bank.db")) == before)
  }

  @Test func `matches stand out on a terminal, and only there`() async throws {
    let plain = try await workspace.run("find", "failed-banks", "alm")
    #expect(plain.stdout.contains("Almena State Bank") && !plain.stdout.contains("\u{1b}"))
    let marked = try await workspace.run("find", "failed-banks", "alm", "--color", "always")
    #expect(marked.stdout.contains("\u{1b}[1;33mAlmena\u{1b}[0m State Bank"), "\(marked)")
    #expect(!marked.stdout.contains("\u{1}"), "\(marked)")
  }

  @Test func `rows with a word that very many have come as they were loaded`() async throws {
    try Database(path: workspace.path("bank.db"), access: .readWrite).execute(
      """
      WITH RECURSIVE n(i) AS (VALUES (100000) UNION ALL SELECT i + 1 FROM n WHERE i < 110001)
      INSERT INTO failed_banks (name, city, cert)
      SELECT CASE i % 5000 WHEN 7 THEN 'Prairies Rare' ELSE 'Prairie' END, 'Prairieville', i FROM n
      """)
    #expect(try await certs("rare").count == 2)
    // "prairi" is the start of a word in all of these rows, and a word in none.
    for word in ["prairie", "prairi"] {
      let outcome = try await workspace.run(
        "find", "failed-banks", word, "rare", "--format", "csv", "--limit", "1")
      #expect(
        outcome.stdout.split(separator: "\n").last?.contains(",105007,") == true, "\(outcome)")
      #expect(
        outcome.stderr == """
          bank-etl: more than 10000 rows have "\(word)": those loaded last come first
          bank-etl: 1 are shown; --limit N shows more

          """, "\(outcome)")
    }
    let all = try await workspace.run(
      "find", "failed-banks", "prairie", "--format", "csv", "--limit", "100000")
    let lines = all.stdout.split(separator: "\n").dropFirst()
    #expect(lines.count == 10_002)
    #expect(lines.first?.contains(",110001,") == true)
    #expect(lines.suffix(2).map { $0.contains("Prairies") } == [true, true])
    let marked = try await workspace.run(
      "find", "failed-banks", "prairie", "--color", "always", "-n", "1")
    #expect(marked.stdout.contains("\u{1b}[1;33mPrairie\u{1b}[0m"), "\(marked)")
  }

  @Test func `more than are shown`() async throws {
    let outcome = try await workspace.run("find", "failed-banks", "bank", "-n", "2")
    #expect(outcome.status == 0 && outcome.stdout.split(separator: "\n").count == 4, "\(outcome)")
    #expect(outcome.stderr == "bank-etl: the best 2 are shown; --limit N shows more\n")
  }
}
