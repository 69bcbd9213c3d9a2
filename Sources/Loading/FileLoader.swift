package import Records
package import SQLite

/// Loads records that name files: the bytes of each file become a value of the record's row.
///
/// The bytes go from the file into the table piece by piece, so that a picture may have any size that
/// SQLite takes. All records of a source are one transaction.
package final class FileLoader {
  /// A record to be loaded.
  package struct Record {
    /// The physical line that it starts on, counting from 1.
    package var line: Int64
    /// The columns with a value in the record.
    package var values: [(column: String, value: Value)]
    /// The columns whose value is in a file.
    package var files: [FileColumn]

    /// A record with all its parts.
    package init(
      line: Int64, values: [(column: String, value: Value)], files: [FileColumn]
    ) {
      self.line = line
      self.values = values
      self.files = files
    }
  }

  /// Why a record is not loaded.
  package typealias Refusal = (code: RejectCode, message: String)

  let database: Database
  let table: TargetTable
  private let ledger: Ledger
  private let start: Ledger.Start
  private let guards: GuardCheck
  private let isInterrupted: () -> Bool
  private var rowsBefore: Int64 = 0
  private var lastRead: Int64?
  private var rows = RowCounts()
  /// The rows that the source had a record for, with the record's line.
  private var met: [Int64: Int64] = [:]
  /// The keys of the records that were loaded, as rejects keep them.
  private var loadedKeys: [String] = []

  /// The run's number in the ledger.
  package private(set) var run: Int64 = 0
  /// What became of the records so far.
  package private(set) var counts = RunCounts()

  /// Opens the run and its transaction.
  ///
  /// - Parameters:
  ///   - database: the database, with its ledger prepared, locked for this program.
  ///   - table: where the rows go; it is never replaced.
  ///   - start: what the ledger is to say of the run.
  ///   - guards: what the source is held against.
  ///   - isInterrupted: whether the program was asked to stop.
  /// - Throws: `LoadError` when the table does not fit, or `DatabaseError`.
  package init(
    _ database: Database, _ table: TargetTable, _ start: Ledger.Start, _ guards: GuardCheck,
    isInterrupted: @escaping () -> Bool
  ) throws {
    self.database = database
    self.table = try table.comparingKeys(in: database)
    self.start = start
    self.guards = guards
    self.isInterrupted = isInterrupted
    ledger = try Ledger(database)
    try table.check(in: database)
    try database.execute("BEGIN IMMEDIATE")
    do {
      lastRead = try ledger.lastRead(of: start.dataset, source: start.comparedSource)
      run = try ledger.insert(start)
      rowsBefore = try rowCount()
    } catch {
      database.rollback()
      throw error
    }
  }

  private func rowCount() throws(DatabaseError) -> Int64 {
    try database.value("SELECT count(*) FROM \(table.sql)")?.integer ?? 0
  }

  func checkInterruption() throws(LoadError) {
    if isInterrupted() { throw LoadError(.interrupted, "stopped by a signal") }
  }

  /// Loads a record.
  ///
  /// - Parameter record: the record.
  /// - Returns: why it is not loaded; nil where it is. The caller then rejects it.
  /// - Throws: `LoadError` of kind `interrupted`, `DatabaseError`, or what reading a file throws. `fail`
  ///   is to be called then.
  package func load(_ record: Record) throws -> Refusal? {
    try checkInterruption()
    try database.execute("SAVEPOINT etl_record")
    do {
      let refusal = try store(record)
      guard !database.hasOpenReferences else {
        try database.execute("ROLLBACK TO etl_record; RELEASE etl_record")
        return (
          .constraint,
          "expected a row that the table takes but found: FOREIGN KEY constraint failed"
        )
      }
      try database.execute("RELEASE etl_record")
      if refusal == nil { counts.read += 1 }
      return refusal
    } catch let error as DatabaseError where error.kind == .tooBig {
      try database.execute("ROLLBACK TO etl_record; RELEASE etl_record")
      return (.tooLarge, "expected a row of at most 1000000000 bytes but found a longer one")
    } catch let error as DatabaseError where error.kind == .constraint {
      try database.execute("ROLLBACK TO etl_record; RELEASE etl_record")
      return (.constraint, "expected a row that the table takes but found: \(error.message)")
    }
  }

  private func store(_ record: Record) throws -> Refusal? {
    let key = table.key.map { column in record.values.first { $0.column == column }?.value ?? .null
    }
    guard !key.isEmpty, let row = try self.row(key) else {
      let row = try insert(record, run: run)
      met[row] = record.line
      counts.inserted += 1
      rows.inserted += 1
      note(key)
      return nil
    }
    let changed = try changes(of: row, record)
    if let line = met[row] {
      guard changed.isEmpty else {
        let name = zip(table.key, key).map { "\($0) \($1.text ?? "")" }.joined(separator: ", ")
        return (
          .duplicateKey,
          "expected each key once but found \(name) again with other values: it is on line \(line)"
        )
      }
      counts.skipped += 1
      return nil
    }
    met[row] = record.line
    if changed.isEmpty {
      counts.unchanged += 1
      rows.unchanged += 1
    } else {
      try update(row, record, changed: changed, run: run)
      counts.updated += 1
      rows.updated += 1
    }
    note(key)
    return nil
  }

  private func note(_ key: [Value]) {
    let texts = key.compactMap { $0.text ?? $0.integer.map { String($0) } }
    guard !key.isEmpty, texts.count == key.count else { return }
    loadedKeys.append(texts.joined(separator: String(Reject.keySeparator)))
  }

  private func row(_ key: [Value]) throws(DatabaseError) -> Int64? {
    let match = table.key.map { table.isKey($0, "?") }.joined(separator: " AND ")
    return try database.value("SELECT _rowid_ FROM \(table.sql) WHERE \(match)", key)?.integer
  }

  /// Keeps a record that is not loaded.
  ///
  /// - Parameter reject: the record with the reason.
  /// - Throws: `DatabaseError`.
  package func reject(_ reject: Reject) throws(DatabaseError) {
    try ledger.insert(reject, run: run)
    counts.read += 1
    counts.rejected += 1
  }

  /// Counts records that are the header once more.
  package func skip(_ count: Int) {
    counts.read += Int64(count)
    counts.skipped += Int64(count)
  }
}

// MARK: The end of the run

extension FileLoader {
  /// Ends the run and commits it.
  ///
  /// - Parameters:
  ///   - sha256: the hash of the source, as `sha256sum` prints it; nil where it was not read.
  ///   - bytes: its size.
  /// - Returns: how many rows the table has that the source doesn't.
  /// - Throws: `LoadError` when a guard refuses the source or the counts do not add up, or
  ///   `DatabaseError`. `fail` is to be called then.
  package func finish(sha256: String?, bytes: Int64) throws -> Int64 {
    guard counts.isBalanced else {
      throw LoadError(.unbalanced, "expected the counts to add up but found \(counts)")
    }
    try guards.check(
      GuardCheck.Outcome(
        counts: counts, rowsBefore: rowsBefore, rowsChanged: rows.updated, lastRead: lastRead,
        isTruncated: false))
    // A file that a signal kept from being read was refused for no fault of its own.
    try checkInterruption()
    let rowsAfter = try rowCount()
    let absent = rowsAfter - rows.met
    try ledger.update(run, counts, Ledger.Progress(records: counts.read, bytes: bytes))
    try ledger.update(run, table, rows, rowsAfter: rowsAfter)
    try ledger.finish(
      run, counts.rejected == 0 ? .succeeded : .succeededWithRejects, sha256: sha256, bytes: bytes,
      absent: absent, message: nil)
    try ledger.noteSchema(run)
    for key in loadedKeys { try ledger.resolveRejects(run, of: start.dataset, key: key) }
    try database.commit(unless: isInterrupted)
    return absent
  }

  /// Rolls the transaction back and says in the ledger why the run failed.
  ///
  /// - Parameter message: the reason, as one line.
  package func fail(_ message: String) {
    database.rollback()
    // What made the load fail may make this fail too; the first error is the one to report.
    try? database.transaction {
      run = try ledger.insert(start)
      try ledger.finish(run, .failed, sha256: nil, bytes: nil, absent: nil, message: message)
    }
  }

  /// Rolls the transaction back and leaves no trace, where no record changed anything.
  package func abandon() { database.rollback() }
}
