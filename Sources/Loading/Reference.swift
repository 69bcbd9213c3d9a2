internal import SQLite

/// A foreign key of a table that records are loaded into, where the records tell what it refers to.
final class Reference {
  let key: ForeignKey
  /// The cells of a record that refer to the parent.
  let cells: [ComparedCell]
  /// The cells that a record has which is the parent; none where the parent's table is loaded from
  /// other records.
  let parentCells: [ComparedCell]
  /// How the columns of the parent compare: "the collating sequence associated with the parent key column"
  /// and its affinity (sqlite.org/foreignkeys.html).
  let comparisons: [ColumnComparison]
  /// What a reject says.
  let reason: String

  private let database: Database
  /// The query for the rows without a parent, and that for those of them that the key refuses.
  private let sql: (missing: String, refused: String)
  private let run: Int64?
  private var missing: Statement?
  private var refused: Statement?

  private init(
    _ key: ForeignKey, of table: TargetTable, parentCells: [Int],
    _ comparisons: [ColumnComparison], _ database: Database,
    sql: (missing: String, refused: String), run: Int64?
  ) {
    self.key = key
    self.database = database
    self.sql = sql
    self.run = run
    self.comparisons = comparisons
    let compared = { (cells: [Int]) in
      zip(cells, comparisons).map { ComparedCell(cell: $0, collation: $1.collation) }
    }
    self.parentCells = compared(parentCells)
    cells = compared(key.columns.compactMap(table.cell))
    reason = "\(ForeignKey.message): \(key.name(in: table.name))"
  }

  /// The foreign keys of all tables that records are loaded into, in the order of the tables.
  ///
  /// - Parameters:
  ///   - targets: the tables.
  ///   - run: the run.
  ///   - database: the database.
  /// - Returns: those of which the records tell what they refer to.
  /// - Throws: `DatabaseError` when the schema can't be read.
  static func all(
    of targets: [TargetLoader], run: Int64, in database: Database
  ) throws(DatabaseError) -> [Reference] {
    var references: [Reference] = []
    for target in targets {
      let table = target.table
      for key in try ForeignKey.all(of: table.name, in: database) {
        let parent = targets.first { $0.table.name.lowercased() == key.parent.lowercased() }
        let parentCells = key.parentColumns.compactMap { parent?.table.cell(of: $0) }
        guard parent == nil || parentCells.count == key.parentColumns.count,
          let missing = key.orphanQuery(of: table),
          let refused = key.orphanQuery(of: table, seen: target.judge.names.seen),
          try key.isStoredAlike(in: table.name, database)
        else { continue }
        var comparisons: [ColumnComparison] = []
        for column in key.parentColumns {
          comparisons.append(try ColumnComparison(of: column, in: key.parent, database))
        }
        references.append(
          Reference(
            key, of: table, parentCells: parentCells, comparisons, database,
            sql: (missing, refused), run: table.key.isEmpty ? nil : run))
      }
    }
    // What is beyond has no bit in `BatchFamily`: SQLite's own check is enough for it.
    return Array(references.prefix(UInt64.bitWidth))
  }

  /// Whether the parent may be a record of the same file.
  var isAmongRecords: Bool { !parentCells.isEmpty }

  /// Finds the rows of the batch's window that have no parent as things are stored.
  ///
  /// - Parameter body: gets each of these rows.
  /// - Throws: `DatabaseError` when the tables can't be looked at.
  func forEachMissing(_ body: (Int) -> Void) throws(DatabaseError) {
    if missing == nil { missing = try Statement(database, sql.missing, isReused: true) }
    while try missing?.step() == true {
      if let row = missing?.value(at: 0).integer { body(Int(row)) }
    }
  }

  /// Finds the rows of the batch's window that the key refuses as things are stored: those without a parent,
  /// unless they write nothing or leave what they refer to as it is.
  ///
  /// - Parameter body: gets each of these rows.
  /// - Throws: `DatabaseError` when the tables can't be looked at.
  func forEachOrphan(_ body: (Int) -> Void) throws(DatabaseError) {
    if refused == nil {
      refused = try Statement(database, sql.refused, isReused: true)
      if let run { try refused?.bind(.integer(run), at: 1) }
    }
    while try refused?.step() == true {
      if let row = refused?.value(at: 0).integer { body(Int(row)) }
    }
  }
}
