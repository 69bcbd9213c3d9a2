package import SQLite

/// A table that records are loaded into: which cells of a row go there, and which rows of other
/// tables its rows belong to.
package struct TargetTable: Sendable, Equatable {
  /// The table's name.
  package let name: String
  /// The columns that the file has, in the order of `cells`.
  package let columns: [String]
  /// For each of `columns`, its cell in a row of a batch.
  package let cells: [Int]
  /// The columns that refer to rows of tables that are loaded before this one.
  package let parents: [Parent]
  /// The columns, among `columns` and those of `parents`, that tell one row from another; none where
  /// records only append.
  package let key: [String]
  /// Whether the table becomes the file: rows that the file lacks are deleted.
  package let isReplaced: Bool

  /// A column that gets the id of the row which the same record has in an earlier table.
  package struct Parent: Sendable, Equatable {
    /// The column.
    package let column: String
    /// The earlier table, which has a key.
    package let table: TargetTable

    /// A column for the id of a row of `table`.
    package init(column: String, table: TargetTable) {
      precondition(!table.key.isEmpty, "a row is found by its key")
      self.column = column
      self.table = table
    }
  }

  /// A table.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - columns: the columns that the file has.
  ///   - cells: for each of them its cell in a row of a batch; nil where they are a whole row.
  ///   - parents: the columns that refer to rows of earlier tables.
  ///   - key: the columns that tell one row from another.
  ///   - isReplaced: whether rows that the file lacks are deleted; needs a key.
  package init(
    name: String, columns: [String], cells: [Int]? = nil, parents: [Parent] = [], key: [String],
    isReplaced: Bool = false
  ) {
    let all = columns + parents.map(\.column)
    precondition(key.allSatisfy(all.contains), "the key is among the columns")
    precondition(!isReplaced || !key.isEmpty, "only a key tells which rows the file lacks")
    self.name = name
    self.columns = columns
    self.cells = cells ?? Array(columns.indices)
    precondition(self.cells.count == columns.count, "each column has a cell")
    self.parents = parents
    self.key = key
    self.isReplaced = isReplaced
  }

  /// All columns that a load writes but for the program's own.
  var writtenColumns: [String] { columns + parents.map(\.column) }

  /// The cell of a column; nil where the file does not have it.
  func cell(of column: String) -> Int? { columns.firstIndex(of: column).map { cells[$0] } }

  /// The cells of the key, in ascending order.
  var keyCells: [Int] { key.compactMap(cell).sorted() }

  /// The table's name as SQL.
  var sql: String { "main.\(quoted(name))" }

  /// Checks that the table has what a load needs.
  ///
  /// - Parameter database: the database it is in.
  /// - Throws: `LoadError` of kind `unsuitableTable` naming what is missing, or `DatabaseError`.
  package func check(in database: Database) throws {
    let present = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(name)])
      .compactMap { $0[0].text?.lowercased() }
    guard !present.isEmpty else {
      throw LoadError(
        .unsuitableTable,
        "expected a table \(quoted(name)) but found none: apply the migrations that make it")
    }
    for column in writtenColumns + TableShape.bookkeeping
    where !present.contains(column.lowercased()) {
      throw LoadError(
        .unsuitableTable,
        "expected a column \(quoted(column)) in table \(quoted(name)) but found none"
      )
    }
  }
}

extension [TargetTable] {
  /// The cells of the key of a record: those in the key of any of the tables, in ascending order.
  var keyCells: [Int] { Set(flatMap(\.keyCells)).sorted() }

  /// The name of the column that a cell goes to.
  func column(ofCell cell: Int) -> String {
    for table in self {
      if let index = table.cells.firstIndex(of: cell) { return table.columns[index] }
    }
<<<<<<< HEAD
    return insert + "\n" + """
      ON CONFLICT (\(key.map(quoted).joined(separator: ", "))) DO UPDATE
      SET \(assignments.joined(separator: ", "))
      WHERE etl_judge(
        o._rowid_, o.run_id, o.source_line, excluded.source_line,
        \(same(line: "excluded.source_line").joined(separator: ", ")))
      """
  }

  /// The query that looks up every row of a batch and marks those that are stored already.
  var siftStatement: String {
    let match = key.map { "o.\(quoted($0)) = b.c\(columns.firstIndex(of: $0) ?? 0)" }
    // "Programmers can force SQLite to use a particular loop nesting order … by using the CROSS
    // JOIN operator" (sqlite.org/optoverview.html): the batch outside, the key's index inside.
    return """
      SELECT count(*) FROM temp.etl_batch AS b CROSS JOIN main.\(quoted(name)) AS o
      ON \(match.joined(separator: " AND "))
      WHERE \(sift)
      """
  }

  /// The query that compares rows of a batch with the stored rows that they are thought to be.
  ///
  /// A file that is loaded again mostly has its rows in the order of their ids: then the next row
  /// is found without the key's index.
  var followStatement: String {
    let match = key.map { "o.\(quoted($0)) = b.c\(columns.firstIndex(of: $0) ?? 0)" }
    // "The "NOT INDEXED" clause specifies that no index shall be used … However, the INTEGER
    // PRIMARY KEY can still be used to look up entries" (sqlite.org/lang_indexedby.html). And a CASE
    // because of two terms of a WHERE, SQLite may evaluate the second first.
    return """
      SELECT count(*) FROM temp.etl_batch AS b CROSS JOIN main.\(quoted(name)) AS o NOT INDEXED
      ON o._rowid_ = b.guess
      WHERE CASE WHEN \(match.joined(separator: " AND ")) THEN \(sift) END
      """
  }

  private var sift: String {
    "etl_sift(o._rowid_, o.run_id, b.line, \(same(line: "b.line").joined(separator: " AND ")))"
  }

  /// Whether all stored columns are the same as the record's on `line`: if each of these is true.
  private func same(line: String) -> [String] {
    stride(from: 0, to: columns.count, by: TargetTable.comparedAtOnce).map { first in
      let last = min(first + TargetTable.comparedAtOnce, columns.count)
      let stored = columns[first..<last].map { "o.\(quoted($0))" }
      return "etl_same(\(line), \(first), \(stored.joined(separator: ", ")))"
    }
  }

  /// The trigger that keeps what an update replaces: one row per changed column.
  ///
  /// It is a TEMP trigger, there for the run only, where `RowImages` can't know what is stored;
  /// rows that are inserted do not touch it.
  var imageTrigger: String {
    let images = (columns + ["run_id", "source_line"]).map { column in
      """
        INSERT INTO etl_changes (table_name, row_id, run_id, column_name, kind, old, new)
        SELECT \(literal(name)), old._rowid_, new.run_id, \(literal(column)), 'update',
          old.\(quoted(column)), new.\(quoted(column))
        WHERE old.\(quoted(column)) COLLATE BINARY IS NOT new.\(quoted(column));
      """
    }
    return """
      CREATE TEMP TRIGGER etl_image AFTER UPDATE ON main.\(quoted(name)) BEGIN
      \(images.joined(separator: "\n"))
      END
      """
  }

  /// The statements that delete the rows which the run has neither written nor seen, and keep what
  /// they were: one row per column, the id among them.
  ///
  /// - Parameter allColumns: every column that the table has.
  /// - Returns: statements with parameter 1 as the run.
  func deletion(allColumns: [String]) -> [String] {
    let absent = "run_id IS NOT ?1 AND NOT etl_seen(_rowid_)"
    let images = allColumns.map { column in
      """
      INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old)
      SELECT \(literal(name)), _rowid_, ?1, \(literal(column)), 'delete', \(quoted(column))
      FROM main.\(quoted(name)) WHERE \(absent)
      """
    }
    return images + ["DELETE FROM main.\(quoted(name)) WHERE \(absent)"]
  }

  func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
=======
    return "column \(cell + 1)"
>>>>>>> main
  }
}
