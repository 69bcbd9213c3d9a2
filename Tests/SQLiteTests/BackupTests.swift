import Foundation
import SQLite
import Testing

struct BackupTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "bank-etl-\(UUID())")

  @Test(arguments: ["DELETE", "WAL"])
  func `a copy has all that was committed`(_ journal: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = try Database(path: folder.appending(path: "a.db").path, access: .create)
    try original.execute(
      "PRAGMA journal_mode = \(journal); CREATE TABLE t(x); INSERT INTO t VALUES (1), (2);"
        + "PRAGMA user_version = 7")
    let other = try Database(path: original.path, access: .readWrite)
    try other.execute("BEGIN; INSERT INTO t VALUES (3)")
    let path = folder.appending(path: "b.db").path
    try original.copy(to: Database(path: path, access: .create))
    try other.execute("COMMIT")
    let copy = try Database(path: path, access: .readOnly)
    #expect(try copy.rows("SELECT x FROM t") == [[1], [2]])
    #expect(try copy.value("PRAGMA user_version") == 7)
    #expect(try copy.value("PRAGMA integrity_check") == "ok")
  }

  @Test func `what the copy held before is replaced`() throws {
    let original = try Database(path: ":memory:", access: .create)
    let copy = try Database(path: ":memory:", access: .create)
    try copy.execute("CREATE TABLE old(x)")
    try original.copy(to: copy)
    #expect(try copy.rows("SELECT name FROM sqlite_schema").isEmpty)
  }

  @Test func `a copy into a database in a transaction is refused`() throws {
    let original = try Database(path: ":memory:", access: .create)
    let copy = try Database(path: ":memory:", access: .create)
    try copy.execute("BEGIN; CREATE TABLE t(x)")
    #expect(throws: DatabaseError.self) { try original.copy(to: copy) }
  }
}
