import Records

/// One value of a field, in the form that it is stored in.
package enum FieldValue: Sendable, Equatable {
  /// There is none.
  case null
  /// A whole number, or true and false as 1 and 0.
  case integer(Int64)
  /// A decimal number.
  case number(Double)
  /// Text, and dates in ISO-8601.
  case text(String)
}

/// A text that is no value of a field.
package struct FieldValueError: Error, Equatable, CustomStringConvertible {
  /// What was expected and what was found, as one line without the field.
  package let description: String
}

extension Field {
  /// What a text that a person wrote stands for, by the same rules as a field of a file.
  ///
  /// - Parameters:
  ///   - text: the text; white space around it does not count.
  ///   - isStored: whether the value is to be stored, and has to keep to the field's constraints:
  ///     one that is only compared with need not.
  ///   - isKey: whether the field is part of the key, which a row can't be without.
  /// - Returns: the value; none for an empty text and for those that stand for none.
  /// - Throws: `FieldValueError`.
  package func value(
    of text: String, isStored: Bool = false, isKey: Bool = false
  ) throws(FieldValueError) -> FieldValue {
    var field = self
    if !isStored {
      field.constraints = FieldConstraints()
      field.isRequired = false
    }
    let column = HeaderMatch.Column(field: field, position: 0, label: name)
    let converter = ColumnConverter(column, isKey: isKey)
    let vocabulary = ColumnVocabulary(column)
    let bytes = Array(text.utf8)
    var made: [UInt8] = []
    let result = converter.convert(0..<bytes.count, of: bytes.span, vocabulary, made: &made)
    let found = bytes.isEmpty ? "none" : QuotedText.quoted(bytes)
    switch result {
    case .missing: throw FieldValueError(description: "expected a value but found \(found)")
    case .outOfBounds(let expected):
      throw FieldValueError(description: "expected \(expected) but found \(found)")
    case .invalid:
      let expected = converter.expectation(vocabulary)
      throw FieldValueError(description: "expected \(expected) but found \(found)")
    case .value(let cell):
      switch cell.kind {
      case .null: return .null
      case .integer: return .integer(cell.payload)
      case .real: return .number(cell.double)
      case .text:
        let start = Int(cell.payload)
        let all = start < bytes.count ? bytes[...] : made[...]
        let first = start < bytes.count ? start : start - bytes.count
        return .text(String(decoding: all[first..<first + Int(cell.length)], as: UTF8.self))
      }
    }
  }
}
