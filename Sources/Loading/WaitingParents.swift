internal import SQLite

/// Finds the parents of records that wait among those that wait with them, and the records that come before
/// them because they have something unique in common.
///
/// What is looked for has an index: it is made at once from all records that have come, which sorts them, and
/// goes before more of them come.
struct WaitingParents {
  /// A statement for what is unique, each, where several may have it in common, and one for each reference.
  private let earlier: [SharedStatement]
  private let parents: [SharedStatement]
  private let references: [Reference]
  /// Whether no more records come.
  let isEnd: Bool

  /// Makes the indexes.
  ///
  /// - Parameters:
  ///   - waiting: the records.
  ///   - isEnd: whether no more records come: then those that can't come in hold up no others.
  /// - Throws: `DatabaseError`.
  init(of waiting: WaitingRecords, isEnd: Bool) throws(DatabaseError) {
    self.isEnd = isEnd
    references = waiting.references
    var parents: [SharedStatement] = []
    for (index, reference) in waiting.references.enumerated() {
      let columns = reference.parentCells.indices.map { "k\(index)_\($0)" }
      let own = reference.cells.indices.map { "r.r\(index)_\($0)" }
      let name = try Self.makeIndex(on: columns, waiting)
      let isParent = zip(columns, own).map { "p.\($0) = \($1)" }.joined(separator: " AND ")
      let isNull = own.map { "\($0) IS NULL" }.joined(separator: " OR ")
      parents.append(
        try SharedStatement(
          waiting.database,
          """
          SELECT CASE WHEN \(isNull) OR \(reference.key.isStored(own)) THEN 0 ELSE (
            SELECT p.record FROM temp.etl_waiting_keys AS p INDEXED BY \(name)
            WHERE \(isParent) AND p.record > ?2 ORDER BY p.record LIMIT 1) END
          FROM temp.etl_waiting_keys AS r WHERE r.record = ?1
          """, isReused: true))
    }
    var earlier: [SharedStatement] = []
    for key in waiting.uniqueKeys.indices where waiting.keys.mayRepeat {
      let columns = waiting.columns(ofKey: key)
      let name = try Self.makeIndex(on: columns, waiting)
      let isSame = columns.map { "p.\($0) = r.\($0)" }.joined(separator: " AND ")
      earlier.append(
        try SharedStatement(
          waiting.database,
          """
          SELECT (SELECT p.record FROM temp.etl_waiting_keys AS p INDEXED BY \(name)
            WHERE \(isSame) AND p.record < r.record ORDER BY p.record DESC LIMIT 1)
          FROM temp.etl_waiting_keys AS r WHERE r.record = ?1
          """, isReused: true))
    }
    (self.parents, self.earlier) = (parents, earlier)
  }

  /// Makes an index, unless it is there.
  ///
  /// - Returns: its name.
  private static func makeIndex(
    on columns: [String], _ waiting: WaitingRecords
  ) throws(DatabaseError) -> String {
    let database = waiting.database
    let name = "etl_waiting_\(columns[0])"
    let cache = try database.value("PRAGMA main.cache_size")?.integer ?? 0
    // SQLite sorts as many bytes at once as the page cache of the main database may have.
    try database.execute("PRAGMA main.cache_size = -\(max(16, waiting.memory >> 10))")
    try database.execute(
      """
      CREATE INDEX IF NOT EXISTS temp.\(name)
      ON etl_waiting_keys (\(columns.joined(separator: ", ")))
      """)
    try database.execute("PRAGMA main.cache_size = \(cache)")
    return name
  }

  /// How many references a record has, with those to the records that come before it.
  var referenceCount: Int { earlier.count + parents.count }

  /// Whether a reference is to a record that comes before another, whether that needs it or not.
  func isOrder(_ reference: Int) -> Bool { reference < earlier.count }

  /// The foreign key that a reference is; nil where it is to a record that comes before another.
  func reference(_ reference: Int) -> Reference? {
    isOrder(reference) ? nil : references[reference - earlier.count]
  }

  /// What a reference of a record comes to.
  ///
  /// - Parameters:
  ///   - record: the record's number.
  ///   - reference: which one.
  ///   - after: a parent that can't come in; they come in ascending order.
  ///   - progress: what has become of others.
  /// - Returns: the next parent that waits, where it needs one; `nowhere` too where it has to come behind one
  ///   that is kept for the next round.
  /// - Throws: `DatabaseError`.
  func step(
    _ record: Int, _ reference: Int, _ after: Int?, _ progress: WaitingProgress
  ) throws(DatabaseError) -> ParentsFirst.Step {
    guard !isOrder(reference) else { return try order(record, reference, after, progress) }
    var after = after ?? 0
    while true {
      let found = try number(parents[reference - earlier.count], record, after)
      guard let parent = found else { return .nowhere }
      if parent == 0 || parent == record { return .satisfied }
      guard progress.isSettled(parent) || progress.isHeld(parent) else { return .parent(parent) }
      after = parent
    }
  }

  /// Whether a record that can't come in now, for one of its references, may do so in the next round.
  ///
  /// - Throws: `DatabaseError`.
  func mayComeLater(
    _ record: Int, _ reference: Int, _ progress: WaitingProgress
  ) throws(DatabaseError) -> Bool {
    guard !isOrder(reference) else { return true }
    guard progress.isAnyHeld else { return false }
    var after = 0
    while let parent = try number(parents[reference - earlier.count], record, after), parent > 0 {
      if progress.isHeld(parent) { return true }
      after = parent
    }
    return false
  }

  /// The record before another that has the same: what that one comes behind itself is visited before it.
  private func order(
    _ record: Int, _ key: Int, _ after: Int?, _ progress: WaitingProgress
  ) throws(DatabaseError) -> ParentsFirst.Step {
    if let after { return isEnd && !progress.isHeld(after) ? .satisfied : .nowhere }
    guard let first = try number(earlier[key], record, nil), !progress.isSettled(first) else {
      return .satisfied
    }
    return progress.isHeld(first) ? .nowhere : .parent(first)
  }

  /// The number that a query finds for a record.
  private func number(
    _ query: SharedStatement, _ record: Int, _ after: Int?
  ) throws(DatabaseError) -> Int? {
    try query.statement.bind(.integer(Int64(record)), at: 1)
    if let after { try query.statement.bind(.integer(Int64(after)), at: 2) }
    defer { query.statement.reset() }
    guard try query.statement.step() else { return nil }
    return query.statement.value(at: 0).integer.map { Int($0) }
  }
}

extension WaitingRecords {
  /// The columns of what records are found by, as SQL: what each of the references refers to and what may be
  /// referred to, which is compared as the parent's table does, and what is unique.
  static func keyColumns(_ references: [Reference], _ keys: [RowKey]) -> String {
    var columns: [String] = []
    for (index, reference) in references.enumerated() {
      columns += reference.cells.indices.map { "r\(index)_\($0)" }
      columns += reference.comparisons.enumerated().map { "k\(index)_\($0) \($1.sql)" }
    }
    for (number, key) in keys.enumerated() {
      columns += key.definitions.enumerated().map { "d\(number)_\($0) \($1)" }
    }
    return columns.joined(separator: ", ")
  }

  /// The names of the columns that have what is unique: mostly that is what may be referred to.
  func columns(ofKey number: Int) -> [String] {
    let cells = uniqueKeys[number].cells
    let same = references.firstIndex { $0.parentCells == cells }
    let prefix = same.map { "k\($0)" } ?? "d\(number)"
    return cells.indices.map { "\(prefix)_\($0)" }
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
