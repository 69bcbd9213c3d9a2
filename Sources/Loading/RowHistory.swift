package import SQLite

/// All that is known of the row with one key: what it is, who wrote it, and what it was before.
package struct RowHistory: Sendable, Equatable {
  /// A run that wrote the row.
  package struct Event: Sendable, Equatable {
    /// What was done.
    package let kind: RowChange.Kind
    /// The row's id.
    package let row: Int64
    /// The run's number; nil where something else wrote the row.
    package let run: Int64?
    /// Whether the run was taken back.
    package let isUndone: Bool
    /// The line of the run's file; nil where it isn't known, or where the row was deleted.
    package let line: Int64?
    /// The columns that changed, by name; none for an insert whose values follow from the rest.
    package let columns: [Column]
  }

  /// A column that a run changed.
  package struct Column: Sendable, Equatable {
    /// Its name.
    package let name: String
    /// What it was before.
    package let old: Value
    /// What it became.
    package let new: Value
  }

  /// The row's id; nil where there is no such row now.
  package private(set) var row: Int64?
  /// The row's columns with their values; none where there is no such row now.
  package private(set) var values: [(column: String, value: Value)] = []
  /// Who wrote rows of this key, the newest first.
  package private(set) var events: [Event] = []

  /// The id of the row that has the key, or else of the one that had it last.
  package var lastRow: Int64? { row ?? events.first?.row }

  /// Whether nothing is known of such a key.
  package var isEmpty: Bool { row == nil && events.isEmpty }

  /// Looks the row of a key up.
  ///
  /// - Parameters:
  ///   - database: a database with a ledger of this program's version.
  ///   - table: the dataset's table.
  ///   - key: the columns of the key with their values as text, which SQLite converts as it would
  ///     to store them.
  /// - Throws: `LoadError` of kind `unsuitableTable`, or `DatabaseError`.
  /// - Complexity: the number of changes that the ledger has of the table.
  package init(
    _ database: Database, table: String, key: [(column: String, text: String)]
  ) throws {
    let shape = try TableShape(table, in: database)
    let past = try RowPast(database, shape)
    let texts = key.map { Value.text($0.text) }
    let columns = key.map(\.column)
    let target = try TargetTable(name: table, columns: columns, key: columns)
      .comparingKeys(in: database)
    var collations: [Collation] = []
    for column in columns {
      collations.append(try target.keyCollation(of: column, in: database))
    }
    let matches = columns.map { target.isKey($0, "?") }.joined(separator: " AND ")
    row = try database.value("SELECT _rowid_ FROM \(shape.sql) WHERE \(matches)", texts)?.integer
    // A row that is gone has all its columns in the images that were kept of it, but for the one that
    // is its id.
    let gone = collations.map { collation in
      """
      SELECT DISTINCT row_id FROM main.etl_changes WHERE table_name = ? AND column_name = ?
        AND kind <> 'update'
        AND CAST(iif(kind = 'insert', new, old) AS TEXT) = ? COLLATE \(collation.rawValue)
      """
    }.joined(separator: "\nINTERSECT\n")
    var rows = try database.rows(
      gone, key.flatMap { [.text(table), .text($0.column), .text($0.text)] as [Value] }
    ).compactMap { $0[0].integer }
    if key.count == 1, key[0].column == shape.rowIDColumn, let id = Int64(key[0].text),
      !rows.contains(id)
    {
      rows.append(id)
    }
    if let row, !rows.contains(row) { rows.append(row) }
    for row in rows {
      let now = try past.row(row)
      if row == self.row, let now {
        values = shape.columns.compactMap { name in now[name].map { (column: name, value: $0) } }
      }
      events += Self.events(
        of: row, now, try past.images(of: row), shape, Array(zip(key, collations)),
        isRow: row == self.row)
    }
    events.sort { ($0.run ?? 0, $0.row) > ($1.run ?? 0, $1.row) }
  }

  /// What befell the row with a key, the newest first; without what befell others with its id.
  ///
  /// A table that is not AUTOINCREMENT gives the id of a row that is gone to another one.
  private static func events(
    of row: Int64, _ now: [String: Value]?, _ images: [RowPast.Image], _ table: TableShape,
    _ key: [((column: String, text: String), Collation)], isRow: Bool
  ) -> [Event] {
    var values = now
    var events: [Event] = []
    // Whether the row that had the id at the time is the one that is asked for.
    var isMeant = isRow || now == nil
    func addInsertion() {
      guard isMeant, let values else { return }
      events.append(
        Event(
          kind: .inserted, row: row, run: values["run_id"]?.integer, isUndone: false,
          line: values["source_line"]?.integer, columns: []))
    }
    var rest = images[...]
    while let first = rest.first {
      let own = rest.prefix { $0.run == first.run }
      rest = rest.dropFirst(own.count)
      let hasKey = key.allSatisfy { part, collation in
        guard let image = own.first(where: { $0.column == part.column }) else { return true }
        let value = first.kind == .inserted ? image.new : image.old
        let text = value.text ?? value.integer.map { String($0) } ?? part.text
        return collation.isSame(Array(text.utf8)[...], Array(part.text.utf8)[...])
      }
      if first.kind == .deleted, !first.isUndone {
        addInsertion()
        (values, isMeant) = (nil, hasKey)
      }
      let changed = own.filter {
        $0.old != $0.new && $0.column != table.rowIDColumn
          && !TableShape.bookkeeping.contains($0.column)
      }
      let line = RowPast.values(after: first.run, now: now, images)["source_line"]
      if first.kind == .inserted ? hasKey : isMeant {
        events.append(
          Event(
            kind: first.kind, row: row, run: first.run, isUndone: first.isUndone,
            line: first.kind == .deleted ? nil : line?.integer,
            columns: changed.map { Column(name: $0.column, old: $0.old, new: $0.new) }))
      }
      guard !first.isUndone else { continue }
      for image in own { values = (values ?? [:]).merging([image.column: image.old]) { $1 } }
    }
    // What is left is the row as it was made, or as it was before what has been pruned.
    addInsertion()
    return events
  }

  package static func == (left: RowHistory, right: RowHistory) -> Bool {
    left.row == right.row && left.events == right.events
      && left.values.elementsEqual(right.values) { $0 == $1 }
  }
}
