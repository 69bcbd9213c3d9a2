internal import SQLite

/// Loads the rows of batches into one table, within the caller's transaction.
final class TargetLoader {
  let table: TargetTable
  let judge: Judge
  private let database: Database
  private let batchTable: BatchTable
  private let insert: Statement
  private var sift: Sift?
  /// Gathers what updates replace; nil where a trigger does.
  let images: RowImages?
  /// Updates rows that are found by the sift; nil where that may not come before the rest.
  private let updates: RowUpdates?
  private let trigger: String
  private let hasTriggers: Bool
  /// Whether SQLite reads all rows of a batch before it inserts the first.
  let readsAllRowsFirst: Bool
  /// The rows that the run has written or met.
  var rows = RowCounts()

  /// Prepares the statements of a run.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - batchTable: the batches.
  ///   - table: the table.
  ///   - run: the run.
  ///   - end: what tells the names of its functions and triggers from those of other tables.
  ///   - isAlone: whether no other table is loaded from the same records.
  /// - Throws: `DatabaseError` when the table does not fit them.
  init(
    _ database: Database, _ batchTable: BatchTable, _ table: TargetTable, run: Int64, end: String,
    isAlone: Bool
  ) throws(DatabaseError) {
    self.database = database
    self.batchTable = batchTable
    self.table = table
    trigger = "etl_image" + end
    let isEmpty = try database.value("SELECT 1 FROM \(table.sql) LIMIT 1") == nil
    let needsTrigger = isAlone ? try !table.storesWhatItIsGiven(in: database) : true
    images = try needsTrigger || table.key.isEmpty ? nil : RowImages(database, table, run: run)
    judge = try Judge(database, batchTable, table, run: run, Judge.Names(end), images: images)
    let updatesFirst = isEmpty ? false : try table.takesUpdatesFirst(in: database)
    if let images, updatesFirst {
      updates = try RowUpdates(database, batchTable, table, judge.names, images, run: run)
    } else {
      updates = nil
    }
    if needsTrigger { try database.execute(table.imageTrigger(trigger)) }
    hasTriggers = try table.hasTriggers(in: database)
    let completed = table.key.isEmpty || isEmpty ? [] : try table.columnsToComplete(in: database)
    readsAllRowsFirst = hasTriggers || !completed.isEmpty
    insert = try Statement(
      database,
      table.insertStatement(judge.names, keepsRows: !readsAllRowsFirst, completing: completed),
      isReused: true)
    insert.bind(.integer(run), at: 1)
    // Into an empty table every record is new: looking each up first would double the cost.
    sift =
      table.key.isEmpty || isEmpty
      ? nil
      : try Sift(
        database, table, judge.names, isAlone: isAlone, isForUpdates: updates != nil)
  }

  deinit {
    // The connection may be needed for another file; a failure here can't matter to the run.
    try? database.execute("DROP TRIGGER IF EXISTS temp.\(trigger)")
  }

  /// Leaves the rows of a part of the batch out that are stored already, and marks them as seen.
  ///
  /// - Parameters:
  ///   - part: the rows of the batch.
  ///   - isNeeded: whether it is about the marks, and not only there for speed.
  /// - Returns: the rows that were found to change what is stored; they are not left out.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func sift(
    _ part: Range<Int>, isNeeded: Bool = false
  ) throws(DatabaseError) -> [Judge.KnownRow] {
    judge.beginStatement()
    defer { batchTable.window = part }
    guard isNeeded else { return try sift?.run(part, of: batchTable, judge) ?? [] }
    try sift?.look(part, of: batchTable)
    return sift == nil ? [] : judge.meet(part)
  }

  /// Updates rows that were found, where that may come before the others are written, and leaves them
  /// out of the batch.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - refused: gets each that the table refuses, with the reason.
  /// - Returns: how many were updated.
  /// - Throws: `DatabaseError`.
  func update(
    _ rows: [Judge.KnownRow], refused: (Int, DatabaseError) -> Void
  ) throws(DatabaseError) -> Int64 {
    guard let updates else { return 0 }
    for row in rows { batchTable.skip(row: row.row) }
    return try updates.update(rows, refused: refused)
  }

  /// Inserts or updates the rows of the batch's window that were not left out.
  ///
  /// - Throws: `DatabaseError`, of kind `constraint` where the table refuses a row; `isMeddled` tells
  ///   whether none of them is to blame.
  func write() throws(DatabaseError) {
    let judged = judge.tally.count
    judge.isUpdating = true
    defer { judge.isUpdating = false }
    try insert.run()
    try checkWritten(sent: batchTable.shownRowCount, judged: judge.tally.count - judged)
  }

  /// What the table has against the only row of the batch's window, with the constraint's name.
  ///
  /// - Parameter error: SQLite's refusal, whose statement is undone.
  /// - Returns: its message; of a foreign key, with the columns.
  /// - Throws: `DatabaseError` when the tables that it refers to can't be looked at.
  func reason(for error: DatabaseError) throws(DatabaseError) -> String {
    guard error.isForeignKeyViolation else { return error.message }
    batchTable.showAllRows()
    for key in try ForeignKey.all(of: table.name, in: database) {
      guard let query = key.orphanQuery(of: table), try database.value(query) != nil else {
        continue
      }
      return "\(error.message): \(key.name(in: table.name))"
    }
    return error.message
  }

  /// Checks that the statement wrote as many rows as it was given reason to.
  ///
  /// RAISE(IGNORE) in a trigger of the table leaves rows out, and SQLite calls it success; a row whose
  /// parent's key a trigger has changed does not find it.
  private func checkWritten(sent: Int, judged: Int64) throws(DatabaseError) {
    let expected = Int64(sent) - judged + judge.tally.updated
    guard hasTriggers || !table.parents.isEmpty, expected > 0, database.changes != expected
    else { return }
    throw DatabaseError(
      code: TargetLoader.meddledCode,
      message: "expected \(expected) rows to be written but a trigger of \(quoted(table.name)) "
        + "let \(database.changes) pass: have it RAISE(ABORT) in place of IGNORE")
  }

  /// The code of an error that is not SQLite's: SQLITE_CONSTRAINT_TRIGGER.
  private static let meddledCode: Int32 = 1_811

  /// Whether a trigger has left rows out, which no load of single rows would cure.
  static func isMeddled(_ error: DatabaseError) -> Bool {
    error.code == meddledCode && error.sql == nil
  }

  /// Deletes the rows that no record of the file was about, and keeps what they were.
  ///
  /// - Returns: how many there were.
  func deleteAbsentRows(run: Int64) throws(DatabaseError) -> Int64 {
    let columns = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(table.name)])
    let names = columns.compactMap { $0[0].text }
    for statement in table.deletion(judge.names, allColumns: names) {
      try database.execute(statement, [.integer(run)])
    }
    return database.changes
  }
}
