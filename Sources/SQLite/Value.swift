/// One value of SQLite, copied out of a row or to be bound to a statement.
package enum Value: Sendable, Equatable {
  /// NULL.
  case null
  /// An integer.
  case integer(Int64)
  /// A double.
  case real(Double)
  /// Text; where the database holds bytes that are no UTF-8, they were replaced by U+FFFD.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// The integer, or nil for any other type.
  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The text, or nil for any other type.
  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// Text, or NULL for nil.
  package static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }

  /// An integer, or NULL for nil.
  package static func optional(_ integer: Int64?) -> Value { integer.map(Value.integer) ?? .null }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

/// A name as an SQL identifier: in double quotes, with those inside doubled.
///
/// - Parameter name: the name of a table, column, index or schema, from anywhere.
/// - Returns: SQL that stands for exactly this name.
package func quoted(_ name: String) -> String {
  // "A keyword in double-quotes is an identifier." (sqlite.org/lang_keywords.html)
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}
