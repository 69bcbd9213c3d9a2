/// A migration that was applied or undone.
package struct MigrationStep: Sendable, Equatable {
  /// What was done.
  package enum Action: String, Sendable {
    /// Its up file was run.
    case applied
    /// Its down text was run.
    case undone
  }

  /// What was done.
  package let action: Action
  /// The migration's number.
  package let version: Int64
  /// Number and name.
  package let label: String
  /// How long it took, in milliseconds.
  package let durationMilliseconds: Int64
}
