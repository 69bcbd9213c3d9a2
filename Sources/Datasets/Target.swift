/// A table that the records of a dataset fill, and what of a record goes there.
///
/// Most datasets have one target. Where there are several, each record becomes a row of each, in the
/// order of the targets, and a later row can refer to an earlier one of the same record.
package struct Target: Sendable, Hashable {
  /// The table's name.
  package let table: String
  /// Which of the dataset's fields are columns of the table, in the order of the fields.
  package let fields: [Int]
  /// The table's columns that tell its rows apart, in the order of the key: columns of fields, or of
  /// `parents`; none where each record becomes a new row.
  package let key: [String]
  /// The table's columns that hold the id of another target's row.
  package let parents: [Parent]

  /// A column that refers to the row that the same record has in an earlier target.
  package struct Parent: Sendable, Hashable {
    /// The column, which gets the row's id.
    package let column: String
    /// The earlier target's index in the dataset's `targets`.
    package let target: Int
  }
}

extension Dataset {
  /// The table of the first target: the one that a dataset with one table has.
  package var table: String { targets[0].table }

  /// Whether the rows of a target belong to rows of another one, as told by `Target.Parent`.
  ///
  /// - Parameter target: its index.
  /// - Returns: whether a later target refers to it.
  package func isParent(_ target: Int) -> Bool {
    targets.contains { $0.parents.contains { $0.target == target } }
  }

  /// The columns that tell the rows of a target apart when records are loaded.
  ///
  /// - Parameter target: its index.
  /// - Returns: its key; none where the policy is to append and no other target refers to it.
  package func loadingKey(ofTarget target: Int) -> [String] {
    policy == .append && !isParent(target) ? [] : targets[target].key
  }
}
