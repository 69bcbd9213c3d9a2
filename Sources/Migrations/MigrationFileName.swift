/// The name of a migration file, taken apart: `0003_add_zip.up.sql`.
struct MigrationFileName: Equatable {
  /// What a file holds.
  enum Role: String, CaseIterable {
    /// The statements that apply the migration.
    case up
    /// The statements that undo it.
    case down
    /// The statements that must succeed and find nothing when it is applied.
    case verify
  }

  /// The number that orders migrations, at least 1.
  let version: Int64
  /// The number as it is written: `0003`.
  let digits: String
  /// What follows the number: `add_zip`.
  let name: String
  /// What the file holds.
  let role: Role

  /// The number and the name: `0003_add_zip`.
  var label: String { "\(digits)_\(name)" }

  /// Takes a name apart.
  ///
  /// - Parameter fileName: a name without its folder.
  /// - Returns: the parts, or nil when the name is of another form.
  init?(_ fileName: String) {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "sql", let role = Role(rawValue: String(parts[1])) else {
      return nil
    }
    let digits = parts[0].prefix { $0.isASCII && $0.isNumber }
    let rest = parts[0].dropFirst(digits.count)
    guard let version = Int64(digits), version > 0, rest.hasPrefix("_"),
      MigrationFileName.isName(rest.dropFirst())
    else { return nil }
    self.version = version
    self.digits = String(digits)
    self.name = String(rest.dropFirst())
    self.role = role
  }

  /// Whether a text can be the name of a migration.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// The form that names must have, for messages.
  static let form = """
    NNNN_name.up.sql, NNNN_name.down.sql or NNNN_name.verify.sql (a number from 1 on; letters, \
    digits, _ and - in the name)
    """
}
