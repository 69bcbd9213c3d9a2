internal import Digest
internal import SQLite

/// The value of one column in one row, as bytes that are read and written piece by piece.
struct StoredBytes {
  let database: Database
  /// A table of the main schema, not WITHOUT ROWID.
  let table: String
  let column: String
  /// The row's rowid.
  let row: Int64

  /// What a column is set to before its bytes are written: "zeroblob(N) returns a BLOB consisting of N
  /// bytes of 0x00. SQLite manages these zeroblobs very efficiently." (sqlite.org/lang_corefunc.html)
  static func room(_ file: FileColumn) -> String { file.contents == nil ? "?" : "zeroblob(?)" }

  /// The parameter of `room`.
  static func roomSize(_ file: FileColumn) -> Value {
    .optional(file.contents.map { Int64($0.byteCount) })
  }

  /// The value, where it is no bytes: NULL, or what only SQL can have stored.
  ///
  /// - Returns: nil for bytes, of which none are read.
  func otherValue() throws(DatabaseError) -> Value? {
    let name = quoted(column)
    let found = try database.rows(
      """
      SELECT typeof(\(name)) = 'blob', iif(typeof(\(name)) = 'blob', NULL, \(name))
      FROM main.\(quoted(table)) WHERE _rowid_ = ?
      """, [.integer(row)])
    guard let first = found.first else { return .null }
    return first[0] == 1 ? nil : first[1]
  }

  /// Fills the room that the value has.
  ///
  /// - Parameters:
  ///   - contents: the bytes, as many as there is room for.
  ///   - check: is called before each piece, to stop by throwing.
  /// - Throws: `LoadError` of kind `unstableFile` where there are more or fewer bytes than that,
  ///   `DatabaseError`, or what `check` and lending the bytes throw.
  func write(_ contents: LentBytes, check: () throws -> Void = {}) throws {
    guard contents.byteCount > 0 else { return }
    let blob = try Blob(database, table: table, column: column, row: row, .write)
    var position = 0
    try contents.forEachPiece { piece in
      try check()
      guard position + piece.count <= contents.byteCount else { throw changedMeanwhile }
      try blob.write(piece, at: position)
      position += piece.count
    }
    guard position == contents.byteCount else { throw changedMeanwhile }
  }

  private var changedMeanwhile: LoadError {
    LoadError(.unstableFile, "\(column): the file was changed while it was read")
  }

  /// Whether the value is these bytes; NULL for nil.
  ///
  /// - Throws: `DatabaseError`, or what lending the bytes throws.
  func equals(_ contents: LentBytes?) throws -> Bool {
    let other = try otherValue()
    guard let contents, other == nil else { return contents == nil && other == .null }
    let blob = try Blob(database, table: table, column: column, row: row, .read)
    guard blob.byteCount == contents.byteCount else { return false }
    var stored: [UInt8] = []
    var position = 0
    var isSame = true
    try contents.forEachPiece { piece in
      guard isSame, position + piece.count <= blob.byteCount else {
        isSame = false
        return
      }
      try blob.read(position..<position + piece.count, into: &stored)
      isSame = stored == piece
      position += piece.count
    }
    return isSame && position == blob.byteCount
  }

  /// The bytes, to be written elsewhere.
  ///
  /// - Throws: `DatabaseError` where the value is no bytes.
  func lent() throws(DatabaseError) -> LentBytes {
    let byteCount = try Blob(database, table: table, column: column, row: row, .read).byteCount
    return LentBytes(byteCount: byteCount) { body in
      let blob = try Blob(database, table: table, column: column, row: row, .read)
      try blob.forEachPiece {
        try body($0)
        return true
      }
    }
  }

  /// The SHA-256 of the bytes, as `sha256sum` prints it.
  ///
  /// - Throws: `DatabaseError` where the value is no bytes.
  func sha256() throws -> String {
    guard var hash = SHA256() else { throw DatabaseError.outOfMemory }
    let blob = try Blob(database, table: table, column: column, row: row, .read)
    try blob.forEachPiece {
      hash.update($0, from: 0)
      return true
    }
    guard let digest = hash.digest() else { throw DatabaseError.outOfMemory }
    return SHA256.hexadecimal(digest)
  }
}
