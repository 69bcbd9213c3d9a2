internal import SQLite

/// The statements that load records into a table, for those that have the same of its columns.
final class TargetStatements {
  /// Loads a batch.
  let insert: Statement
  /// Leaves out what is stored already; nil where nothing can be.
  var sift: Sift?
  /// Whether SQLite reads all rows of a batch before it inserts the first.
  let readsAllRowsFirst: Bool

  /// Prepares the statements.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - table: the table, with the columns that the records have.
  ///   - functions: the names of the functions of the table's judge.
  ///   - run: the run.
  ///   - hasTriggers: whether the table has triggers of its own.
  ///   - isFirstLoad: whether the table had no row when the run began.
  ///   - isAlone: whether no other table is loaded from the same records.
  /// - Throws: `DatabaseError` when the table does not fit them.
  init(
    _ database: Database, _ table: TargetTable, _ functions: Judge.Names, run: Int64,
    hasTriggers: Bool, isFirstLoad: Bool, isAlone: Bool
  ) throws(DatabaseError) {
    let looksUp = !table.key.isEmpty && !isFirstLoad
    let completed = looksUp ? try table.columnsToComplete(in: database) : []
    readsAllRowsFirst = hasTriggers || !completed.isEmpty
    insert = try Statement(
      database,
      table.insertStatement(functions, keepsRows: !readsAllRowsFirst, completing: completed),
      isReused: true)
    insert.bind(.integer(run), at: 1)
    // Into an empty table every record is new: looking each up first would double the cost.
    sift = looksUp ? try Sift(database, table, functions, isAlone: isAlone) : nil
  }
}
