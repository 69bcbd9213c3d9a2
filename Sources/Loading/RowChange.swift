package import SQLite

/// One column of one row that a run changed.
package struct RowChange: Sendable, Equatable {
  /// What the run did to the row.
  package enum Kind: String, Sendable {
    /// It made it.
    case inserted = "insert"
    /// It changed it.
    case updated = "update"
    /// It removed it.
    case deleted = "delete"
  }

  /// What the run did to the row.
  package let kind: Kind
  /// The row's table.
  package let table: String
  /// The row's id.
  package let row: Int64
  /// The values of the row's key, in the order of the key.
  package let key: [Value]
  /// The line of the file that the row came from; nil where a file's lacking it was the reason.
  package let line: Int64?
  /// The column.
  package let column: String
  /// What it was; NULL in a row that was inserted.
  package let old: Value
  /// What it became; NULL in a row that was deleted.
  package let new: Value
}
