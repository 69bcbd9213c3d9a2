import Foundation
import SQLite
import Testing

/// Reading that leaves no trace.
final class DatabaseReadingTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "bank etl%?#-\(UUID())")
  private var path: String { folder.appending(path: "a.db").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func make(_ journal: String) throws {
    let database = try Database(path: path, access: .create)
    try database.execute(
      "PRAGMA journal_mode = \(journal); CREATE TABLE t(x); INSERT INTO t VALUES (1)")
  }

  @Test(arguments: ["DELETE", "WAL", "PERSIST", "TRUNCATE"])
  func `a database at rest is read without a file beside it`(_ journal: String) throws {
    try make(journal)
    let before = (try files, try Data(contentsOf: URL(filePath: path)))
    let rows = try Database.reading(path) { try $0.rows("SELECT x FROM t") }
    #expect(rows == [[1]])
    #expect(try files == before.0)
    #expect(try Data(contentsOf: URL(filePath: path)) == before.1)
  }

  @Test func `a write-ahead log that another process has open is read`() throws {
    try make("WAL")
    let other = try Database(path: path, access: .readWrite)
    try other.execute("INSERT INTO t VALUES (2)")
    #expect(try Database.reading(path) { try $0.rows("SELECT x FROM t") } == [[1], [2]])
  }

  @Test func `what was read while somebody wrote is read again`() throws {
    try make("DELETE")
    var times = 0
    let count = try Database.reading(path) { database in
      times += 1
      if times == 1 {
        let writer = try Database(path: path, access: .readWrite)
        try writer.execute("INSERT INTO t SELECT value FROM json_each('[2, 3]')")
      }
      return try database.value("SELECT count(*) FROM t")
    }
    #expect(times == 2)
    #expect(count == 3)
  }

  @Test func `a link leads to the database and to its log`() throws {
    try make("WAL")
    let link = folder.appending(path: "link.db").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let other = try Database(path: path, access: .readWrite)
    try other.execute("INSERT INTO t VALUES (2)")
    #expect(try Database.reading(link) { try $0.value("SELECT count(*) FROM t") } == 2)
  }

  @Test func `nothing can be written`() throws {
    try make("DELETE")
    #expect { try Database.reading(path) { try $0.execute("INSERT INTO t VALUES (2)") } } throws: {
      ($0 as? DatabaseError)?.kind == .readOnly
    }
  }

  @Test func `no database is cannot open`() throws {
    #expect { try Database.reading(path) { _ in } } throws: {
      ($0 as? DatabaseError)?.kind == .cannotOpen
    }
    #expect(try files.isEmpty)
  }

  @Test func `a journal that a crash left is rolled back, if that is allowed`() throws {
    try make("DELETE")
    let database = try Database(path: path, access: .readWrite)
    // Written through to the file, with the journal beside it: then "the power fails".
    try database.execute("PRAGMA cache_size = 1; BEGIN")
    try database.execute(
      "INSERT INTO t SELECT randomblob(4000) FROM json_each('\([Int](1...200))')")
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: folder.appending(path: "crash.db\(suffix)").path)
    }
    let crashed = folder.appending(path: "crash.db").path
    #expect {
      try Database.reading(crashed, mayRecover: false) { try $0.rows("SELECT x FROM t") }
    } throws: {
      ($0 as? DatabaseError)?.kind == .readOnly
    }
    #expect(try Database.reading(crashed) { try $0.rows("SELECT x FROM t") } == [[1]])
  }
}
