internal import SQLite

/// Deletes the rows of tables that no record of a file was about, and keeps what they were.
///
/// What is deleted can be brought back, because each of these rows has its images. What the action of a
/// foreign key (ON DELETE CASCADE, SET NULL) would do to other rows has none. So where a row that stays
/// refers to one that would go, nothing is deleted, whatever the action is; rows that go together may refer
/// to one another.
struct AbsentRows {
  let database: Database
  private let run: Int64
  /// The tables, each behind those that it refers to, and for each the name of a temporary one with the ids
  /// of its absent rows.
  private let tables: [(target: TargetLoader, absent: String)]

  /// Finds the rows.
  ///
  /// - Throws: `DatabaseError`.
  init(
    of targets: [TargetLoader], in database: Database, run: Int64
  ) throws(DatabaseError) {
    self.database = database
    self.run = run
    var tables: [(target: TargetLoader, absent: String)] = []
    for (number, target) in targets.enumerated() where target.table.isReplaced {
      let absent = "temp.etl_absent_\(number)"
      try database.execute(
        "DROP TABLE IF EXISTS \(absent); CREATE TEMP TABLE etl_absent_\(number) (id INTEGER PRIMARY KEY)"
      )
      try database.execute(
        """
        INSERT INTO \(absent) SELECT _rowid_ FROM \(target.table.sql)
        WHERE run_id IS NOT ?1 AND NOT \(target.judge.names.seen)(_rowid_)
        """, [.integer(run)])
      tables.append((target, absent))
    }
    self.tables = tables
  }

  /// Forgets them.
  func drop() {
    // A failure here can't matter to the run: the next one drops them before it makes them.
    for table in tables { try? database.execute("DROP TABLE IF EXISTS \(table.absent)") }
  }

  /// Deletes the rows, those that refer to others first.
  ///
  /// - Returns: how many there were.
  /// - Throws: `DatabaseError`, or `LoadError` of kind `referredTo`.
  func delete() throws -> Int64 {
    for (target, absent) in tables {
      try checkNoneRefers(to: target.table, absent)
      try keepImages(of: target.table, absent)
      // What an action changes in a row that goes is no update of this run.
      try target.dropImageTrigger()
    }
    // Rows may refer to each other, in one table and in two.
    try database.execute("PRAGMA defer_foreign_keys = ON")
    for (target, absent) in tables.reversed() { try delete(from: target, absent) }
    guard !database.hasOpenReferences else {
      throw LoadError(
        .referredTo,
        "expected to delete the rows that the file lacks but found rows that would refer to nothing; nothing "
          + "was loaded: load with --policy upsert")
    }
    try database.execute("PRAGMA defer_foreign_keys = OFF")
    var count: Int64 = 0
    for (target, absent) in tables {
      count += try database.value("SELECT count(*) FROM \(absent)")?.integer ?? 0
      let left = "SELECT 1 FROM \(absent) AS a JOIN \(target.table.sql) AS t ON t._rowid_ = a.id"
      guard try database.value(left) == nil else {
        throw DatabaseError.meddlingTrigger(
          "expected rows to be deleted but a trigger of \(quoted(target.table.name)) kept some: "
            + "have it RAISE(ABORT) in place of IGNORE")
      }
      // Records that were refused for one of these rows are still to come.
      try target.restoreImageTrigger()
    }
    return count
  }

  /// Checks that no row which stays refers to one that would go.
  private func checkNoneRefers(to table: TargetTable, _ absent: String) throws {
    for (child, key) in try ForeignKey.all(to: table.name, in: database) {
      let own = tables.first { $0.target.table.name.lowercased() == child.lowercased() }
      let stays = own.map { "c._rowid_ NOT IN (SELECT id FROM \($0.absent))" } ?? "true"
      let found =
        try database.value(
          """
          SELECT count(*) FROM \(absent) AS a JOIN \(table.sql) AS p ON p._rowid_ = a.id
            JOIN main.\(quoted(child)) AS c ON \(key.refers(to: "p")) WHERE \(stays)
          """)?.integer ?? 0
      guard found > 0 else { continue }
      let isOne = found == 1
      throw LoadError(
        .referredTo,
        """
        expected to delete the rows of \(quoted(table.name)) that the file lacks but found \
        \(found) \(isOne ? "row" : "rows") of \(quoted(child)) that would stay and \
        \(isOne ? "refers" : "refer") to them (\(key.columns.joined(separator: ", "))); nothing was \
        loaded: delete \(isOne ? "it" : "those") first, or load with --policy upsert
        """)
    }
  }

  /// Keeps what the rows were: an image of each column, the id among them.
  private func keepImages(of table: TargetTable, _ absent: String) throws(DatabaseError) {
    let columns = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(table.name)])
    for column in columns.compactMap({ $0[0].text }) {
      try database.execute(
        """
        INSERT INTO main.etl_changes (table_name, row_id, run_id, column_name, kind, old)
        SELECT ?2, a.id, ?1, ?3, 'delete', t.\(quoted(column))
        FROM \(absent) AS a JOIN \(table.sql) AS t ON t._rowid_ = a.id
        """, [.integer(run), .text(table.name), .text(column)])
    }
  }

  /// What SQLite says where actions call one another too often.
  private static let tooDeep = "too many levels of trigger recursion"

  /// Deletes them: where a foreign key has an action for rows of the same table, each behind those that refer
  /// to it.
  ///
  /// SET NULL refuses a row whose child's column is NOT NULL, and CASCADE follows only so many generations
  /// (SQLITE_LIMIT_TRIGGER_DEPTH). RESTRICT waits for the end as NO ACTION does: foreign keys are deferred.
  private func delete(from target: TargetLoader, _ absent: String) throws {
    let table = target.table
    do throws(DatabaseError) {
      let keys = try keysWithActions(of: table)
      if keys.isEmpty {
        try database.execute("DELETE FROM \(table.sql) WHERE _rowid_ IN (SELECT id FROM \(absent))")
      } else if try !deleteNewestFirst(from: table, absent) {
        try deleteChildrenFirst(from: table, absent, keys)
      }
    } catch {
      let isTooDeep = error.message == Self.tooDeep
      guard
        isTooDeep || error.isForeignKeyViolation || error.kind == .constraint && !target.hasTriggers
      else { throw error }
      let refusal =
        isTooDeep ? "SQLite does not follow to its end" : "their foreign key forbids to delete"
      throw LoadError(
        .referredTo,
        """
        expected to delete the rows of \(quoted(table.name)) that the file lacks but found some that refer \
        to one another in a circle, which \(refusal); nothing was loaded: delete those first, or load with \
        --policy upsert
        """)
    }
  }

  /// Deletes rows one by one, those with the highest ids first.
  ///
  /// An import gives a row a higher id than the one that it refers to, so that an action seldom has anything
  /// to do.
  ///
  /// - Returns: false, and nothing has happened, where an action was refused or went too deep.
  private func deleteNewestFirst(
    from table: TargetTable, _ absent: String
  ) throws(DatabaseError) -> Bool {
    try attempt { () throws(DatabaseError) in
      try delete(from: table, "SELECT id FROM \(absent) ORDER BY id DESC")
    }
  }

  /// Does something that a table may refuse.
  ///
  /// - Returns: false, and nothing has happened, where it does.
  func attempt(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) -> Bool {
    try database.execute("SAVEPOINT etl_attempt")
    do throws(DatabaseError) {
      try body()
    } catch {
      guard database.isInTransaction, error.kind != .interrupted else { throw error }
      try database.execute("ROLLBACK TO etl_attempt; RELEASE etl_attempt")
      return false
    }
    try database.execute("RELEASE etl_attempt")
    return true
  }

  /// Deletes rows one by one, in the order of a query for their ids.
  func delete(from table: TargetTable, _ query: String) throws(DatabaseError) {
    let ids = try Statement(database, query)
    let deletion = try Statement(
      database, "DELETE FROM \(table.sql) WHERE _rowid_ = ?", isReused: true)
    while try ids.step() {
      try deletion.bind(ids.value(at: 0), at: 1)
      try deletion.run()
    }
  }

  /// The foreign keys by which rows of a table refer to others of it, if one of them has an action.
  private func keysWithActions(of table: TargetTable) throws(DatabaseError) -> [ForeignKey] {
    let hasAction = try database.value(
      """
      SELECT 1 FROM pragma_foreign_key_list(?1, 'main')
      WHERE "table" = ?1 COLLATE NOCASE AND on_delete NOT IN ('NO ACTION', 'RESTRICT')
      """, [.text(table.name)])
    guard hasAction != nil else { return [] }
    return try ForeignKey.all(of: table.name, in: database)
      .filter { $0.parent.lowercased() == table.name.lowercased() }
  }
}
