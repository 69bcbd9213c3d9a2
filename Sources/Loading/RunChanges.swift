package import SQLite

/// What one run changed, column by column.
///
/// A row that was inserted or deleted is given by its values that aren't NULL. The columns that only
/// the program itself fills are left out.
package struct RunChanges {
  private let database: Database
  private let run: LedgerRun
  private let keys: [String: [String]]

  /// The changes of a run.
  ///
  /// - Parameters:
  ///   - database: a database with a ledger of this program's version.
  ///   - run: the run.
  ///   - keys: the columns that tell the rows of a table apart for the user, by table.
  /// - Throws: `LoadError` of kind `pruned`.
  package init(
    _ database: Database, _ run: LedgerRun, keys: [String: [String]]
  ) throws(LoadError) {
    try run.requireImages()
    self.database = database
    self.run = run
    self.keys = keys
  }

  /// Lends the changes one by one, by table, row and column.
  ///
  /// - Parameter body: gets a change; false ends it.
  /// - Throws: `LoadError` of kind `unsuitableTable` where a table is gone, `DatabaseError`, or what
  ///   `body` throws.
  /// - Complexity: the number of rows of the tables and of changes in the ledger.
  package func forEach(_ body: (RowChange) throws -> Bool) throws {
    for name in run.tables {
      let table = try TableShape(name, in: database)
      let past = try RowPast(database, table)
      let rows = try Statement(database, rowsQuery(table))
      rows.bind([.text(name), .integer(run.id)])
      while try rows.step() {
        guard let row = rows.value(at: 0).integer else { continue }
        for change in try changes(of: row, in: table, past) {
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
    of row: Int64, in table: TableShape, _ past: RowPast
  ) throws -> [RowChange] {
    let images = try past.images(of: row)
    let own = images.filter { $0.run == run.id }
    let values = RowPast.values(after: run.id, now: try past.row(row), images)
    let kind = own.first?.kind ?? .inserted
    // The image of a row that is gone may lack its id.
    let key = (keys[table.name] ?? []).map {
      values[$0] ?? ($0 == table.rowIDColumn ? .integer(row) : .null)
    }
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
}
