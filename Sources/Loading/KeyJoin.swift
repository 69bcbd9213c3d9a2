internal import SQLite

/// The part of a FROM clause that finds the rows which one record has in several tables.
///
/// Each table follows those that its key refers to, and is found by its key. "Programmers can force
/// SQLite to use a particular loop nesting order … by using the CROSS JOIN operator"
/// (sqlite.org/optoverview.html): so each is looked up by the index of its key.
struct KeyJoin {
  /// The tables with their aliases, in the order of the loops.
  private(set) var sources: [String]
  /// What holds of their rows.
  private(set) var conditions: [String] = []
  private var aliases: [String: String] = [:]
  /// The value of a cell as SQL.
  private let cell: (Int) -> String

  /// A join with the rows of the batch, as `b`.
  static func ofBatch() -> KeyJoin {
    KeyJoin(sources: ["temp.etl_batch AS b"]) { "b.c\($0)" }
  }

  /// A join for one record.
  ///
  /// - Parameters:
  ///   - sources: what comes before the tables.
  ///   - cell: the value of a cell of the record, as SQL.
  init(sources: [String] = [], cell: @escaping (Int) -> String) {
    self.sources = sources
    self.cell = cell
  }

  /// The clause, with FROM and WHERE.
  var sql: String {
    let condition = conditions.isEmpty ? "true" : conditions.joined(separator: " AND ")
    return "FROM \(sources.joined(separator: " CROSS JOIN "))\nWHERE \(condition)"
  }

  /// Adds a table by its key, unless it is there.
  ///
  /// - Returns: its alias.
  @discardableResult
  mutating func add(_ table: TargetTable, as name: String? = nil) -> String {
    if let alias = aliases[table.name] { return alias }
    let values = table.key.map { ($0, value(of: $0, in: table)) }
    let alias = name ?? "p\(aliases.count)"
    aliases[table.name] = alias
    sources.append("\(table.sql) AS \(alias)")
    conditions += values.map { table.isKey($0, $1, in: "\(alias).") }
    return alias
  }

  /// Adds a LEFT JOIN with a table by its key, behind all others.
  mutating func addOptional(_ table: TargetTable, as alias: String) {
    let matches = table.key.map { table.isKey($0, value(of: $0, in: table), in: "\(alias).") }
    let last = sources.removeLast()
    sources.append(
      last + " LEFT JOIN \(table.sql) AS \(alias) ON \(matches.joined(separator: " AND "))")
  }

  /// The value that a record has for a column of a table, as SQL: a cell, or the id of a parent's
  /// row, whose table is added.
  mutating func value(of column: String, in table: TargetTable) -> String {
    if let parent = table.parents.first(where: { $0.column == column }) {
      return "\(add(parent.table))._rowid_"
    }
    return table.cell(of: column).map(cell) ?? "NULL"
  }
}

extension TargetTable {
  /// The cells that tell which row a record has in the table, in ascending order: those of its key,
  /// and of the keys of the tables that its key refers to.
  var rowKeyCells: [Int] {
    let referredTo = parents.filter { key.contains($0.column) }
    return Set(keyCells + referredTo.flatMap(\.table.rowKeyCells)).sorted()
  }

  /// The query for the id of the row that a record has; its parameters are the values of
  /// `rowKeyCells`.
  var lookUpStatement: String {
    let cells = rowKeyCells
    var join = KeyJoin { "?\((cells.firstIndex(of: $0) ?? 0) + 1)" }
    let alias = join.add(self)
    return "SELECT \(alias)._rowid_ \(join.sql)"
  }
}
