internal import SQLite

/// What `lint` has to know about a table beside its statement.
struct TableFacts: Equatable {
  /// A column.
  struct Column: Equatable {
    let name: String
    let isNullable: Bool
    /// Whether every row must have a value, and gets none by itself.
    let needsValue: Bool
  }

  /// A foreign key.
  struct ForeignKey: Hashable {
    let table: String
    let columns: [String]
    let parent: String
  }

  let columns: [Column]
  let foreignKeys: [ForeignKey]
  /// The foreign keys whose columns no index starts with.
  let foreignKeysWithoutIndex: Set<ForeignKey>

  /// Looks at a table.
  ///
  /// - Parameters:
  ///   - table: its name.
  ///   - database: a connection.
  /// - Throws: `DatabaseError`.
  init(of table: String, in database: Database) throws(DatabaseError) {
    let rows = try database.rows(
      """
      SELECT name, "notnull" = 0 AND pk = 0, "notnull" AND dflt_value IS NULL AND pk = 0, pk, type
      FROM pragma_table_xinfo(?1) WHERE hidden = 0
      """, [.text(table)])
    columns = rows.map {
      Column(name: $0[0].text ?? "", isNullable: $0[1] == 1, needsValue: $0[2] == 1)
    }
    foreignKeys = try TableFacts.foreignKeys(of: table, in: database)
    if foreignKeys.isEmpty {
      foreignKeysWithoutIndex = []
      return
    }
    var indexes = try TableFacts.indexes(of: table, in: database)
    let key = rows.filter { ($0[3].integer ?? 0) > 0 }
    // "a column of type INTEGER PRIMARY KEY … becomes an alias for the rowid", by which the table
    // itself is sorted (sqlite.org/lang_createtable.html#rowid).
    if key.count == 1, let name = key[0][0].text, key[0][4].text?.uppercased() == "INTEGER" {
      indexes.append([name.lowercased()])
    }
    foreignKeysWithoutIndex = Set(
      foreignKeys.filter { foreignKey in
        let columns = Set(foreignKey.columns.map { $0.lowercased() })
        return !indexes.contains { Set($0.prefix(columns.count)) == columns }
      })
  }

  private static func foreignKeys(
    of table: String, in database: Database
  ) throws(DatabaseError) -> [ForeignKey] {
    let rows = try database.rows(
      "SELECT id, \"table\", \"from\" FROM pragma_foreign_key_list(?1) ORDER BY id, seq",
      [.text(table)])
    var keys: [Int64: (parent: String, columns: [String])] = [:]
    for row in rows {
      keys[row[0].integer ?? 0, default: (row[1].text ?? "", [])].columns.append(row[2].text ?? "")
    }
    return keys.sorted { $0.key < $1.key }.map { _, key in
      ForeignKey(table: table, columns: key.columns, parent: key.parent)
    }
  }

  /// The columns of each index that has all the rows, in small letters.
  private static func indexes(
    of table: String, in database: Database
  ) throws(DatabaseError) -> [[String]] {
    try database.rows(
      """
      SELECT list.seq, info.name FROM pragma_index_list(?1) list, pragma_index_info(list.name) info
      WHERE list.partial = 0 ORDER BY list.seq, info.seqno
      """, [.text(table)]
    ).reduce(into: [Int64: [String]]()) { indexes, row in
      // An expression has no name.
      indexes[row[0].integer ?? 0, default: []].append(row[1].text?.lowercased() ?? "")
    }.map(\.value)
  }
}
