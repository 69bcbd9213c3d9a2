internal import SQLite

/// The bytes that changes have replaced in columns of files, so that they can be brought back.
///
/// They are in a table of their own, `etl_files`, once each however often they were replaced, under
/// their SHA-256: there they can be written and read piece by piece, which a value of `etl_changes`,
/// a table WITHOUT ROWID, can't. An image names them as `sha256:` and 64 digits. A BLOB column of a
/// STRICT table has no text, so that such an image is never a value that the row had.
struct KeptFiles {
  private let database: Database
  private static let prefix = "sha256:"

  init(_ database: Database) { self.database = database }

  /// Whether the image of a column of bytes names what was kept, rather than being it.
  static func isName(_ image: Value) -> Bool { image.text?.hasPrefix(prefix) ?? false }

  /// The value of a row as an image names it, without keeping it: what is NULL or no bytes, as it is.
  ///
  /// - Throws: `DatabaseError`.
  func name(of place: StoredBytes) throws -> Value {
    if let value = try place.otherValue() { return value }
    return .text(Self.prefix + (try place.sha256()))
  }

  /// Keeps the value of a row, which is about to go.
  ///
  /// - Returns: its name, for the image.
  /// - Throws: `DatabaseError`.
  func keep(_ place: StoredBytes) throws -> Value {
    let name = try name(of: place)
    guard Self.isName(name), try row(of: name) == nil else { return name }
    let contents = try place.lent()
    try database.execute(
      "INSERT INTO main.etl_files (sha256, bytes) VALUES (?, zeroblob(?))",
      [Self.sha256(name), .integer(Int64(contents.byteCount))])
    try kept(database.lastInsertRowID).write(contents)
    return name
  }

  /// Writes the image of a value that a run has changed.
  ///
  /// - Parameters:
  ///   - kind: what was done to the row.
  ///   - old: the name of what there was.
  ///   - new: the name of what is there now.
  ///   - place: the value.
  ///   - run: the run.
  /// - Throws: `DatabaseError`.
  func note(
    _ kind: RowChange.Kind, old: Value, new: Value, at place: StoredBytes, run: Int64
  ) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old, new)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(place.table), .integer(place.row), .integer(run), .text(place.column),
        .text(kind.rawValue), old, new,
      ])
  }

  /// The bytes of a name; nil where they were never kept: those that a row still has.
  ///
  /// - Throws: `DatabaseError`.
  func contents(_ name: Value) throws(DatabaseError) -> LentBytes? {
    guard let row = try row(of: name) else { return nil }
    return try kept(row).lent()
  }

  /// Drops what no image names any more.
  ///
  /// - Throws: `DatabaseError`.
  /// - Complexity: the number of images, where anything was kept at all.
  func prune() throws(DatabaseError) {
    guard try database.value("SELECT 1 FROM main.etl_files LIMIT 1") != nil else { return }
    let first = Self.prefix.utf8.count + 1
    let names = ["old", "new"].map { image in
      """
      SELECT substr(\(image), \(first)) FROM main.etl_changes
      WHERE typeof(\(image)) = 'text' AND \(image) GLOB '\(Self.prefix)*'
      """
    }
    try database.execute(
      """
      DELETE FROM main.etl_files WHERE sha256 NOT IN (\(names.joined(separator: " UNION ")))
      """)
  }

  private func row(of name: Value) throws(DatabaseError) -> Int64? {
    try database.value("SELECT id FROM main.etl_files WHERE sha256 = ?", [Self.sha256(name)])?
      .integer
  }

  private func kept(_ row: Int64) -> StoredBytes {
    StoredBytes(database: database, table: "etl_files", column: "bytes", row: row)
  }

  private static func sha256(_ name: Value) -> Value {
    .optional(name.text.map { String($0.dropFirst(prefix.count)) })
  }
}
