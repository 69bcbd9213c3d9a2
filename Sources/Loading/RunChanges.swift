package import SQLite

/// What one run changed, column by column.
///
/// A row that was inserted or deleted is given by its values that aren't NULL. The columns that only
/// the program itself fills are left out.
package struct RunChanges {
  private let database: Database
  private let run: LedgerRun
  private let keys: [String: [KeyColumn]]

  /// A column that tells the rows of a table apart for the user.
  package struct KeyColumn: Sendable, Equatable {
    let column: String
    let parent: String?

    /// A column.
    ///
    /// - Parameters:
    ///   - column: its name.
    ///   - parent: the table to whose row it refers, whose own key stands for that row's id.
    package init(_ column: String, parent: String? = nil) {
      self.column = column
      self.parent = parent
    }
  }

  /// The changes of a run.
  ///
  /// - Parameters:
  ///   - database: a database with a ledger of this program's version.
  ///   - run: the run.
  ///   - keys: the columns that tell the rows of a table apart for the user, by table; of a table that is not
  ///     there, what the schema says is unique does.
  /// - Throws: `LoadError` of kind `pruned`, or of kind `unsuitableTable` where a table is gone, or
  ///   `DatabaseError`.
  package init(
    _ database: Database, _ run: LedgerRun, keys: [String: [KeyColumn]]
  ) throws {
    try run.requireImages()
    self.database = database
    self.run = run
    var keys = keys
    for table in run.tables where keys[table] == nil {
      keys[table] = try Self.key(of: TableShape(table, in: database), among: run.tables, database)
    }
    self.keys = keys
  }

  /// The columns of a table that its first constraint makes unique, or else its id.
  private static func key(
    of table: TableShape, among tables: [String], _ database: Database
  ) throws -> [KeyColumn] {
    // SQLite lists the last one first.
    let columns = table.uniqueKeys.last ?? [table.rowIDColumn].compactMap(\.self)
    let references = try ForeignKey.all(of: table.name, in: database)
    return try columns.map { column in
      let reference = references.first { $0.columns == [column] }
      let parent = tables.first { $0.lowercased() == reference?.parent.lowercased() }
      guard let reference, let parent, parent != table.name,
        let id = try TableShape(parent, in: database).rowIDColumn, reference.parentColumns == [id]
      else { return KeyColumn(column) }
      return KeyColumn(column, parent: parent)
    }
  }

  /// Lends the changes one by one, by table, row and column.
  ///
  /// - Parameter body: gets a change; false ends it.
  /// - Throws: `LoadError` of kind `unsuitableTable` where a table is gone, `DatabaseError`, or what
  ///   `body` throws.
  /// - Complexity: the number of rows of the tables and of changes in the ledger.
  package func forEach(_ body: (RowChange) throws -> Bool) throws {
    var pasts: [String: RowPast] = [:]
    for name in run.tables {
      let past = try RowPast(database, TableShape(name, in: database))
      pasts[name] = past
      let rows = try Statement(database, rowsQuery(past.table))
      try rows.bind([.text(name), .integer(run.id)])
      while try rows.step() {
        guard let row = rows.value(at: 0).integer else { continue }
        for change in try changes(of: row, past, &pasts) {
          guard try body(change) else { return }
        }
      }
    }
  }

  /// The rows that the run wrote: those with images of it, and those that it inserted: they say so
  /// themselves, or a later run's image says that they did.
  private func rowsQuery(_ table: TableShape) -> String {
    let hasNoImage = """
      NOT EXISTS (SELECT 1 FROM main.etl_changes AS i
        WHERE i.table_name = ?1 AND i.row_id = w.row_id AND i.run_id = ?2)
      """
    return """
      SELECT row_id FROM main.etl_changes WHERE table_name = ?1 AND run_id = ?2
      UNION
      SELECT w.row_id FROM (SELECT _rowid_ AS row_id FROM \(table.sql) WHERE run_id = ?2) AS w
        WHERE \(hasNoImage)
      UNION
      SELECT w.row_id FROM main.etl_changes AS w
      WHERE w.table_name = ?1 AND w.column_name = 'run_id' AND w.kind <> 'insert' AND w.old = ?2
        AND \(hasNoImage)
      ORDER BY 1
      """
  }

  private func changes(
    of row: Int64, _ past: RowPast, _ pasts: inout [String: RowPast]
  ) throws -> [RowChange] {
    let table = past.table
    let images = try past.images(of: row)
    let own = images.filter { $0.run == run.id }
    let values = RowPast.values(after: run.id, now: try past.row(row), images)
    let kind = own.first?.kind ?? .inserted
    let key = try key(of: row, values, past, &pasts)
    let line = kind == .deleted ? nil : values["source_line"]?.integer
    func change(_ column: String, _ old: Value, _ new: Value) -> RowChange {
      RowChange(
        kind: kind, table: table.name, row: row, key: key, line: line, column: column, old: old,
        new: new)
    }
    let hidden = TableShape.bookkeeping + [table.rowIDColumn].compactMap(\.self)
    guard kind == .updated else {
      return table.columns.compactMap { column in
        guard !hidden.contains(column), let value = values[column], value != .null else {
          return nil
        }
        return kind == .deleted ? change(column, value, .null) : change(column, .null, value)
      }
    }
    return own.filter { !hidden.contains($0.column) }.map { change($0.column, $0.old, $0.new) }
  }

  /// What tells a row apart: its key, where a parent's key stands for the id of the parent's row.
  private func key(
    of row: Int64, _ known: [String: Value]?, _ past: RowPast, _ pasts: inout [String: RowPast]
  ) throws -> [Value] {
    guard let columns = keys[past.table.name] else { return [] }
    var values = known ?? [:]
    // The images of a row that is gone may lack its id, and what the run left as it was.
    if columns.contains(where: { values[$0.column] == nil }) {
      values = try past.values(of: row, after: run.id)
    }
    var key: [Value] = []
    for column in columns {
      let value = values[column.column] ?? .null
      if let name = column.parent, pasts[name] == nil { pasts[name] = try self.past(of: name) }
      guard let parent = column.parent.flatMap({ pasts[$0] }), let id = value.integer else {
        key.append(value)
        continue
      }
      key += try self.key(of: id, nil, parent, &pasts)
    }
    return key
  }

  /// The rows of a parent's table; nil where it is gone.
  private func past(of table: String) throws(DatabaseError) -> RowPast? {
    guard let shape = try? TableShape(table, in: database) else { return nil }
    return try RowPast(database, shape)
  }
}

extension LedgerRun {
  /// The last line of its file that a row is from which the run wrote and no later one has; nil for none.
  ///
  /// - Throws: `LoadError` of kind `unsuitableTable` where a table is gone, or `DatabaseError`.
  /// - Complexity: the number of rows of its tables.
  package func lastLine(in database: Database) throws -> Int64? {
    try tables.compactMap { name in
      try database.value(
        "SELECT max(source_line) FROM \(TableShape(name, in: database).sql) WHERE run_id = ?",
        [.integer(id)])?.integer
    }.max()
  }
}
