internal import SQLite

/// Loads the rows of batches into one table, within the caller's transaction.
final class TargetLoader {
  let table: TargetTable
  let judge: Judge
  private let database: Database
  private let batchTable: BatchTable
  private let run: Int64
  private let isAlone: Bool
  /// Whether the table had no row when the run began.
  private let isFirstLoad: Bool
  /// The statements for the records that are loaded now.
  private var statements: TargetStatements?
  /// The statements for records that lack the columns of some cells, by these.
  private var statementsLacking: [[Int]: TargetStatements] = [:]
  /// Gathers what updates replace; nil where a trigger does.
  let images: RowImages?
  private let trigger: String
  private let hasImageTrigger: Bool
  /// Whether the table has triggers of its own.
  let hasTriggers: Bool
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
    self.run = run
    self.isAlone = isAlone
    trigger = "etl_image" + end
    isFirstLoad = try table.isEmpty(in: database)
    let needsTrigger = isAlone ? try !table.storesWhatItIsGiven(in: database) : true
    hasImageTrigger = needsTrigger
    images = try needsTrigger || table.key.isEmpty ? nil : RowImages(database, table, run: run)
    judge = try Judge(database, batchTable, run: run, Judge.Names(end), images: images)
    if needsTrigger { try database.execute(table.imageTrigger(trigger)) }
    hasTriggers = try table.hasTriggers(in: database)
    _ = try begin(lacking: [])
  }

  /// Keeps images of updates again, where a trigger does.
  func restoreImageTrigger() throws(DatabaseError) {
    guard hasImageTrigger else { return }
    try dropImageTrigger()
    try database.execute(table.imageTrigger(trigger))
  }

  /// Whether SQLite reads all rows of a batch before it inserts the first.
  var readsAllRowsFirst: Bool { statements?.readsAllRowsFirst ?? true }

  /// Says what the records lack that come next: columns of theirs that are in the table stay as they are.
  ///
  /// - Parameter cells: the cells of a row that mean nothing, in ascending order.
  /// - Returns: whether the records have anything for the table.
  /// - Throws: `DatabaseError`.
  func begin(lacking cells: [Int]) throws(DatabaseError) -> Bool {
    if let known = statementsLacking[cells] {
      statements = known
      return true
    }
    guard let part = table.lacking(cells) else { return false }
    let names = judge.names.ofPart(statementsLacking.count)
    let made = try TargetStatements(
      database, batchTable, part, names, images, run: run, hasTriggers: hasTriggers,
      isFirstLoad: isFirstLoad, isAlone: isAlone)
    statementsLacking[cells] = made
    statements = made
    return true
  }

  deinit {
    // The connection may be needed for another file; a failure here can't matter to the run.
    try? dropImageTrigger()
  }

  /// Keeps no more images of updates.
  func dropImageTrigger() throws(DatabaseError) {
    try database.execute("DROP TRIGGER IF EXISTS temp.\(trigger)")
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
    return try statements?.find(part, isNeeded: isNeeded, of: batchTable, judge) ?? []
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
    guard let updates = statements?.updates else { return 0 }
    for row in rows { batchTable.skip(row: row.row) }
    return try updates.update(rows, refused: refused)
  }

  /// Inserts or updates the rows of the batch's window that were not left out.
  ///
  /// - Parameter respelled: whether the window is a row that refers to itself in other letters.
  /// - Throws: `DatabaseError`, of kind `constraint` where the table refuses a row; `isMeddlingTrigger` tells
  ///   that no row is to blame, and no load of single rows would cure it.
  func write(respelled: Bool = false) throws(DatabaseError) {
    let before = judge.tally
    judge.isUpdating = true
    defer { judge.isUpdating = false }
    let respelling = respelled ? try respellingOfRow() : nil
    if let respelling { try respelling.write() } else { try statements?.insert.run() }
    try checkWritten(sent: batchTable.shownRowCount, judged: judge.tally.count - before.count)
    let isNew = judge.tally.count == before.count
    guard let respelling, isNew || judge.tally.updated > before.updated else { return }
    try respelling.restoreKey(isNew: isNew, hasImageTrigger: hasImageTrigger)
  }

  /// What loads the only row of the batch's window; nil unless it refers to itself in other letters.
  func respellingOfRow() throws(DatabaseError) -> Respelling? {
    guard let respelling = statements?.respelling, try respelling.isNeeded() else { return nil }
    return respelling
  }

  /// Which foreign key refuses the only row of the batch's window, which is not left out: one of its own, or
  /// one of rows that refer to what the row was.
  ///
  /// - Parameter message: SQLite's own message.
  /// - Returns: the message with the columns; without them where they can't be told.
  /// - Throws: `DatabaseError` when the tables concerned can't be looked at.
  func orphanReason(_ message: String) throws(DatabaseError) -> String {
    for key in try ForeignKey.all(of: table.name, in: database) {
      guard let query = key.orphanQuery(of: table), try database.value(query) != nil else {
        continue
      }
      return "\(message): \(key.name(in: table.name))"
    }
    return try abandonedReason(message)
  }

  /// The same, only for rows that refer to what the row was, as it is stored.
  func abandonedReason(_ message: String) throws(DatabaseError) -> String {
    for (child, key) in try ForeignKey.all(to: table.name, in: database) {
      guard let query = key.abandonedQuery(of: child, by: table), try database.value(query) != nil
      else { continue }
      return "\(message): \(key.nameOfAbandoned(child))"
    }
    return message
  }

  /// The same for a row of the batch that was left out, because it was to be updated by its id.
  func orphanReason(_ message: String, ofRow row: Int) throws(DatabaseError) -> String {
    let (window, place) = (batchTable.window, batchTable.place(ofRow: row))
    batchTable.window = place..<place + 1
    batchTable.show(row: row)
    defer {
      batchTable.skip(row: row)
      batchTable.window = window
    }
    return try orphanReason(message)
  }

  /// Checks that the statement wrote as many rows as it was given reason to.
  ///
  /// RAISE(IGNORE) in a trigger of the table leaves rows out, and SQLite calls it success; a row whose
  /// parent's key a trigger has changed does not find it.
  private func checkWritten(sent: Int, judged: Int64) throws(DatabaseError) {
    let expected = Int64(sent) - judged + judge.tally.updated
    guard hasTriggers || !table.parents.isEmpty, expected > 0, database.changes != expected
    else { return }
    throw .meddlingTrigger(
      "expected \(expected) rows to be written but a trigger of \(quoted(table.name)) "
        + "let \(database.changes) pass: have it RAISE(ABORT) in place of IGNORE")
  }
}
