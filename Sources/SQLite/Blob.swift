internal import CSQLite

/// The bytes of one value in a table, read or written piece by piece without being in memory whole.
@safe package struct Blob: ~Copyable {
  private let handle: OpaquePointer
  private let database: Database

  /// What is done with the bytes.
  package enum Access: Int32, Sendable {
    case read = 0
    case write = 1
  }

  /// Opens a value.
  ///
  /// - Parameters:
  ///   - database: the connection.
  ///   - table: a table of the main schema; not one WITHOUT ROWID.
  ///   - column: the column.
  ///   - row: the row's rowid.
  ///   - access: what is to be done.
  /// - Throws: `DatabaseError` when there is no such row, or its value is neither a BLOB nor text.
  package init(
    _ database: Database, table: String, column: String, row: Int64, _ access: Access
  ) throws(DatabaseError) {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_blob_open(
      database.handle, "main", table, column, row, access.rawValue, &opened)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      throw database.error(code, sql: nil)
    }
    unsafe handle = opened
    self.database = database
  }

  deinit {
    // "Calling this routine on a null pointer is a harmless no-op"; in a transaction it writes nothing
    // that could fail: "the error code is returned when the transaction is committed".
    unsafe sqlite3_blob_close(handle)
  }

  /// How many bytes there are; "incremental blob I/O can only read or overwrite", so that this never
  /// changes.
  package var byteCount: Int { Int(unsafe sqlite3_blob_bytes(handle)) }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - range: which of them, counting from 0; within `byteCount`.
  ///   - bytes: gets them, in place of what it has.
  /// - Throws: `DatabaseError`, of kind `other` where the row was changed meanwhile
  ///   (`SQLITE_ABORT`).
  package func read(_ range: Range<Int>, into bytes: inout [UInt8]) throws(DatabaseError) {
    bytes.removeAll(keepingCapacity: true)
    guard !range.isEmpty else { return }
    bytes.append(contentsOf: repeatElement(0, count: range.count))
    let code = unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe sqlite3_blob_read(
        handle, memory.baseAddress, Int32(range.count), Int32(range.lowerBound))
    }
    guard code == SQLITE_OK else { throw database.error(code, sql: nil) }
  }

  /// Overwrites bytes.
  ///
  /// - Parameters:
  ///   - bytes: the new ones.
  ///   - position: where they go, counting from 0; all of them within `byteCount`.
  /// - Throws: `DatabaseError`.
  package func write(_ bytes: [UInt8], at position: Int) throws(DatabaseError) {
    guard !bytes.isEmpty else { return }
    let code = unsafe bytes.withUnsafeBytes { memory in
      unsafe sqlite3_blob_write(handle, memory.baseAddress, Int32(memory.count), Int32(position))
    }
    guard code == SQLITE_OK else { throw database.error(code, sql: nil) }
  }

  /// The most bytes that are read or written at once: 256 KiB.
  package static let pieceSize = 256 << 10

  /// Lends the bytes from the first to the last, piece by piece.
  ///
  /// - Parameter body: gets each piece; false ends it.
  /// - Throws: `DatabaseError`, or what `body` throws.
  package func forEachPiece(_ body: ([UInt8]) throws -> Bool) throws {
    var piece: [UInt8] = []
    for start in stride(from: 0, to: byteCount, by: Self.pieceSize) {
      try read(start..<min(byteCount, start + Self.pieceSize), into: &piece)
      guard try body(piece) else { return }
    }
  }
}
