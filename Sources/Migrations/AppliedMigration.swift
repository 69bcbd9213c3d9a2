/// A migration as the database remembers it.
package struct AppliedMigration: Sendable, Equatable {
  /// The number that orders migrations.
  package let version: Int64
  /// The name, without the number.
  package let name: String
  /// The text of the up file when it was applied.
  package let up: String
  /// The text of the down file when it was applied, if there was one.
  package let down: String?
  /// When it was applied, as RFC 3339 in UTC.
  package let appliedAt: String
  /// How long that took, in milliseconds.
  package let durationMilliseconds: Int64

  /// The number, with four digits at least, and the name.
  package var label: String { "\(AppliedMigration.padded(version))_\(name)" }

  /// The stored down text, under a path that says where it comes from.
  package var downScript: MigrationScript? {
    down.map { MigrationScript(path: "\(label).down.sql as applied", text: $0) }
  }

  /// A version with four digits at least.
  static func padded(_ version: Int64) -> String {
    let digits = String(version)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
