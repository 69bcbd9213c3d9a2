/// One step of the schema: how it is applied, undone and verified.
package struct Migration: Sendable, Equatable {
  /// The number that orders migrations, at least 1.
  package let version: Int64
  /// The name, without the number.
  package let name: String
  /// Number and name as the files have them: `0003_add_zip`.
  package let label: String
  /// The statements that apply it.
  package let up: MigrationScript
  /// The statements that undo it, if there are some.
  package let down: MigrationScript?
  /// The statements that must succeed and find nothing once it is applied, if there are some.
  package let verify: MigrationScript?
}
