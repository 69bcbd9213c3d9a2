internal import Datasets
package import SQLite

extension RowHistory {
  /// The keys of a table that are next to one that it doesn't have.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - table: the dataset's table.
  ///   - key: the columns of the key with the values that were looked for.
  /// - Returns: a few keys, the likeliest first: one that differs by a slip of the finger, then those
  ///   before and after it in order.
  /// - Throws: `DatabaseError`.
  package static func nearestKeys(
    _ database: Database, table: String, key: [(column: String, text: String)]
  ) throws(DatabaseError) -> [[Value]] {
    let columns = key.map { quoted($0.column) }
    let texts = key.map { Value.text($0.text) }
    let marks = Array(repeating: "?", count: key.count).joined(separator: ", ")
    let list = columns.joined(separator: ", ")
    var found: [[Value]] = []
    if key.count == 1 {
      let all = try database.rows(
        "SELECT \(list) FROM main.\(quoted(table)) WHERE typeof(\(list)) = 'text' LIMIT ?",
        [.integer(comparedKeys)]
      ).compactMap { $0[0].text }
      if let near = EditDistance.nearest(to: key[0].text, in: all) { found.append([.text(near)]) }
    }
    for (sign, order) in [("<", "DESC"), (">", "ASC")] {
      let ordered = columns.map { "\($0) \(order)" }.joined(separator: ", ")
      let neighbours = try database.rows(
        """
        SELECT \(list) FROM main.\(quoted(table)) WHERE (\(list)) \(sign) (\(marks))
        ORDER BY \(ordered) LIMIT \(neighboursEachWay)
        """, texts)
      found += neighbours.filter { !found.contains($0) }
    }
    return found
  }

  /// How many keys are compared letter by letter.
  private static let comparedKeys: Int64 = 10_000
  /// How many keys are given on each side.
  private static let neighboursEachWay = 2
}
