import Datasets
import SQLite

extension Condition {
  /// The condition as SQL: columns by their quoted names, values as parameters.
  ///
  /// - Parameters:
  ///   - rows: the rows that it is about.
  ///   - parameters: gets the values, in the order of their marks.
  /// - Returns: an expression in brackets, wherever it needs them.
  func sql(_ rows: StoredRows, _ parameters: inout [Value]) -> String {
    switch self {
    case .comparison(let column, let comparison, let value):
      parameters.append(Value(value))
      return "\(rows.sql(column)) \(comparison.rawValue) ?"
    case .like(let column, let pattern):
      parameters.append(.text(pattern))
      return "\(rows.sql(column)) LIKE ?"
    case .among(let column, let values):
      parameters += values.map { Value($0) }
      let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
      return "\(rows.sql(column)) IN (\(marks))"
    case .between(let column, let least, let greatest):
      parameters += [Value(least), Value(greatest)]
      return "\(rows.sql(column)) BETWEEN ? AND ?"
    case .isNull(let column): return "\(rows.sql(column)) IS NULL"
    case .not(let condition): return "NOT (\(condition.sql(rows, &parameters)))"
    case .all(let conditions): return Self.joined(conditions[...], "AND", rows, &parameters)
    case .any(let conditions): return Self.joined(conditions[...], "OR", rows, &parameters)
    }
  }

  /// The conditions put together, as a tree that is as low as can be: SQLite takes expressions up
  /// to a depth of 1 000 (sqlite.org/limits.html).
  private static func joined(
    _ conditions: ArraySlice<Condition>, _ word: String, _ rows: StoredRows,
    _ parameters: inout [Value]
  ) -> String {
    guard conditions.count > 1 else {
      return conditions.first.map { $0.sql(rows, &parameters) } ?? "1"
    }
    let middle = (conditions.startIndex + conditions.endIndex) / 2
    let first = joined(conditions[..<middle], word, rows, &parameters)
    let second = joined(conditions[middle...], word, rows, &parameters)
    return "(\(first) \(word) \(second))"
  }
}
