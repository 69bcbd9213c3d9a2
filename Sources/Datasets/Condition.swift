/// Which rows are meant: a comparison of columns with values, or several of them put together.
///
/// Nothing of it is SQL: names are those of known columns, and values are of the columns' types.
package indirect enum Condition: Sendable, Equatable {
  /// How two values are compared; a row without a value does not match.
  package enum Comparison: String, Sendable, CaseIterable {
    case equal = "="
    case unequal = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// The column compared with a value.
  case comparison(column: String, Comparison, FieldValue)
  /// The column's text fits a pattern: `%` stands for any text, `_` for one character.
  case like(column: String, pattern: String)
  /// The column has one of the values.
  case among(column: String, [FieldValue])
  /// The column's value is not below the first and not above the second value.
  case between(column: String, FieldValue, FieldValue)
  /// The column has no value.
  case isNull(column: String)
  /// The condition does not hold.
  case not(Condition)
  /// All of the conditions hold.
  case all([Condition])
  /// One of the conditions holds.
  case any([Condition])
}

/// An expression that is no condition.
package struct ConditionError: Error, Equatable, CustomStringConvertible {
  /// Where in the expression the mistake is, in characters counting from 1.
  package let position: Int
  /// What was expected and what was found, as one line.
  package let message: String

  /// An error at a place.
  init(_ message: String, at position: Int) {
    self.position = position
    self.message = message
  }

  /// The place and the message.
  package var description: String { "character \(position): \(message)" }
}
