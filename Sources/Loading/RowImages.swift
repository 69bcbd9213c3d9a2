internal import SQLite

/// What the updates of a batch replace, one image per changed column.
///
/// The function that decides about an update has the stored values and the record's at hand. So
/// their differences are gathered there, in memory, and one statement writes them to `etl_changes`
/// in the order of its key: a trigger, which SQLite runs once per row with a statement per column,
/// takes five times as long.
final class RowImages {
  /// What is not written yet.
  var gathered: GatheredImages

  private let images: BatchTable
  /// Writes images whose values are all as they were gathered, and any.
  private let insertPlain: Statement
  private let insertAny: Statement

  /// Prepares the statement that writes the images.
  ///
  /// - Throws: `DatabaseError`.
  init(_ database: Database, _ table: TargetTable, run: Int64) throws(DatabaseError) {
    gathered = GatheredImages(try table.imageColumns(in: database), cells: table.cells)
    images = try BatchTable(
      database, name: "etl_images", columnCount: GatheredImages.cellsPerImage)
    insertPlain = try Statement(
      database, table.imageStatement(old: "i.c1", new: "i.c2"), isReused: true)
    insertAny = try Statement(database, table.imageStatement, isReused: true)
    try insertPlain.bind([.integer(run), .text(table.name)])
    try insertAny.bind([.integer(run), .text(table.name)])
  }

  /// Writes what is gathered.
  ///
  /// - Throws: `DatabaseError`.
  func write() throws(DatabaseError) {
    guard !gathered.rows.isEmpty else { return }
    try images.show(
      bytes: gathered.bytes, cells: gathered.cells, lines: gathered.rows, order: gathered.order()
    ) { () throws(DatabaseError) in
      try gathered.isPlain ? insertPlain.run() : insertAny.run()
    }
    gathered.removeAll()
  }
}
