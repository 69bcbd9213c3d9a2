/// What a source says of a field's value beyond its text, where its format tells values apart.
package enum FieldMark: UInt8, Sendable {
  /// Nothing: the text alone is known, as in CSV, and a blank one is none.
  case plain
  /// There is no value.
  case null
  /// A text, to the letter: an empty one is a value, and blanks at its ends are part of it.
  case string
  /// A number as JSON writes it, with a point and without groups.
  case number
  /// `true` or `false`.
  case boolean
  /// An object or an array; the field's text is its source.
  case nested
  /// Bytes; the field's text has them in base 64.
  case bytes
}
