import Foundation
import Testing

@testable import SQLite

/// A folder that is removed after the test.
final class Folder {
  let path = NSTemporaryDirectory() + "bank-etl-sqlite-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}

@Suite struct DatabaseTests {
  @Test func `what can't be opened says why`() throws {
    let folder = try Folder()
    try Data("no database, but long enough to be looked at".utf8)
      .write(to: URL(filePath: folder.file("text")))
    let cases: [(String, Database.Access, DatabaseError.Kind)] = [
      ("missing", .readOnly, .cannotOpen), ("missing", .readWrite, .cannotOpen),
      ("missing/x", .create, .cannotOpen), ("text", .readWrite, .notADatabase),
      ("", .create, .cannotOpen),
    ]
    for (name, access, kind) in cases {
      let error = #expect(throws: DatabaseError.self, "\(name)") {
        let database = try Database(path: folder.file(name), access: access)
        try database.execute("PRAGMA schema_version")
      }
      #expect(error?.kind == kind)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("missing")))
  }

  @Test func `a transaction is done whole or not at all, and the first error counts`() throws {
    struct Cause: Error {}
    let database = try Database(path: ":memory:", access: .create)
    try database.execute("CREATE TABLE t (v)")
    try database.transaction { try database.execute("INSERT INTO t VALUES (1)") }
    #expect(throws: Cause.self) {
      try database.transaction {
        try database.execute("INSERT INTO t VALUES (2)")
        try database.execute("ROLLBACK")
        throw Cause()
      }
    }
    #expect(!database.isInTransaction)
    #expect(try database.rows("SELECT v FROM t") == [[1]])
  }

  @Test func `a second writer is told that the database is busy`() throws {
    let folder = try Folder()
    let path = folder.file("a.db")
    let first = try Database(path: path, access: .create)
    let second = try Database(path: path, access: .create, busyTimeout: 1)
    try first.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: DatabaseError.self) { try second.execute("BEGIN IMMEDIATE") }
    #expect(error?.kind == .busy)
  }

  @Test func `the schema can't call this program's functions`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.addFunction("etl_test") { call in call.integer(0) == 1 }
    #expect(try database.rows("SELECT etl_test(1), etl_test(2)") == [[1, 0]])
    try database.execute("CREATE VIEW v AS SELECT etl_test(1)")
    #expect(throws: DatabaseError.self) { try database.value("SELECT * FROM v") }
    database.removeFunction("etl_test")
    #expect(throws: DatabaseError.self) { try database.value("SELECT etl_test(1)") }
  }

  @Test func `a function of texts, and one that fails`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.addTextFunction("etl_text") {
      (call: borrowing FunctionCall) throws(DatabaseError) -> String in
      guard call.count > 0 else { throw DatabaseError(code: 1, message: "expected a value") }
      return call.text(0) + "!"
    }
    #expect(
      try database.rows("SELECT etl_text('ä'), etl_text(2), etl_text(NULL)") == [["ä!", "2!", "!"]])
    let error = #expect(throws: DatabaseError.self) { try database.value("SELECT etl_text()") }
    #expect(error?.message == "expected a value")
  }

  @Test func `the log is emptied, unless another connection reads`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "x.db").path
    func logSize() throws -> Int { try Data(contentsOf: URL(filePath: path + "-wal")).count }
    let writer = try Database(path: path, access: .create)
    _ = try writer.value("PRAGMA journal_mode = WAL")
    try writer.execute("CREATE TABLE t (a)")
    let reader = try Database(path: path, access: .readOnly)
    try reader.execute("BEGIN")
    _ = try reader.rows("SELECT a FROM t")
    try writer.execute("INSERT INTO t VALUES (1)")
    writer.emptyWriteAheadLog()
    #expect(try logSize() > 0)
    try reader.execute("COMMIT")
    writer.emptyWriteAheadLog()
    #expect(try logSize() == 0)
  }

  @Test func `a transaction knows of rows that refer to nothing`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (p INTEGER REFERENCES p DEFERRABLE INITIALLY DEFERRED);
      BEGIN; SAVEPOINT s; INSERT INTO c VALUES (1);
      """)
    #expect(database.hasOpenReferences)
    try database.execute("INSERT INTO p VALUES (1)")
    #expect(!database.hasOpenReferences)
    try database.execute("DELETE FROM p")
    #expect(database.hasOpenReferences)
    try database.execute("ROLLBACK TO s")
    #expect(!database.hasOpenReferences)
  }

  @Test func `a column has the collation that it is declared with`() throws {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE NoCase, b, UNIQUE (a COLLATE BINARY));
      CREATE UNIQUE INDEX u ON t (b COLLATE RTRIM);
      CREATE VIEW v AS SELECT * FROM t;
      """)
    #expect(try database.collation(of: "A", in: "T")?.uppercased() == "NOCASE")
    #expect(try database.collation(of: "b", in: "t") == "BINARY")
    #expect(try database.collation(of: "id", in: "t") == "BINARY")
    for (column, table) in [("c", "t"), ("a", "v"), ("a", "none")] {
      #expect(try database.collation(of: column, in: table) == nil)
    }
  }
}
