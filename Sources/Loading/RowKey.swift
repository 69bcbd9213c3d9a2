internal import SQLite

/// Cells of a record that no two rows of a table may have the same values in: its key, or what else is
/// unique.
///
/// Of records of a file that have these in common, the first one comes in, and the others are about its row
/// or are refused. So while the first one waits for another record, they wait for it.
struct RowKey {
  let cells: [ComparedCell]
  /// The cells as the definitions of columns that compare as the table does, without names.
  let definitions: [String]

  private struct Part {
    var cell: ComparedCell
    var definition: String
  }

  /// What is unique in tables, as far as the records tell its values.
  ///
  /// - Throws: `DatabaseError` when the schema can't be read.
  static func all(of tables: [TargetTable], in database: Database) throws(DatabaseError) -> [RowKey]
  {
    var keys: [RowKey] = []
    for table in tables {
      for columns in try table.uniqueColumns(in: database) {
        var parts: [Part] = []
        var isWhole = true
        for column in columns where isWhole {
          let found = try Self.parts(of: column.name, column.collation, table, database)
          isWhole = found != nil
          parts += found ?? []
        }
        let key = RowKey(cells: parts.map(\.cell), definitions: parts.map(\.definition))
        guard isWhole, !keys.contains(where: { Set($0.cells) == Set(key.cells) }) else { continue }
        keys.append(key)
      }
    }
    return keys
  }

  /// What a record says of a column: a cell, or those of the key of the row that it refers to.
  ///
  /// - Returns: nil where it says nothing.
  private static func parts(
    of column: String, _ collation: Collation, _ table: TargetTable, _ database: Database
  ) throws(DatabaseError) -> [Part]? {
    if let cell = table.cell(of: column) {
      let comparison = try ColumnComparison(
        of: column, in: table.name, collation: collation, database)
      return [
        Part(cell: ComparedCell(cell: cell, collation: collation), definition: comparison.sql)
      ]
    }
    guard let parent = table.parents.first(where: { $0.column == column })?.table else {
      return nil
    }
    var parts: [Part] = []
    for column in parent.key {
      let collation = try parent.keyCollation(of: column, in: database)
      guard let found = try Self.parts(of: column, collation, parent, database) else { return nil }
      parts += found
    }
    return parts
  }
}

extension TargetTable {
  /// The columns of each constraint that makes rows unique, with the collations by which it does.
  ///
  /// - Parameters:
  ///   - ofAllRows: whether those are left out that are about some of the rows.
  ///   - database: the database.
  /// - Returns: constraint by constraint.
  /// - Throws: `DatabaseError`.
  func uniqueColumns(
    ofAllRows: Bool = false, in database: Database
  ) throws(DatabaseError) -> [[(name: String, collation: Collation)]] {
    // An index on an expression has no column's name there. What a partial index says of some rows may be
    // said of all: a record then waits that need not.
    let indexed = try database.rows(
      """
      SELECT l.seq, i.name, i.coll FROM pragma_index_list(?, 'main') AS l
        JOIN pragma_index_xinfo(l.name, 'main') AS i
      WHERE l."unique" AND i.key AND l.partial <= ? ORDER BY l.seq, i.seqno
      """, [.text(name), .integer(ofAllRows ? 0 : 1)])
    let rowID = try database.rows(
      """
      SELECT max(name) FROM pragma_table_info(?, 'main') WHERE pk > 0
      HAVING count(*) = 1 AND max(upper(type)) = 'INTEGER'
      """, [.text(name)]
    ).compactMap { row in row[0].text.map { [(name: $0, collation: Collation.binary)] } }
    return Dictionary(grouping: indexed) { $0[0].integer ?? 0 }.sorted { $0.key < $1.key }
      .filter { $0.value.allSatisfy { $0[1] != .null } }
      .map { $0.value.map { (name: $0[1].text ?? "", collation: Collation($0[2].text ?? "")) } }
      + rowID
  }
}
