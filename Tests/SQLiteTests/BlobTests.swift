import Testing

@testable import SQLite

struct BlobTests {
  private static func database() throws -> Database {
    let database = try Database(path: ":memory:", access: .create)
    try database.execute(
      #"CREATE TABLE "a ""b""" (id INTEGER PRIMARY KEY, "c d" BLOB, n INTEGER); "#)
    return database
  }

  @Test(arguments: [0, 1, 2, 4096, Blob.pieceSize, Blob.pieceSize + 1, 3_000_000])
  func `bytes are written and read piece by piece`(count: Int) throws {
    let database = try Self.database()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try database.execute(
      #"INSERT INTO "a ""b""" VALUES (7, zeroblob(?), 1)"#, [.integer(Int64(count))])
    do {
      let blob = try Blob(database, table: "a \"b\"", column: "c d", row: 7, .write)
      #expect(blob.byteCount == count)
      for start in stride(from: 0, to: count, by: 70_000) {
        try blob.write(Array(bytes[start..<min(count, start + 70_000)]), at: start)
      }
    }
    let blob = try Blob(database, table: "a \"b\"", column: "c d", row: 7, .read)
    var found: [UInt8] = []
    try blob.forEachPiece {
      found += $0
      return true
    }
    #expect(found == bytes)
    #expect(try database.value(#"SELECT "c d" FROM "a ""b""""#) == .blob(bytes))
  }

  @Test func `what has no bytes is refused`() throws {
    let database = try Self.database()
    try database.execute(#"INSERT INTO "a ""b""" VALUES (1, NULL, 5)"#)
    for (column, row) in [("c d", 1), ("n", 1), ("x", 1), ("c d", 2)] as [(String, Int64)] {
      #expect(throws: DatabaseError.self) {
        _ = try Blob(database, table: "a \"b\"", column: column, row: row, .read)
      }
    }
  }

  @Test func `bytes beyond the end are an error, and none are written`() throws {
    let database = try Self.database()
    try database.execute(#"INSERT INTO "a ""b""" VALUES (1, zeroblob(2), 5)"#)
    let blob = try Blob(database, table: "a \"b\"", column: "c d", row: 1, .write)
    #expect(throws: DatabaseError.self) { try blob.write([1, 2, 3], at: 0) }
    var piece: [UInt8] = []
    try blob.read(0..<2, into: &piece)
    #expect(piece == [0, 0])
  }
}
