/// What `lint` looks for; the raw value is the name for messages and for `-- bank-etl: allow`.
package enum LintRule: String, Sendable, CaseIterable {
  /// A table is dropped, with its rows.
  case dropTable = "drop-table"
  /// A column is dropped, with its values.
  case dropColumn = "drop-column"
  /// A table or a column gets another name, which those who read it don't know.
  case rename
  /// A table is rebuilt, and indexes or triggers that it had are not made again.
  case incompleteRebuild = "incomplete-rebuild"
  /// A column must have a value, and the rows that are there have none.
  case notNullWithoutDefault = "not-null-without-default"
  /// Rows refer to others by columns without an index, so that each parent row that is deleted
  /// costs a search through the whole table.
  case foreignKeyWithoutIndex = "foreign-key-without-index"
  /// What is there already is taken for what was to be made.
  case ifNotExists = "if-not-exists"
  /// What should be there and isn't is passed over.
  case ifExists = "if-exists"
  /// The down file doesn't give back the schema that was there before the up file.
  case downDoesNotUndo = "down-does-not-undo"
  /// A comment allows a rule that doesn't exist.
  case unknownRule = "unknown-rule"

  /// What the rule is about, as one sentence without a full stop.
  package var summary: String {
    switch self {
    case .dropTable: "a table is dropped, with its rows"
    case .dropColumn: "a column is dropped, with its values"
    case .rename: "readers don't know the new name of a table or column"
    case .incompleteRebuild: "a rebuilt table has lost indexes or triggers"
    case .notNullWithoutDefault: "a column that rows don't have yet can't be NULL"
    case .foreignKeyWithoutIndex: "a foreign key has no index on the columns that refer"
    case .ifNotExists: "IF NOT EXISTS takes whatever is there for what was to be made"
    case .ifExists: "IF EXISTS hides that something is missing"
    case .downDoesNotUndo: "the down file doesn't undo the up file"
    case .unknownRule: "a comment allows a rule that doesn't exist"
    }
  }
}

/// Something that a rule found.
package struct LintFinding: Sendable, Equatable {
  /// The rule.
  package let rule: LintRule
  /// The migration's number.
  package let version: Int64
  /// What was found, and where.
  package let problem: Problem
}
