internal import SQLite

// MARK: Values that are the bytes of files

extension TableReversal {
  /// The rows whose bytes are no longer those that the run wrote.
  func editedFiles() throws -> [UndoConflict] {
    var conflicts: [UndoConflict] = []
    for column in table.byteColumns.sorted() {
      var conflict: UndoConflict?
      for image in try database.rows(
        """
        SELECT u.row_id, u.new FROM temp.etl_undo AS u
        WHERE u.column_name = ? AND u.kind = 'update' AND typeof(u.new) = 'text'
          AND EXISTS (SELECT 1 FROM \(table.sql) AS o WHERE o._rowid_ = u.row_id)
        """, [.text(column)])
      {
        let row = image[0].integer ?? 0
        guard try kept.name(of: place(column, row)) != image[1] else { continue }
        if conflict == nil {
          conflict = UndoConflict(table.name, .edited(column: column), run: nil, row: row)
        } else {
          conflict?.add(row: row)
        }
      }
      conflicts += [conflict].compactMap(\.self)
    }
    return conflicts
  }

  /// Keeps the bytes of rows that go.
  func keepFiles(ofRows condition: String) throws {
    for row in try database.rows(
      "SELECT o._rowid_ FROM \(table.sql) AS o WHERE \(condition)", [.integer(run)])
    {
      for column in table.byteColumns {
        let place = place(column, row[0].integer ?? 0)
        let name = try kept.keep(place)
        guard name != .null else { continue }
        try kept.note(.inserted, old: .null, new: name, at: place, run: run)
      }
    }
  }

  private func place(_ column: String, _ row: Int64) -> StoredBytes {
    StoredBytes(database: database, table: table.name, column: column, row: row)
  }

  /// Keeps what the run had written into columns of bytes: its images name it.
  func keepFiles(of images: [(column: String, value: Value)], _ row: Int64) throws {
    for image in images where table.byteColumns.contains(image.column) {
      _ = try kept.keep(place(image.column, row))
    }
  }
}
