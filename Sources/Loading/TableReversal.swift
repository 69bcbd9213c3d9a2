internal import SQLite

/// Takes back what one run did to one table, in the caller's transaction.
///
/// The rows that the run inserted go first, with an image of them kept; then its updates are taken
/// back, each when the values that its row had are free: in the reverse order of the file's lines, but
/// for rows whose records had waited; then the rows that it deleted come back. So a constraint that
/// held before the run holds all the way.
struct TableReversal: ~Copyable {
  let database: Database
  let run: Int64
  let table: TableShape
  let kept: KeptFiles
  var restorer: RowRestorer
  private let imagesOfRow: Statement

  /// How many rows the reversal concerned.
  struct Counts: Sendable, Equatable {
    var removed: Int64 = 0
    var reverted: Int64 = 0
    var restored: Int64 = 0
  }

  /// Gathers the run's images of the table.
  ///
  /// - Throws: `DatabaseError`.
  init(_ database: Database, run: Int64, _ table: TableShape) throws(DatabaseError) {
    self.database = database
    self.run = run
    self.table = table
    kept = KeptFiles(database)
    restorer = RowRestorer(database, table)
    // The images are found by the table, not by the run: gathered once, they are at hand.
    try database.execute(
      """
      DROP TABLE IF EXISTS temp.etl_undo;
      CREATE TEMP TABLE etl_undo (
        row_id INTEGER, column_name TEXT, kind TEXT, old, new, PRIMARY KEY (row_id, column_name)
      ) WITHOUT ROWID;
      DROP TABLE IF EXISTS temp.etl_left;
      CREATE TEMP TABLE etl_left (place INTEGER PRIMARY KEY, row_id INTEGER UNIQUE);
      """)
    try database.execute(
      """
      INSERT INTO temp.etl_undo SELECT row_id, column_name, kind, old, new FROM main.etl_changes
      WHERE table_name = ? AND run_id = ?
      """, [.text(table.name), .integer(run)])
    imagesOfRow = try Statement(
      database, "SELECT column_name, old FROM temp.etl_undo WHERE row_id = ?", isReused: true)
  }

  deinit {
    // A failure here can't matter to the undo: the next one drops the table before it makes it.
    try? database.execute("DROP TABLE IF EXISTS temp.etl_undo; DROP TABLE IF EXISTS temp.etl_left")
  }
}

// MARK: What is in the way

extension TableReversal {
  /// What keeps the run from being taken back, as far as it shows before anything is written.
  ///
  /// - Throws: `DatabaseError`.
  func conflicts() throws -> [UndoConflict] {
    let changed = try database.rows("SELECT DISTINCT column_name FROM temp.etl_undo")
      .compactMap { $0[0].text }
    if let column = changed.first(where: { !table.has($0) }) {
      return [UndoConflict(table.name, .columnGone(column), run: nil, row: nil)]
    }
    // Where a later run wrote the rows again, they differ in more ways, which say nothing more.
    let overwritten = try overwrittenRows()
    return try overwritten.isEmpty ? editedRows(in: changed) : overwritten
  }

  private func overwrittenRows() throws(DatabaseError) -> [UndoConflict] {
    try found(
      .overwritten,
      """
      SELECT c.row_id, c.run_id FROM main.etl_changes AS c JOIN main.etl_runs AS r
        ON r.id = c.run_id
      WHERE c.table_name = ?1 AND c.column_name = 'run_id' AND c.kind <> 'insert' AND c.old = ?2
        AND c.run_id > ?2 AND r.status <> 'undone'
      ORDER BY c.run_id DESC, c.row_id
      """, [.text(table.name), .integer(run)])
  }

  /// Rows that are not as the run left them, for no run's doing.
  private func editedRows(in changed: [String]) throws -> [UndoConflict] {
    let rows = "FROM temp.etl_undo AS u WHERE u.column_name = 'run_id' AND u.kind"
    let exists = "EXISTS (SELECT 1 FROM \(table.sql) AS o WHERE o._rowid_ = u.row_id)"
    var conflicts = try found(
      .missing, "SELECT u.row_id, NULL \(rows) = 'update' AND NOT \(exists)")
    conflicts += try found(.present, "SELECT u.row_id, NULL \(rows) = 'delete' AND \(exists)")
    for column in table.columns where changed.contains(column) {
      conflicts += try found(
        .edited(column: column),
        """
        SELECT u.row_id, NULL FROM temp.etl_undo AS u JOIN \(table.sql) AS o
          ON o._rowid_ = u.row_id
        WHERE u.column_name = ? AND u.kind = 'update'
          AND \(table.byteColumns.contains(column) ? "typeof(u.new) <> 'text' AND " : "")\
        o.\(quoted(column)) COLLATE BINARY IS NOT u.new
        """, [.text(column)])
    }
    return try conflicts + editedFiles()
  }

  /// The rows of a query as conflicts: one for each run, whose rows come one after the other.
  private func found(
    _ reason: UndoConflict.Reason, _ sql: String, _ values: [Value] = []
  ) throws(DatabaseError) -> [UndoConflict] {
    let query = try Statement(database, sql)
    try query.bind(values)
    var conflicts: [UndoConflict] = []
    while try query.step() {
      let (row, run) = (query.value(at: 0).integer, query.value(at: 1).integer)
      if let last = conflicts.last, last.run == run {
        conflicts[conflicts.count - 1].add(row: row)
      } else {
        conflicts.append(UndoConflict(table.name, reason, run: run, row: row))
      }
    }
    return conflicts
  }
}

// MARK: Taking back

extension TableReversal {
  /// Takes the run back.
  ///
  /// - Returns: how many rows were written, and what was in the way after all.
  /// - Throws: `DatabaseError` for whatever is no constraint of the table.
  mutating func apply() throws -> (counts: Counts, conflicts: [UndoConflict]) {
    var counts = Counts()
    counts.removed = try removeInserted()
    // A row that is written is not met again: the unary + "disqualifies the term from constraining an
    // index" (sqlite.org/optoverview.html), so that all ids are sorted before the first is given.
    let updated = try rows("update", orderedBy: "+o.source_line DESC, +u.row_id DESC")
    while try updated.step() {
      guard let row = updated.value(at: 0).integer else { continue }
      let images = try images(of: row)
      try keepFiles(of: images, row)
      if try restorer.revert(row, to: images) == nil {
        counts.reverted += 1
      } else {
        try database.execute("INSERT INTO temp.etl_left (row_id) VALUES (?)", [.integer(row)])
      }
    }
    let (reverted, conflicts) = try revertLeft()
    counts.reverted += reverted
    guard conflicts.isEmpty else { return (counts, conflicts) }
    let deleted = try rows("delete", orderedBy: "u.row_id")
    while try deleted.step() {
      guard let row = deleted.value(at: 0).integer else { continue }
      let images = try images(of: row)
      if let refusal = try restorer.restore(row, images) {
        return (counts, try restorer.conflicts(refusal, row, images))
      }
      counts.restored += 1
    }
    return (counts, [])
  }

  /// Deletes the rows that the run inserted and keeps their images.
  private func removeInserted() throws -> Int64 {
    let inserted = """
      o.run_id = ?1 AND NOT EXISTS (SELECT 1 FROM temp.etl_undo AS u WHERE u.row_id = o._rowid_)
      """
    // The id and the run are known without an image.
    let names = table.columns.filter {
      $0 != table.rowIDColumn && $0 != "run_id" && !table.byteColumns.contains($0)
    }.sorted()
    let cases = names.indices.map { "WHEN \($0) THEN o.\(quoted(names[$0]))" }
    let numbers = names.indices.map { "(\($0), ?\($0 + 3))" }
    // Row by row with the columns in their order, as the ledger's key has them: nothing is sorted.
    let images = try Statement(
      database,
      """
      WITH c(number, name) AS (VALUES \(numbers.joined(separator: ", ")))
      INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old, new)
      SELECT ?2, row, ?1, name, 'insert', NULL, value
      FROM (SELECT o._rowid_ AS row, c.name AS name,
          CASE c.number \(cases.joined(separator: " ")) END AS value
        FROM \(table.sql) AS o CROSS JOIN c WHERE \(inserted))
      WHERE value IS NOT NULL
      """)
    try images.run([.integer(run), .text(table.name)] + names.map(Value.text))
    if !table.byteColumns.isEmpty { try keepFiles(ofRows: inserted) }
    try Ledger.keepIDs(of: table.name, in: database)
    try database.execute("DELETE FROM \(table.sql) AS o WHERE \(inserted)", [.integer(run)])
    return database.changes
  }

  /// The rows with images of a kind.
  private func rows(_ kind: String, orderedBy order: String) throws(DatabaseError) -> Statement {
    // The table is joined only where its rows are there, and say in which order they were written.
    let join = kind == "update" ? "JOIN \(table.sql) AS o ON o._rowid_ = u.row_id" : ""
    let rows = try Statement(
      database,
      """
      SELECT u.row_id FROM temp.etl_undo AS u \(join)
      WHERE u.column_name = 'run_id' AND u.kind = ? ORDER BY \(order)
      """)
    try rows.bind(.text(kind), at: 1)
    return rows
  }

  /// What a row's columns were before the run.
  func images(of row: Int64) throws(DatabaseError) -> [(column: String, value: Value)] {
    try imagesOfRow.bind(.integer(row), at: 1)
    var images: [(column: String, value: Value)] = []
    while try imagesOfRow.step() {
      images.append((column: imagesOfRow.value(at: 0).text ?? "", value: imagesOfRow.value(at: 1)))
    }
    return images
  }
}
