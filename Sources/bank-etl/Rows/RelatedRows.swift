import Datasets
import SQLite

/// The rows of another dataset that belong to a row.
struct RelatedRows {
  /// The other dataset.
  let dataset: Dataset
  /// The rows, at most `StoredRow.limit`.
  let rows: [StoredRow]

  /// What belongs to a row: by the links that its dataset or another one declares, or by foreign
  /// keys between their tables.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - own: the rows of its dataset.
  ///   - package: all datasets; one whose tables aren't there has no rows.
  ///   - database: the database.
  ///   - isForPeople: whether bytes are only told by kind and size.
  /// - Returns: what was found, in the order of the declarations.
  /// - Throws: `DatabaseError`.
  static func all(
    of row: StoredRow, _ own: StoredRows, _ package: DataPackage, in database: Database,
    isForPeople: Bool
  ) throws -> [RelatedRows] {
    var related: [RelatedRows] = []
    for dataset in package.datasets where dataset.name != own.dataset.name {
      guard let other = try? StoredRows(dataset, in: database) else { continue }
      var terms: [(sql: String, values: [Value])] = []
      for link in own.dataset.links where link.dataset == dataset.name {
        terms.append(equal(link.otherColumns, other, link.columns.map { row.value($0) }))
      }
      for link in dataset.links where link.dataset == own.dataset.name {
        terms.append(equal(link.columns, other, link.otherColumns.map { row.value($0) }))
      }
      terms += try references(from: other, to: own, row, in: database)
      terms += try references(from: own, row, to: other, in: database)
      guard !terms.isEmpty else { continue }
      let condition = terms.map { "(\($0.sql))" }.joined(separator: " OR ")
      let found = try StoredRow.all(
        other, where: condition, terms.flatMap(\.values), in: database,
        isForPeople: isForPeople)
      if !found.isEmpty { related.append(RelatedRows(dataset: dataset, rows: found)) }
    }
    return related
  }

  private static func equal(
    _ columns: [String], _ rows: StoredRows, _ values: [Value]
  ) -> (sql: String, values: [Value]) {
    (columns.map { "\(rows.sql($0)) = ?" }.joined(separator: " AND "), values)
  }

  /// A column of a table with the column of another table that it refers to.
  private typealias Reference = (column: String, parent: String)

  /// The foreign keys of a table to another one, of one column each.
  private static func references(
    _ table: String, _ parent: String, in database: Database
  ) throws(DatabaseError) -> [Reference] {
    // "to" is NULL where the key is the parent's primary key.
    try database.rows(
      """
      SELECT "from", coalesce("to", (SELECT name FROM pragma_table_info(?2, 'main') WHERE pk = 1))
      FROM pragma_foreign_key_list(?1, 'main') AS f
      WHERE "table" = ?2 COLLATE NOCASE
        AND (SELECT count(*) FROM pragma_foreign_key_list(?1, 'main') WHERE id = f.id) = 1
      """, [.text(table), .text(parent)]
    ).compactMap { row in
      row[0].text.flatMap { column in row[1].text.map { (column: column, parent: $0) } }
    }
  }

  /// Rows of another dataset that refer to a row.
  private static func references(
    from other: StoredRows, to own: StoredRows, _ row: StoredRow, in database: Database
  ) throws(DatabaseError) -> [(sql: String, values: [Value])] {
    var terms: [(sql: String, values: [Value])] = []
    for (child, target) in other.dataset.targets.enumerated() {
      for (parent, id) in row.ids.enumerated() {
        let table = own.dataset.targets[parent].table
        for reference in try references(target.table, table, in: database) {
          terms.append(
            (
              "t\(child).\(quoted(reference.column)) = (SELECT \(quoted(reference.parent)) "
                + "FROM main.\(quoted(table)) WHERE _rowid_ = ?)", [.optional(id)]
            ))
        }
      }
    }
    return terms
  }

  /// Rows of another dataset that a row refers to.
  private static func references(
    from own: StoredRows, _ row: StoredRow, to other: StoredRows, in database: Database
  ) throws(DatabaseError) -> [(sql: String, values: [Value])] {
    var terms: [(sql: String, values: [Value])] = []
    for (parent, target) in other.dataset.targets.enumerated() {
      for (child, id) in row.ids.enumerated() {
        let table = own.dataset.targets[child].table
        for reference in try references(table, target.table, in: database) {
          terms.append(
            (
              "t\(parent).\(quoted(reference.parent)) = (SELECT \(quoted(reference.column)) "
                + "FROM main.\(quoted(table)) WHERE _rowid_ = ?)", [.optional(id)]
            ))
        }
      }
    }
    return terms
  }
}
