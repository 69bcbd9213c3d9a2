internal import SQLite

/// The rows of a database that refer to rows which aren't there.
struct ForeignKeyViolations: Equatable {
  /// What is the same about a violation before and after its table was rebuilt, which may number
  /// rows and foreign keys anew.
  struct Key: Hashable {
    /// The table with the reference.
    let child: String
    /// The columns that refer.
    let columns: String
    /// The table referred to.
    let parent: String
    /// The values of the columns, as SQL literals; nil where they can't be told.
    let values: String?
  }

  /// How many rows have the same violation.
  private var counts: [Key: Int64] = [:]

  /// Beyond this many violations, they are told apart by table and columns only.
  static let detailLimit: Int64 = 100_000

  /// No violations.
  init() {}

  /// Finds the violations in a database.
  ///
  /// - Parameter database: a connection.
  /// - Throws: `DatabaseError`.
  /// - Complexity: the number of rows in tables with foreign keys.
  init(in database: Database) throws(DatabaseError) {
    do throws(DatabaseError) {
      try add(database, table: nil)
    } catch let error where ForeignKeyViolations.isMismatch(error) {
      // One foreign key whose parent columns aren't unique keeps all from being checked at once.
      counts = [:]
      for row in try database.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'") {
        guard let table = row[0].text else { continue }
        do throws(DatabaseError) {
          try add(database, table: table)
        } catch let error where ForeignKeyViolations.isMismatch(error) {
          counts[Key(child: table, columns: "", parent: error.message, values: nil)] = 1
        }
      }
    }
  }

  private static func isMismatch(_ error: DatabaseError) -> Bool {
    error.message.hasPrefix("foreign key mismatch")
  }

  private mutating func add(_ database: Database, table: String?) throws(DatabaseError) {
    let source = table == nil ? "pragma_foreign_key_check" : "pragma_foreign_key_check(?1)"
    let arguments = table.map { [Value.text($0)] } ?? []
    let groups = try database.rows(
      "SELECT \"table\", parent, fkid, count(*) FROM \(source) GROUP BY 1, 2, 3", arguments)
    for group in groups {
      guard let child = group[0].text, let parent = group[1].text, let number = group[2].integer,
        let count = group[3].integer
      else { continue }
      let columns = try ForeignKeyViolations.columns(of: number, in: child, database)
      guard count <= ForeignKeyViolations.detailLimit else {
        counts[
          Key(child: child, columns: columns.joined(separator: ", "), parent: parent, values: nil),
          default: 0] += count
        continue
      }
      try addDetails(database, child: child, columns: columns, parent: parent, number: number)
    }
  }

  private mutating func addDetails(
    _ database: Database, child: String, columns: [String], parent: String, number: Int64
  ) throws(DatabaseError) {
    let list = columns.map { "quote(c.\(quoted($0)))" }.joined(separator: " || ', ' || ")
    // "The rowid is … NULL if the child table is a WITHOUT ROWID table."
    // (sqlite.org/pragma.html#pragma_foreign_key_check)
    let hasRowID =
      try database.value(
        "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1", [.text(child)]) == 0
    let values =
      hasRowID ? "(SELECT \(list) FROM main.\(quoted(child)) c WHERE c._rowid_ = v.rowid)" : "NULL"
    let rows = try database.rows(
      "SELECT \(values), count(*) FROM pragma_foreign_key_check(?1) v WHERE fkid = ?2 GROUP BY 1",
      [.text(child), .integer(number)])
    for row in rows {
      let key = Key(
        child: child, columns: columns.joined(separator: ", "), parent: parent, values: row[0].text)
      counts[key, default: 0] += row[1].integer ?? 0
    }
  }

  private static func columns(
    of number: Int64, in table: String, _ database: Database
  ) throws(DatabaseError) -> [String] {
    try database.rows(
      "SELECT \"from\" FROM pragma_foreign_key_list(?1) WHERE id = ?2 ORDER BY seq",
      [.text(table), .integer(number)]
    ).compactMap { $0[0].text }
  }

  /// The violations that were not there before.
  ///
  /// - Parameter before: the violations at an earlier time.
  /// - Returns: one sentence for each foreign key concerned.
  func sentences(since before: ForeignKeyViolations) -> [String] {
    var fresh: [Key: (count: Int64, example: String?)] = [:]
    for (key, count) in counts {
      let added = count - (before.counts[key] ?? 0)
      guard added > 0 else { continue }
      let group = Key(child: key.child, columns: key.columns, parent: key.parent, values: nil)
      let known = fresh[group]
      // The smallest one, so that the message is the same each time.
      let example = [known?.example, key.values].compactMap(\.self).min()
      fresh[group] = ((known?.count ?? 0) + added, example)
    }
    return fresh.map { key, value in
      if key.columns.isEmpty { return key.parent }
      let rows = value.count == 1 ? "1 row" : "\(value.count) rows"
      let example = value.example.map { ", for instance \($0)" } ?? ""
      return "\(rows) of \(key.child) (\(key.columns)) would refer to no row of "
        + "\(key.parent)\(example)"
    }.sorted()
  }
}
