internal import SQLite

// The statements of a load; `functions` names those that `Judge` gives to SQL for the table.

extension TargetTable {
  /// The most values compared by one function call, below SQLite's limit of 127 arguments.
  private static let comparedAtOnce = 100

  /// The statement that loads a batch; parameter 1 is the run.
  ///
  /// The WHERE is there because "the parser might not be able to tell if the "ON" keyword is
  /// introducing the UPSERT or if it is the ON clause of a join" (sqlite.org/lang_upsert.html).
  ///
  /// - Parameters:
  ///   - functions: the names of the functions of its judge.
  ///   - keepsRows: whether the rows before a refused one stay: OR FAIL "does not back out prior
  ///     changes of the SQL statement that failed" (sqlite.org/lang_conflict.html).
  ///   - completed: the columns that the file lacks and a row that is there gives; see
  ///     `columnsToComplete(in:)`.
  /// - Returns: the SQL.
  func insertStatement(
    _ functions: Judge.Names, keepsRows: Bool, completing completed: [MissingColumn] = []
  ) -> String {
    let names = (writtenColumns + TableShape.bookkeeping).map(quoted)
    var join = KeyJoin.ofBatch()
    var values = writtenColumns.map { join.value(of: $0, in: self) } + ["?1", "b.line"]
    if !completed.isEmpty { join.addOptional(self, as: "e") }
    values += completed.map { "iif(e._rowid_ IS NULL, \($0.initial), e.\(quoted($0.name)))" }
    let insert = """
      INSERT OR \(keepsRows ? "FAIL" : "ABORT") INTO \(sql) AS o
        (\((names + completed.map { quoted($0.name) }).joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) \(join.sql)
      """
    guard !key.isEmpty else { return insert }
    let assignments = names.filter { !key.map(quoted).contains($0) }.map {
      "\($0) = excluded.\($0)"
    }
    let same = same(functions, line: "excluded.source_line") { "excluded.\(quoted($0))" }
    return insert + "\n" + """
      ON CONFLICT (\(key.map(quoted).joined(separator: ", "))) DO UPDATE
      SET \(assignments.joined(separator: ", "))
      WHERE \(functions.judge)(
        o._rowid_, o.run_id, o.source_line, excluded.source_line, \(same.joined(separator: ", ")))
      """
  }

  /// The query that looks up every row of a batch and marks those that are stored already.
  func siftStatement(_ functions: Judge.Names) -> String {
    var join = KeyJoin.ofBatch()
    let parents = Dictionary(
      parents.map { ($0.column, join.value(of: $0.column, in: self)) }, uniquingKeysWith: { $1 })
    join.add(self, as: "o")
    let same = same(functions, line: "b.line") { parents[$0] ?? "NULL" }
    return """
      SELECT count(*) \(join.sql)
        AND \(functions.sift)(o._rowid_, o.run_id, b.line, \(same.joined(separator: " AND ")))
      """
  }

  /// The query that compares rows of a batch with the stored rows that they are thought to be, for a
  /// table without parents.
  ///
  /// A file that is loaded again mostly has its rows in the order of their ids: then the next row
  /// is found without the key's index.
  func followStatement(_ functions: Judge.Names) -> String {
    let match = key.map { "o.\(quoted($0)) = b.c\(cell(of: $0) ?? 0)" }.joined(separator: " AND ")
    let same = same(functions, line: "b.line") { _ in "NULL" }.joined(separator: " AND ")
    // "The "NOT INDEXED" clause specifies that no index shall be used … However, the INTEGER
    // PRIMARY KEY can still be used to look up entries" (sqlite.org/lang_indexedby.html). And a CASE
    // because of two terms of a WHERE, SQLite may evaluate the second first.
    return """
      SELECT count(*) FROM temp.etl_batch AS b CROSS JOIN \(sql) AS o NOT INDEXED
      ON o._rowid_ = b.guess
      WHERE CASE WHEN \(match) THEN \(functions.sift)(o._rowid_, o.run_id, b.line, \(same)) END
      """
  }

  /// Whether all stored columns are the same as the record's on `line`, which they are if each of
  /// these is true; `parentID` is what the record has for a column of `parents`.
  private func same(
    _ functions: Judge.Names, line: String, parentID: (String) -> String
  ) -> [String] {
    var comparisons: [String] = []
    var first = 0
    while first < columns.count {
      // The function compares cells that follow one another.
      var last = first + 1
      while last < columns.count, cells[last] == cells[last - 1] + 1,
        last - first < TargetTable.comparedAtOnce
      { last += 1 }
      let stored = columns[first..<last].map { "o.\(quoted($0))" }.joined(separator: ", ")
      comparisons.append("\(functions.same)(\(line), \(cells[first]), \(stored))")
      first = last
    }
    for parent in parents where !key.contains(parent.column) {
      comparisons.append("o.\(quoted(parent.column)) IS \(parentID(parent.column))")
    }
    return comparisons.isEmpty ? ["true"] : comparisons
  }

  /// The trigger that keeps what an update replaces: one row per changed column.
  ///
  /// It is a TEMP trigger of this name, there for the run only, where `RowImages` can't know what is
  /// stored; rows that are inserted do not touch it.
  func imageTrigger(_ trigger: String) -> String {
    let images = (writtenColumns + TableShape.bookkeeping).map { column in
      """
        INSERT INTO etl_changes (table_name, row_id, run_id, column_name, kind, old, new)
        SELECT \(literal(name)), old._rowid_, new.run_id, \(literal(column)), 'update',
          old.\(quoted(column)), new.\(quoted(column))
        WHERE old.\(quoted(column)) COLLATE BINARY IS NOT new.\(quoted(column));
      """
    }
    return """
      CREATE TEMP TRIGGER \(trigger) AFTER UPDATE ON \(sql) BEGIN
      \(images.joined(separator: "\n"))
      END
      """
  }

  /// The statements that delete the rows which the run has neither written nor seen, and keep what
  /// they were: one row per column, the id among them.
  ///
  /// - Parameters:
  ///   - functions: the names of the functions of its judge.
  ///   - allColumns: every column that the table has.
  /// - Returns: statements with parameter 1 as the run.
  func deletion(_ functions: Judge.Names, allColumns: [String]) -> [String] {
    let absent = "run_id IS NOT ?1 AND NOT \(functions.seen)(_rowid_)"
    let images = allColumns.map { column in
      """
      INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old)
      SELECT \(literal(name)), _rowid_, ?1, \(literal(column)), 'delete', \(quoted(column))
      FROM \(sql) WHERE \(absent)
      """
    }
    return images + ["DELETE FROM \(sql) WHERE \(absent)"]
  }

  func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
