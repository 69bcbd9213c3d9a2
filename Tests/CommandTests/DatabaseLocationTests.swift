import SQLite
import Testing

@testable import bank_etl

struct DatabaseLocationTests {
  private static func location(
    _ words: [String], _ environment: [String: String]
  ) throws -> DatabaseLocation {
    var reader = ArgumentReader(
      command: Command(
        path: ["x"], summary: "s", options: [.database], action: .run { _ in .success }))
    for word in words { try reader.take(word) }
    return try DatabaseLocation(try reader.finish(), environment: { environment[$0] })
  }

  @Test(
    arguments: [
      ([], [:], "bank.db"),
      ([], ["DATABASE_URL": "sqlite:a.db"], "a.db"),
      ([], ["DATABASE_URL": "sqlite:/var/a b.db"], "/var/a b.db"),
      ([], ["DATABASE_URL": "sqlite:a.db", "BANK_ETL_DB": "b.db"], "b.db"),
      (["--db", "c.db"], ["DATABASE_URL": "sqlite:a.db", "BANK_ETL_DB": "b.db"], "c.db"),
      (["--db", "c.db"], ["DATABASE_URL": "postgres://u:secret@h/d"], "c.db"),
    ] as [([String], [String: String], String)])
  func `the first that names one decides`(
    words: [String], environment: [String: String], path: String
  ) throws {
    #expect(try Self.location(words, environment).path == path)
  }

  @Test(arguments: ["postgres://u:secret@h/d", "sqlite:", "a.db"])
  func `another kind of address is refused without being shown`(address: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try Self.location([], ["DATABASE_URL": address])
    }
    #expect(failure?.status == .configuration)
    let lines = failure?.messages.map(\.line) ?? []
    #expect(
      lines == [
        "bank-etl: expected sqlite:PATH in DATABASE_URL but found another kind of address",
        "bank-etl: name the database with --db PATH, or with BANK_ETL_DB",
      ])
  }

  @Test func `what is not there is not made`() throws {
    let workspace = try Workspace()
    let path = workspace.path("none.db")
    let failure = #expect(throws: CommandFailure.self) {
      try Self.location(["--db", path], [:]).read { _ in }
    }
    #expect(failure?.status == .noInput)
    #expect(failure?.messages.first == Message("no such database", at: path))
    #expect(try workspace.files == [])
  }

  @Test func `what is no database is told`() throws {
    let workspace = try Workspace()
    let path = try workspace.write("text.db", String(repeating: "no database\n", count: 100))
    let failure = #expect(throws: CommandFailure.self) {
      try Self.location(["--db", path], [:]).read { _ = try $0.value("SELECT * FROM t") }
    }
    #expect(failure?.status == .configuration)
    let text = "expected a SQLite database but found another kind of file"
    #expect(failure?.messages == [Message(text, at: path)])
  }
}
