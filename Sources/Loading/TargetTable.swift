package import SQLite

/// A table that records are loaded into: which cells of a row go there, and which rows of other
/// tables its rows belong to.
package struct TargetTable: Sendable, Equatable {
  /// The table's name.
  package let name: String
  /// The columns that the file has, in the order of `cells`.
  package let columns: [String]
  /// For each of `columns`, its cell in a row of a batch.
  package let cells: [Int]
  /// The columns that refer to rows of tables that are loaded before this one.
  package private(set) var parents: [Parent]
  /// The columns, among `columns` and those of `parents`, that tell one row from another; none where
  /// records only append.
  package let key: [String]
  /// Whether the table becomes the file: rows that the file lacks are deleted.
  package let isReplaced: Bool
  /// How columns of the key are compared with records, where it is known; see `comparingKeys(in:)`.
  private(set) var collations: [String: Collation] = [:]

  /// A column that gets the id of the row which the same record has in an earlier table.
  package struct Parent: Sendable, Equatable {
    /// The column.
    package let column: String
    /// The earlier table, which has a key.
    package fileprivate(set) var table: TargetTable

    /// A column for the id of a row of `table`.
    package init(column: String, table: TargetTable) {
      precondition(!table.key.isEmpty, "a row is found by its key")
      self.column = column
      self.table = table
    }
  }

  /// A table.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - columns: the columns that the file has.
  ///   - cells: for each of them its cell in a row of a batch; nil where they are a whole row.
  ///   - parents: the columns that refer to rows of earlier tables.
  ///   - key: the columns that tell one row from another.
  ///   - isReplaced: whether rows that the file lacks are deleted; needs a key.
  package init(
    name: String, columns: [String], cells: [Int]? = nil, parents: [Parent] = [], key: [String],
    isReplaced: Bool = false
  ) {
    let all = columns + parents.map(\.column)
    precondition(key.allSatisfy(all.contains), "the key is among the columns")
    precondition(!isReplaced || !key.isEmpty, "only a key tells which rows the file lacks")
    self.name = name
    self.columns = columns
    self.cells = cells ?? Array(columns.indices)
    precondition(self.cells.count == columns.count, "each column has a cell")
    self.parents = parents
    self.key = key
    self.isReplaced = isReplaced
  }

  /// All columns that a load writes but for the program's own.
  var writtenColumns: [String] { columns + parents.map(\.column) }

  /// The table for records that lack some of the columns.
  ///
  /// - Parameter absent: the cells of these columns, none of which is in the key.
  /// - Returns: nil where they lack all of its columns.
  func lacking(_ absent: [Int]) -> TargetTable? {
    let present = cells.indices.filter { !absent.contains(cells[$0]) }
    if present.isEmpty, !cells.isEmpty { return nil }
    var part = TargetTable(
      name: name, columns: present.map { columns[$0] }, cells: present.map { cells[$0] },
      parents: parents, key: key, isReplaced: isReplaced)
    part.collations = collations
    return part
  }

  /// The table with its key compared as the constraint does that makes it unique.
  ///
  /// A unique index may have another collation than its column: what is the same to the column may be two
  /// rows to the index, or one row of the index two to the column.
  ///
  /// - Throws: `DatabaseError`.
  func comparingKeys(in database: Database) throws(DatabaseError) -> TargetTable {
    var table = self
    for column in try keyIndex(in: database) ?? [] {
      table.collations[column.name.lowercased()] = column.collation
    }
    for index in parents.indices {
      table.parents[index].table = try parents[index].table.comparingKeys(in: database)
    }
    return table
  }

  /// The condition that a column of the key has a value, as SQL.
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - value: the value, as SQL.
  ///   - alias: what stands before the column's name; nothing, or a name with a point.
  /// - Returns: the condition.
  func isKey(_ column: String, _ value: String, in alias: String = "") -> String {
    let collation = collations[column.lowercased()].map { " COLLATE \($0.rawValue)" } ?? ""
    return "\(alias)\(quoted(column)) = \(value)\(collation)"
  }

  /// The cell of a column; nil where the file does not have it.
  func cell(of column: String) -> Int? { columns.firstIndex(of: column).map { cells[$0] } }

  /// The cells of the key, in ascending order.
  var keyCells: [Int] { key.compactMap(cell).sorted() }

  /// The table's name as SQL.
  var sql: String { "main.\(quoted(name))" }

  /// Checks that the table has what a load needs.
  ///
  /// - Parameter database: the database it is in.
  /// - Throws: `LoadError` of kind `unsuitableTable` naming what is missing, or `DatabaseError`.
  package func check(in database: Database) throws {
    let present = try database.rows("SELECT name FROM pragma_table_info(?)", [.text(name)])
      .compactMap { $0[0].text?.lowercased() }
    guard !present.isEmpty else {
      throw LoadError(
        .unsuitableTable,
        "expected a table \(quoted(name)) but found none: apply the migrations that make it")
    }
    for column in writtenColumns + TableShape.bookkeeping
    where !present.contains(column.lowercased()) {
      throw LoadError(
        .unsuitableTable,
        "expected a column \(quoted(column)) in table \(quoted(name)) but found none"
      )
    }
  }
}

extension [TargetTable] {
  /// The cells of the key of a record: those in the key of any of the tables, in ascending order.
  var keyCells: [Int] { Set(flatMap(\.keyCells)).sorted() }

  /// The name of the column that a cell goes to.
  func column(ofCell cell: Int) -> String {
    for table in self {
      if let index = table.cells.firstIndex(of: cell) { return table.columns[index] }
    }
    return "column \(cell + 1)"
  }
}
