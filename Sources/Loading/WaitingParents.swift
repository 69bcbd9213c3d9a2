internal import SQLite

/// Finds the parents of records that wait among those that wait with them.
///
/// What is looked for has an index: it is made at once from all records that have come, which sorts them, and
/// goes before more of them come.
struct WaitingParents {
  /// A statement for each reference, and one for records of the same key.
  private let queries: [SharedStatement]
  /// How many of them are for references.
  private let linkCount: Int

  /// Makes the indexes.
  ///
  /// - Parameters:
  ///   - waiting: the records.
  ///   - keepsOrder: whether a record comes behind one that has the same key and waits before it in the file.
  /// - Throws: `DatabaseError`.
  init(of waiting: WaitingRecords, keepsOrder: Bool) throws(DatabaseError) {
    let database = waiting.database
    var queries: [SharedStatement] = []
    linkCount = waiting.references.count
    for (index, reference) in waiting.references.enumerated() {
      let parents = reference.parentCells.indices.map { "k\(index)_\($0)" }
      let own = reference.cells.indices.map { "r.r\(index)_\($0)" }
      try Self.makeIndex(on: parents, number: index, waiting)
      let isParent = zip(parents, own).map { "p.\($0) = \($1)" }.joined(separator: " AND ")
      let isNull = own.map { "\($0) IS NULL" }.joined(separator: " OR ")
      queries.append(
        try SharedStatement(
          database,
          """
          SELECT CASE WHEN \(isNull) OR \(reference.key.isStored(own)) THEN 0 ELSE (
            SELECT p.record FROM temp.etl_waiting_keys AS p INDEXED BY etl_waiting_\(index)
            WHERE \(isParent) AND p.record > ?2 ORDER BY p.record LIMIT 1) END
          FROM temp.etl_waiting_keys AS r WHERE r.record = ?1
          """, isReused: true))
    }
    if keepsOrder, !waiting.keyCells.isEmpty {
      let keys = waiting.keyCells.indices.map { "d\($0)" }
      try Self.makeIndex(on: keys, number: queries.count, waiting)
      let isSame = keys.map { "p.\($0) = r.\($0)" }.joined(separator: " AND ")
      queries.append(
        try SharedStatement(
          database,
          """
          SELECT coalesce((
            SELECT p.record FROM temp.etl_waiting_keys AS p INDEXED BY etl_waiting_\(queries.count)
            WHERE \(isSame) AND p.record > ?2 ORDER BY p.record LIMIT 1), 0)
          FROM temp.etl_waiting_keys AS r WHERE r.record = ?1
          """, isReused: true))
    }
    self.queries = queries
  }

  private static func makeIndex(
    on columns: [String], number: Int, _ waiting: WaitingRecords
  ) throws(DatabaseError) {
    let database = waiting.database
    let cache = try database.value("PRAGMA main.cache_size")?.integer ?? 0
    // SQLite sorts as many bytes at once as the page cache of the main database may have.
    try database.execute("PRAGMA main.cache_size = -\(max(16, waiting.memory >> 10))")
    try database.execute(
      """
      CREATE INDEX IF NOT EXISTS temp.etl_waiting_\(number)
      ON etl_waiting_keys (\(columns.joined(separator: ", ")))
      """)
    try database.execute("PRAGMA main.cache_size = \(cache)")
  }

  /// How many references a record has.
  var referenceCount: Int { queries.count }

  /// What a reference of a record comes to.
  ///
  /// - Parameters:
  ///   - record: the record's number.
  ///   - reference: which one.
  ///   - after: a parent that can't come in; they come in ascending order.
  ///   - gone: the records that wait no longer: stored, or refused.
  /// - Returns: the next parent that waits, where it needs one.
  /// - Throws: `DatabaseError`.
  func step(
    _ record: Int, _ reference: Int, _ after: Int?, without gone: RecordSet
  ) throws(DatabaseError) -> ParentsFirst.Step {
    // Where the first record of a key can't come in yet, the others wait for it.
    guard after == nil || reference < linkCount else { return .nowhere }
    var after = after ?? 0
    while true {
      guard let parent = try parent(of: record, reference, after) else { return .nowhere }
      if parent == 0 || parent == record { return .satisfied }
      guard gone.contains(parent) else { return .parent(parent) }
      after = parent
    }
  }

  /// The next parent of a record; 0 where it needs none, nil where there is none.
  private func parent(
    of record: Int, _ reference: Int, _ after: Int
  ) throws(DatabaseError) -> Int? {
    let query = queries[reference]
    try query.statement.bind([.integer(Int64(record)), .integer(Int64(after))])
    defer { query.statement.reset() }
    guard try query.statement.step() else { return nil }
    return query.statement.value(at: 0).integer.map { Int($0) }
  }
}

extension WaitingRecords {
  /// The columns of what records are found by, as SQL: what each of the references refers to and what may be
  /// referred to, which is compared as the parent's table does, and the key.
  static func keyColumns(
    _ references: [Reference], _ keyCells: [Int], in database: Database
  ) throws(DatabaseError) -> String {
    var columns: [String] = []
    for (index, reference) in references.enumerated() {
      columns += reference.cells.indices.map { "r\(index)_\($0)" }
      for (place, column) in reference.key.parentColumns.enumerated() {
        let comparison = try reference.key.comparison(ofParent: column, in: database)
        columns.append("k\(index)_\(place) \(comparison)")
      }
    }
    return (columns + keyCells.indices.map { "d\($0)" }).joined(separator: ", ")
  }
}

/// A statement that is kept in a collection.
final class SharedStatement {
  let statement: Statement

  /// Compiles it.
  init(_ database: Database, _ sql: String, isReused: Bool = false) throws(DatabaseError) {
    statement = try Statement(database, sql, isReused: isReused)
  }
}
