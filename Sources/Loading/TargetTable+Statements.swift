internal import SQLite

// The statements of a load; `functions` names those that `Judge` gives to SQL for the table.

extension TargetTable {
  /// The most values compared by one function call, below SQLite's limit of 127 arguments.
  static let comparedAtOnce = 100

  /// What becomes of the rows of a statement before the one that the table refuses, as SQL.
  enum Conflict: String {
    /// They stay: OR FAIL "does not back out prior changes of the SQL statement that failed"
    /// (sqlite.org/lang_conflict.html).
    case keepsRows = " OR FAIL"
    /// They are taken back, whatever the table says of its constraints.
    case takesBack = " OR ABORT"
    /// They are taken back, unless the table says something else, and triggers do as they say: "if an ON
    /// CONFLICT clause is specified as part of the statement causing the trigger to fire, then conflict
    /// handling policy of the outer statement is used instead" (sqlite.org/lang_createtrigger.html).
    case takesBackByDefault = ""
  }

  /// How a statement is to end whose rows may not stay, where the table refuses one.
  ///
  /// - Throws: `DatabaseError`.
  func conflict(in database: Database, hasTriggers: Bool) throws(DatabaseError) -> Conflict {
    guard hasTriggers else { return .takesBack }
    let declaresOne = try database.rows(
      """
      SELECT 1 FROM main.sqlite_schema
      WHERE type = 'table' AND lower(name) = lower(?1) AND instr(lower(sql), 'conflict') > 0
      """, [.text(name)])
    return declaresOne.isEmpty ? .takesBackByDefault : .takesBack
  }

  /// The statement that loads a batch; parameter 1 is the run.
  ///
  /// The WHERE is there because "the parser might not be able to tell if the "ON" keyword is
  /// introducing the UPSERT or if it is the ON clause of a join" (sqlite.org/lang_upsert.html).
  ///
  /// - Parameters:
  ///   - functions: the names of the functions of its judge.
  ///   - conflict: what becomes of the statement where the table refuses a row.
  ///   - completed: the columns that the file lacks and a row that is there gives; see
  ///     `columnsToComplete(in:)`.
  ///   - fixed: the columns that no update changes; see `fixedColumns(in:)`.
  ///   - others: what is stored in some columns in place of the records' own values, as SQL.
  /// - Returns: the SQL.
  func insertStatement(
    _ functions: Judge.Names, _ conflict: Conflict, completing completed: [MissingColumn],
    fixed: [String], storing others: [String: String] = [:]
  ) -> String {
    let names = (writtenColumns + TableShape.bookkeeping).map(quoted)
    var join = KeyJoin.ofBatch()
    var values = writtenColumns.map { others[$0] ?? join.value(of: $0, in: self) }
    values += ["?1", "b.line"]
    if !completed.isEmpty { join.addOptional(self, as: "e") }
    values += completed.map { "iif(e._rowid_ IS NULL, \($0.initial), e.\(quoted($0.name)))" }
    let insert = """
      INSERT\(conflict.rawValue) INTO \(sql) AS o
        (\((names + completed.map { quoted($0.name) }).joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) \(join.sql)
      """
    guard !key.isEmpty else { return insert }
    let assignments = names.filter { !fixed.map(quoted).contains($0) }.map {
      "\($0) = excluded.\($0)"
    }
    let compared = zip(columns, cells).map { (name: $0, cell: $1) }
    var same =
      same(compared, functions, line: "excluded.source_line")
      + sameParents { "excluded.\(quoted($0))" }
    if same.isEmpty { same = ["true"] }
    return insert + "\n" + """
      ON CONFLICT (\(key.map(quoted).joined(separator: ", "))) DO UPDATE
      SET \(assignments.joined(separator: ", "))
      WHERE \(functions.judge)(
        o._rowid_, o.run_id, o.source_line, excluded.source_line, \(same.joined(separator: ", ")))
      """
  }

  /// The columns in the order in which stored rows are compared with those of a batch: the key first.
  var comparedColumns: [(name: String, cell: Int)] {
    let all = zip(columns, cells).map { (name: $0, cell: $1) }
    return all.filter { key.contains($0.name) } + all.filter { !key.contains($0.name) }
  }

  /// Whether one function call compares all that the file has.
  var isComparedAtOnce: Bool { parents.isEmpty && columns.count <= TargetTable.comparedAtOnce }

  /// The query that looks up every row of a batch by its key and notes those that are stored.
  func siftStatement(_ functions: Judge.Names) -> String {
    var join = KeyJoin.ofBatch()
    let parents = Dictionary(
      parents.map { ($0.column, join.value(of: $0.column, in: self)) }, uniquingKeysWith: { $1 })
    join.add(self, as: "o")
    let others = comparedColumns.dropFirst(TargetTable.comparedAtOnce)
    let same =
      same(others, functions, line: "b.line") + sameParents { parents[$0] ?? "NULL" } + ["true"]
    return """
      SELECT count(*) \(join.sql)
        AND \(functions.found)(\(findingArguments(isSame: same.joined(separator: " AND "))))
      """
  }

  /// The query that reads stored rows in the order of their ids, from parameter 1 on, for a table
  /// that is compared at once.
  ///
  /// A file that is loaded again mostly has its rows in the order of their ids: then the next row
  /// is found without the key's index. A row of the query ends it.
  func followStatement(_ functions: Judge.Names) -> String {
    // "The "NOT INDEXED" clause specifies that no index shall be used … However, the INTEGER
    // PRIMARY KEY can still be used to look up entries" (sqlite.org/lang_indexedby.html).
    """
    SELECT 1 FROM \(sql) AS o NOT INDEXED
    WHERE o._rowid_ >= ?1 AND \(functions.followed)(\(findingArguments(isSame: "true")))
    ORDER BY o._rowid_
    """
  }

  private func findingArguments(isSame: String) -> String {
    let compared = comparedColumns.prefix(TargetTable.comparedAtOnce)
    return (["o._rowid_", "o.run_id", isSame] + compared.map { "o.\(quoted($0.name))" })
      .joined(separator: ", ")
  }

  /// Whether stored columns are the same as the record's on `line`, which they are if each of these
  /// is true.
  private func same(
    _ columns: some Collection<(name: String, cell: Int)>, _ functions: Judge.Names, line: String
  ) -> [String] {
    let columns = Array(columns)
    var comparisons: [String] = []
    var first = 0
    while first < columns.count {
      // The function compares cells that follow one another.
      var last = first + 1
      while last < columns.count, columns[last].cell == columns[last - 1].cell + 1,
        last - first < TargetTable.comparedAtOnce
      { last += 1 }
      let stored = columns[first..<last].map { "o.\(quoted($0.name))" }.joined(separator: ", ")
      comparisons.append("\(functions.same)(\(line), \(columns[first].cell), \(stored))")
      first = last
    }
    return comparisons
  }

  /// The same for the columns of parents that are not the key's; `id` is what the record has there.
  private func sameParents(id: (String) -> String) -> [String] {
    parents.filter { !key.contains($0.column) }.map {
      "o.\(quoted($0.column)) IS \(id($0.column))"
    }
  }

  /// The statement that updates some columns of rows whose rowids are known; parameter 1 is the run, 2
  /// and 3 the first and the last rowid.
  ///
  /// OR ABORT, whatever the table says of its constraints; what is not changed is not checked again.
  func updateStatement(
    _ functions: Judge.Names, _ columns: [(name: String, cell: Int)], lineCell: Int
  ) -> String {
    let values = columns + [(name: "source_line", cell: lineCell)]
    let assignments = values.map {
      "\(quoted($0.name)) = \(functions.value)(o._rowid_, \($0.cell))"
    }
    let replaced = ["_rowid_", "run_id", "source_line"] + columns.map { quoted($0.name) }
    return """
      UPDATE OR ABORT \(sql) AS o NOT INDEXED
      SET run_id = ?1, \(assignments.joined(separator: ", "))
      WHERE o._rowid_ BETWEEN ?2 AND ?3
        AND \(functions.replaced)(\(replaced.map { "o.\($0)" }.joined(separator: ", ")))
      """
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

  func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
