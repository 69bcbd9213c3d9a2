import Datasets
import SQLite

/// The words of a dataset's rows, for `bank-etl find`: a full-text index that is brought up to date
/// when it is asked, and never while rows are loaded.
///
/// Each entry keeps which runs had written its row. A row that another run has written since, or
/// that was taken back to an earlier one, is told by that; so are rows that came and went. What
/// else may have changed the rows (a migration, another declaration) makes the index anew.
struct TextIndex {
  /// Where the index is kept.
  enum Place: String {
    /// In the database, for the next time.
    case main
    /// In the connection's own temporary database: the rows are only to be read.
    case temp
  }

  private let database: Database
  private let rows: StoredRows
  private let place: Place
  /// The columns with text, in the order of the declaration.
  private let columns: [String]

  /// The index of a dataset's rows.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - database: the database.
  ///   - place: where the index is kept.
  init(_ rows: StoredRows, in database: Database, _ place: Place = .main) {
    self.database = database
    self.rows = rows
    self.place = place
    columns = rows.dataset.fields.filter { $0.type == .string && !rows.isBlob($0.column) }
      .map(\.column)
  }

  /// Whether there is nothing to search.
  var hasNoText: Bool { columns.isEmpty }

  /// Whether the index has all rows as they are.
  ///
  /// - Throws: `DatabaseError`.
  func isCurrent() throws(DatabaseError) -> Bool {
    guard let state = try state() else { return false }
    let (schema, ledger) = (try schemaStamp(), try ledgerStamp())
    return state.schema == schema && state.ledger == ledger
  }

  /// Brings the index up to date, in one transaction.
  ///
  /// - Parameter isRebuilt: whether it is made anew in any case.
  /// - Throws: `DatabaseError`; the index is then as before.
  /// - Complexity: the number of rows; of the words of those that changed.
  func update(isRebuilt: Bool = false) throws {
    try database.transaction(place == .main ? .immediate : .deferred) {
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS \(place).etl_find (
          id INTEGER PRIMARY KEY, dataset TEXT NOT NULL UNIQUE, schema_stamp TEXT NOT NULL,
          ledger_stamp TEXT NOT NULL
        ) STRICT
        """)
      let state = try state()
      let schema = try schemaStamp()
      if let state, state.schema == schema, !isRebuilt {
        try synchronize(table(state.id))
      } else {
        try make(replacing: state)
      }
      try database.execute(
        "UPDATE \(place).etl_find SET schema_stamp = ?, ledger_stamp = ? WHERE dataset = ?",
        [.text(schema), .text(try ledgerStamp()), .text(rows.dataset.name)])
    }
  }

  private func make(replacing old: State?) throws(DatabaseError) {
    if let old { try database.execute("DROP TABLE IF EXISTS \(place).\(table(old.id))") }
    try database.execute(
      """
      INSERT OR IGNORE INTO \(place).etl_find (dataset, schema_stamp, ledger_stamp)
      VALUES (?, '', '')
      """,
      [.text(rows.dataset.name)])
    guard let id = try state()?.id else { return }
    let names = columns.indices.map { "c\($0)" } + ["version UNINDEXED"]
    try database.execute(
      """
      CREATE VIRTUAL TABLE \(place).\(table(id)) USING fts5(
        \(names.joined(separator: ", ")), tokenize = 'unicode61 remove_diacritics 2')
      """)
    try insert(into: table(id), where: "true")
  }

  /// Takes out the rows that are gone or were written again, and puts in those that are not there.
  private func synchronize(_ index: String) throws(DatabaseError) {
    // fts5 keeps the columns in a table of its own, by number (sqlite.org/fts5.html, "FTS5 Data
    // Structures").
    let content = "\(place).\(index)_content"
    try database.execute(
      """
      DELETE FROM \(place).\(index) WHERE rowid IN (
        SELECT c.id FROM \(content) AS c LEFT JOIN (
          SELECT \(rows.rowID()) AS id, \(version) AS version FROM \(rows.source)) AS r
          ON r.id = c.id
        WHERE r.version IS NOT c.c\(columns.count))
      """)
    try insert(
      into: index, where: "NOT EXISTS (SELECT 1 FROM \(content) AS c WHERE c.id = \(rows.rowID()))")
  }

  private func insert(into index: String, where condition: String) throws(DatabaseError) {
    let names = ["rowid"] + columns.indices.map { "c\($0)" } + ["version"]
    let values = [rows.rowID()] + columns.map(rows.sql) + [version]
    // A row that stands for several of a later table is found by the first of them.
    try database.execute(
      """
      INSERT OR IGNORE INTO \(place).\(index) (\(names.joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM \(rows.source) WHERE \(condition)
      """)
  }

  /// The runs that wrote a row, as SQL: text that differs wherever the row may.
  private var version: String {
    rows.dataset.targets.indices.map { "coalesce(t\($0).run_id, 0)" }.joined(
      separator: " || ',' || ")
      + " || ''"
  }
}

// MARK: Whether it is up to date

extension TextIndex {
  private struct State {
    let id: Int64
    let schema: String
    let ledger: String
  }

  private func table(_ id: Int64) -> String { "etl_find_\(id)" }

  /// What is known of the index; nil where there is none.
  private func state() throws(DatabaseError) -> State? {
    let schema = place == .main ? "main.sqlite_schema" : "temp.sqlite_schema"
    let exists = try database.value("SELECT 1 FROM \(schema) WHERE name = 'etl_find'")
    guard exists != nil else { return nil }
    let found = try database.rows(
      "SELECT id, schema_stamp, ledger_stamp FROM \(place).etl_find WHERE dataset = ?",
      [.text(rows.dataset.name)])
    guard let row = found.first, let id = row[0].integer else { return nil }
    return State(id: id, schema: row[1].text ?? "", ledger: row[2].text ?? "")
  }

  private func exists(_ table: String) throws(DatabaseError) -> Bool {
    try database.value("SELECT 1 FROM main.sqlite_schema WHERE name = ?", [.text(table)]) != nil
  }

  /// What the columns and the tables are, and which migrations were applied: they may have changed
  /// rows too.
  private func schemaStamp() throws(DatabaseError) -> String {
    var stamp = columns.joined(separator: ",")
    for target in rows.dataset.targets {
      let sql = try database.value(
        "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
        [.text(target.table)])
      stamp += "\n" + (sql?.text ?? "")
    }
    guard try exists("schema_migrations") else { return stamp }
    let migrations = try database.value(
      "SELECT count(*) || ' ' || max(version) || ' ' || max(applied_at) FROM main.schema_migrations"
    )
    return stamp + "\n" + (migrations?.text ?? "")
  }

  /// What the runs have written, as far as the ledger tells without a look at rows.
  private func ledgerStamp() throws(DatabaseError) -> String {
    guard try exists("etl_run_tables") else { return "" }
    let marks = Array(repeating: "?", count: rows.dataset.targets.count).joined(separator: ", ")
    let stamp = try database.value(
      """
      SELECT concat FROM (
        SELECT max(id) || ' ' || sum(inserted + updated + deleted) || ' '
          || sum(status = 'undone') || ' ' || coalesce(max(undone_at), '') AS concat
        FROM main.etl_runs WHERE id IN (
          SELECT run_id FROM main.etl_run_tables WHERE table_name COLLATE NOCASE IN (\(marks))))
      """, rows.dataset.targets.map { .text($0.table) })
    return stamp?.text ?? ""
  }
}

// MARK: Searching

extension TextIndex {
  /// The search for words in the rows that the index has.
  ///
  /// - Parameter text: words, all of which a row must have; the start of a word will do.
  /// - Returns: nil where there is no word.
  /// - Throws: `DatabaseError`.
  func search(_ text: String) throws(DatabaseError) -> TextSearch? {
    guard let id = try state()?.id else { return nil }
    return try TextSearch(
      text, in: (schema: place.rawValue, table: table(id), columns: columns.count), rows, database)
  }
}
