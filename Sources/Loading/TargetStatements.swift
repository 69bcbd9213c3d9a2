internal import SQLite

/// The statements that load records into a table, for those that have the same of its columns.
final class TargetStatements {
  /// Loads a batch.
  let insert: Statement
  /// Loads rows that refer to themselves in other letters; nil where there can't be any.
  let respelling: Respelling?
  /// Whether SQLite reads all rows of a batch before it inserts the first.
  let readsAllRowsFirst: Bool
  /// Updates rows that are found beforehand; nil where that may not come before the rest.
  let updates: RowUpdates?
  /// Finds stored rows; nil where there can't be any.
  private var sift: Sift?
  private let database: Database
  private let functions: Judge.Names

  /// Prepares the statements.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - batchTable: the batch.
  ///   - table: the table, with the columns that the records have.
  ///   - functions: the names of the functions of the table's judge, and of those for these columns.
  ///   - images: gathers what updates replace; nil where a trigger does.
  ///   - run: the run.
  ///   - hasTriggers: whether the table has triggers of its own.
  ///   - isFirstLoad: whether the table had no row when the run began.
  ///   - isAlone: whether no other table is loaded from the same records.
  /// - Throws: `DatabaseError` when the table does not fit them.
  init(
    _ database: Database, _ batchTable: BatchTable, _ table: TargetTable, _ functions: Judge.Names,
    _ images: RowImages?, run: Int64, hasTriggers: Bool, isFirstLoad: Bool, isAlone: Bool
  ) throws(DatabaseError) {
    self.database = database
    self.functions = functions
    let looksUp = !table.key.isEmpty && !isFirstLoad
    let compared = table.comparedColumns.prefix(TargetTable.comparedAtOnce)
    try batchTable.addFindingFunctions(
      (functions.found, functions.followed), columns: compared.map(\.cell),
      keyCount: compared.count { table.key.contains($0.name) })
    let fixed = try table.fixedColumns(in: database)
    let updatesFirst = looksUp ? try table.takesUpdatesFirst(in: database) : false
    if let images, updatesFirst {
      updates = try RowUpdates(
        database, batchTable, table, functions, images, run: run, fixed: fixed)
    } else {
      updates = nil
    }
    let completed = looksUp ? try table.columnsToComplete(in: database) : []
    readsAllRowsFirst = hasTriggers || !completed.isEmpty
    let conflict = try table.conflict(in: database, hasTriggers: hasTriggers)
    insert = try Statement(
      database,
      table.insertStatement(
        functions, readsAllRowsFirst ? conflict : .keepsRows, completing: completed, fixed: fixed),
      isReused: true)
    try insert.bind(.integer(run), at: 1)
    respelling = try Respelling(database, table, run: run) { values in
      table.insertStatement(
        functions, conflict, completing: completed, fixed: fixed, storing: values)
    }
    // Into an empty table every record is new: looking each up first would double the cost.
    sift =
      looksUp
      ? try Sift(database, table, functions, isAlone: isAlone, isForUpdates: updates != nil) : nil
  }

  deinit {
    database.removeFunction(functions.found)
    database.removeFunction(functions.followed)
  }

  /// Leaves the rows of a part of the batch out that are stored already, and marks them as seen.
  ///
  /// - Parameters:
  ///   - part: the rows of the batch.
  ///   - isNeeded: whether it is about the marks, and not only there for speed.
  ///   - batch: the batch.
  ///   - judge: decides what becomes of the rows that are found.
  /// - Returns: the rows that were found to change what is stored; they are not left out.
  /// - Throws: `DatabaseError`.
  func find(
    _ part: Range<Int>, isNeeded: Bool, of batch: BatchTable, _ judge: Judge
  ) throws(DatabaseError) -> [Judge.KnownRow] {
    guard isNeeded else { return try sift?.run(part, of: batch, judge) ?? [] }
    guard sift != nil else { return [] }
    try sift?.look(part, of: batch)
    return judge.meet(part)
  }
}
