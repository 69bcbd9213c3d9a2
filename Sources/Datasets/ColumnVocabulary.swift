/// The texts that mean something in one column, and what the column is called.
struct ColumnVocabulary: Sendable {
  /// The column's label, as the file has it.
  let label: String
  /// The texts that stand for no value, besides the empty one.
  let missingValues: [[UInt8]]
  /// The texts for true and false.
  let words: BooleanWords

  /// The places of all the columns of the current table that a text is joined of.
  var joined: [Int]
  /// What stands between them.
  let separator: [UInt8]

  /// What the column's values must keep within.
  let constraints: FieldConstraints

  /// Which part of a text is the value; nil where it is the whole.
  let part: SplitField.Part?

  init(_ column: HeaderMatch.Column) {
    label = column.label
    part = column.part
    joined = column.joined
    separator = Array(column.field.separator.utf8)
    missingValues = column.field.missingValues.filter { !$0.isEmpty }.map { Array($0.utf8) }
    constraints = column.field.constraints
    words = if case .boolean(let words) = column.field.type { words } else { .standard }
  }
}
