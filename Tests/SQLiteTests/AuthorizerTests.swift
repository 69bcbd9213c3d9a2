import SQLite
import Testing

struct AuthorizerTests {
  private let database: Database

  init() throws {
    database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE t(x)")
  }

  @Test(arguments: [
    ("BEGIN", "BEGIN"), ("begin immediate", "BEGIN"), ("COMMIT", "COMMIT"), ("END", "COMMIT"),
    ("ROLLBACK", "ROLLBACK"), ("SAVEPOINT a", "SAVEPOINT"), ("RELEASE a", "RELEASE"),
    ("ROLLBACK TO a", "ROLLBACK"), ("ATTACH ':memory:' AS a", "ATTACH"),
    ("ATTACH '' AS a", "ATTACH"),
    ("DETACH main", "DETACH"), ("/* x */ COMMIT -- y", "COMMIT"),
  ])
  func `what would leave the transaction is refused`(_ sql: String, _ words: String) throws {
    let authorizer = Authorizer(database)
    authorizer.beginCompiling()
    #expect { _ = try Statement(database, sql) } throws: {
      ($0 as? DatabaseError)?.kind == .unauthorized
    }
    #expect(authorizer.refused == words)
  }

  @Test(arguments: [
    "SELECT 'COMMIT'", "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
    "-- BEGIN\nSELECT 1",
    "CREATE TABLE \"commit\"(x)", "INSERT INTO t VALUES ('ATTACH')", "VACUUM", "DROP TABLE t",
  ])
  func `words that only look like it are allowed`(_ sql: String) throws {
    let authorizer = Authorizer(database)
    authorizer.beginCompiling()
    let statement = try Statement(database, sql)
    authorizer.endCompiling()
    try statement.run()
    #expect(authorizer.refused == nil)
  }

  @Test func `VACUUM INTO is refused when it is run`() throws {
    let authorizer = Authorizer(database)
    authorizer.beginCompiling()
    let statement = try Statement(database, "VACUUM INTO '/tmp/never'")
    authorizer.endCompiling()
    #expect(throws: DatabaseError.self) { try statement.run() }
    #expect(authorizer.refused == "VACUUM INTO")
  }

  @Test(arguments: [
    ("PRAGMA user_version = 3", true), ("CREATE TEMP TABLE a(x)", true),
    ("CREATE TEMP VIEW a AS SELECT 1", true), ("CREATE TABLE a(x)", false), ("SELECT 1", false),
  ])
  func `what may change the connection is noted`(_ sql: String, _ hasChanged: Bool) throws {
    let authorizer = Authorizer(database)
    authorizer.beginCompiling()
    _ = try Statement(database, sql)
    #expect(authorizer.hasChangedConnection == hasChanged)
    #expect(authorizer.pragma == (sql.hasPrefix("PRAGMA") ? "user_version" : nil))
  }

  @Test func `nothing is refused when the authorizer is gone`() throws {
    do {
      let authorizer = Authorizer(database)
      authorizer.beginCompiling()
    }
    try database.execute("BEGIN; COMMIT")
  }
}
