import SQLite

@testable import Loading

/// A table of pictures, with its ledger.
struct PictureTable {
  let database: Database
  static let start = Ledger.Start(
    dataset: "pictures", source: "by hand", declaration: "1", dialect: "", toolVersion: "0",
    tables: ["p"])

  init() throws {
    database = try Database(path: ":memory:", access: .create)
    try LedgerSchema.prepare(database)
    try database.execute(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, run_id INTEGER,
        source_line INTEGER, photo BLOB) STRICT
      """)
  }

  /// Bytes that are lent in pieces of a size.
  static func lent(_ bytes: [UInt8], pieceSize: Int = 4096) -> LentBytes {
    LentBytes(byteCount: bytes.count) { body in
      for start in stride(from: 0, to: bytes.count, by: pieceSize) {
        try body(Array(bytes[start..<min(bytes.count, start + pieceSize)]))
      }
    }
  }

  /// Does something as a run by hand.
  func run(_ body: (HandRun) throws -> Void) throws -> Int64 {
    let run = try HandRun(database, Self.start)
    try body(run)
    run.count(\.updated)
    try run.finish()
    return run.run
  }

  /// The picture in a row.
  func place(_ row: Int64) -> StoredBytes {
    StoredBytes(database: database, table: "p", column: "photo", row: row)
  }

  func photo(_ row: Int64) throws -> Value? {
    try database.value("SELECT photo FROM p WHERE id = ?", [.integer(row)])
  }
}
