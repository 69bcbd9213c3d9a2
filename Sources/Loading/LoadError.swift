/// Why a load ended early; what it had not committed by then was rolled back.
package struct LoadError: Error, Equatable, CustomStringConvertible {
  /// The reasons.
  package enum Kind: Sendable, Equatable {
    /// The user or the system asked the program to stop.
    case interrupted
    /// The dataset's table isn't there or lacks columns.
    case unsuitableTable
    /// A guard of the dataset refused the file.
    case guarded
    /// Rows that the file lacks can't be deleted: other rows refer to them.
    case referredTo
    /// A newer version of this program made the ledger.
    case newerLedger
    /// An older version of this program made the ledger, and it is only read now.
    case olderLedger
    /// The ledger has no run of this number.
    case noSuchRun
    /// What a run changed is no longer kept.
    case pruned
    /// A file was changed while its bytes were loaded.
    case unstableFile
    /// The counts do not add up: a mistake in this program.
    case unbalanced
  }

  /// The reason.
  package let kind: Kind
  /// What was expected and what was found, as one line.
  package let description: String

  /// An error of a kind, with its message.
  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
