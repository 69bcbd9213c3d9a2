package import SQLite

/// The tables, indexes, views and triggers of a database, in an order that depends on nothing but
/// their names.
package struct Schema: Sendable, Equatable {
  /// One of them.
  package struct Object: Sendable, Hashable {
    /// What it is, in the order in which they can be made again.
    package enum Kind: String, Sendable {
      case table
      case index
      case view
      case trigger
    }

    /// What it is.
    package let kind: Kind
    /// Its name.
    package let name: String
    /// The table it belongs to; a table's own name.
    package let table: String
    /// The statement that makes it, as SQLite keeps it, with LF at the end of lines.
    package let sql: String
  }

  /// The objects by kind and name.
  package let objects: [Object]

  /// The schema of a database.
  ///
  /// - Parameters:
  ///   - database: a connection.
  ///   - includesOwn: whether the tables that this program keeps for itself are part of it:
  ///     `schema_migrations` and those whose names start with `etl_`.
  /// - Throws: `DatabaseError`.
  package init(of database: Database, includesOwn: Bool = false) throws(DatabaseError) {
    let rows = try database.rows(
      """
      SELECT type, name, tbl_name, sql FROM main.sqlite_schema
      WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'
      ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 WHEN 'view' THEN 2 ELSE 3 END, name
      """)
    let shadows = try Schema.shadowTables(in: database)
    objects = rows.compactMap { row in
      guard let kind = row[0].text.flatMap(Object.Kind.init), let name = row[1].text,
        let table = row[2].text, let sql = row[3].text,
        !shadows.contains(table), includesOwn || !Schema.isOwn(table)
      else { return nil }
      return Object(kind: kind, name: name, table: table, sql: Schema.withLineFeeds(sql))
    }
  }

  private static func withLineFeeds(_ sql: String) -> String {
    guard sql.utf8.contains(UInt8(ascii: "\r")) else { return sql }
    return String(decoding: MigrationScript.normalized(sql), as: UTF8.self)
  }

  /// Whether the program keeps a table for itself.
  package static func isOwn(_ table: String) -> Bool {
    let name = table.lowercased()
    return name == History.table || name.hasPrefix("etl_")
  }

  /// The tables in which virtual tables keep their rows, which are made with them.
  static func shadowTables(in database: Database) throws(DatabaseError) -> Set<String> {
    let hasVirtualTable = try database.value(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL %'")
    if hasVirtualTable == nil { return [] }
    let rows = try database.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'")
    return Set(rows.compactMap { $0[0].text })
  }

  /// The schema as SQL that makes it again.
  package var text: String { objects.map { $0.sql + ";\n" }.joined(separator: "\n") }

  /// Whether two schemas mean the same by the tokens of their statements; how these are written
  /// makes no difference.
  package func isEquivalent(to other: Schema) -> Bool {
    objects == other.objects
      || objects.count == other.objects.count
        && zip(objects, other.objects).allSatisfy { $0.isEquivalent(to: $1) }
  }

  /// The lines that make the difference to another schema.
  package func difference(to other: Schema) -> [String] {
    // What differs only in how it is written is shown as it is in the first one.
    let mine = Dictionary(objects.map { ("\($0.kind) \($0.name)", $0) }) { first, _ in first }
    let text = other.objects.map { object in
      let own = mine["\(object.kind) \(object.name)"]
      return (own.map { $0.isEquivalent(to: object) ? $0.sql : object.sql } ?? object.sql) + ";\n"
    }.joined(separator: "\n")
    return TextDifference(self.text, text).excerpt()
  }
}

extension Schema.Object {
  /// Whether two objects mean the same by the tokens of their statements.
  func isEquivalent(to other: Self) -> Bool {
    kind == other.kind && name == other.name && table == other.table
      && (sql == other.sql || SQLTokens.canonical(sql) == SQLTokens.canonical(other.sql))
  }
}
