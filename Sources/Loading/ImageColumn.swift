internal import Records
internal import SQLite

/// A column whose former values are kept when a row is updated.
struct ImageColumn {
  let name: String
  /// Whether no update changes it.
  let isFixed: Bool
  /// The kind of value that the column stores as it comes; nil where it stores all of them so.
  private let storedKind: Cell.Kind?
  /// Its place in the order of the names.
  fileprivate(set) var rank = 0
  /// Where its name is among the names, one behind the other.
  fileprivate(set) var nameRange = 0..<0

  /// A column with its declared type.
  init(name: String, type: String, isStrict: Bool, isFixed: Bool) {
    self.name = name
    self.isFixed = isFixed
    storedKind = isStrict && type == "ANY" ? nil : ImageColumn.kind(ofType: type)
  }

  /// Whether the column takes a value as it is, not converted by its affinity.
  func storesAsIs(_ cell: Cell) -> Bool {
    guard let storedKind else { return true }
    return cell.kind == storedKind || cell.kind == .null
  }

  /// The kind of value that no affinity converts, by the rules for determining it
  /// (sqlite.org/datatype3.html#determination_of_column_affinity).
  private static func kind(ofType type: String) -> Cell.Kind? {
    let type = type.uppercased()
    func has(_ part: String) -> Bool {
      type.utf8.indices.contains { type.utf8[$0...].starts(with: part.utf8) }
    }
    if has("INT") { return .integer }
    if has("CHAR") || has("CLOB") || has("TEXT") { return .text }
    if type.isEmpty || has("BLOB") { return nil }
    if has("REAL") || has("FLOA") || has("DOUB") { return .real }
    return .integer
  }
}

extension TargetTable {
  /// The file's columns and then those of the bookkeeping, `run_id` and `source_line`.
  func imageColumns(in database: Database) throws(DatabaseError) -> [ImageColumn] {
    let isStrict =
      try database.value(
        "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE",
        [.text(name)]) == 1
    let declared = try database.rows(
      "SELECT name, upper(type) FROM pragma_table_xinfo(?, 'main')", [.text(name)])
    let fixed = try fixedColumns(in: database)
    var images = (columns + TableShape.bookkeeping).map { column in
      let type = declared.first { $0[0].text?.lowercased() == column.lowercased() }?[1].text
      return ImageColumn(
        name: column, type: type ?? "", isStrict: isStrict, isFixed: fixed.contains(column))
    }
    // As BINARY compares them: byte by byte, which is how the ledger's key has them.
    let order = images.indices.sorted {
      images[$0].name.utf8.lexicographicallyPrecedes(images[$1].name.utf8)
    }
    for (rank, index) in order.enumerated() { images[index].rank = rank }
    var end = 0
    for index in images.indices {
      images[index].nameRange = end..<end + images[index].name.utf8.count
      end = images[index].nameRange.upperBound
    }
    return images
  }

  /// The statement that writes the images of a batch; parameter 1 is the run, 2 the table's name.
  ///
  /// A BLOB comes as a text; a new value that the column's affinity converts is read from the row,
  /// and may turn out to be what was there.
  var imageStatement: String {
    let stored = columns.map { "WHEN \(literal($0)) THEN o.\(quoted($0))" }
    let new = """
      (SELECT CASE i.c0 \(stored.joined(separator: " ")) END
        FROM \(sql) AS o WHERE o._rowid_ = i.line)
      """
    let (isBlob, isConverted) = (GatheredImages.oldIsBlob, GatheredImages.newIsConverted)
    let old = "CASE i.c3 & \(isBlob) WHEN 0 THEN i.c1 ELSE CAST(i.c1 AS BLOB) END"
    return imageStatement(
      old: old, new: "CASE i.c3 & \(isConverted) WHEN 0 THEN i.c2 ELSE \(new) END")
      + " WHERE NOT i.c3 & \(isConverted) OR \(old) IS NOT \(new)"
  }

  /// The same, with other expressions of the values.
  func imageStatement(old: String, new: String) -> String {
    """
    INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old, new)
    SELECT ?2, i.line, ?1, i.c0, 'update', \(old), \(new) FROM temp.etl_images AS i
    """
  }
}
