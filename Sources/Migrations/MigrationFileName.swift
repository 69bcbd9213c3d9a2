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

    /// What the name of such a file ends with.
    var suffix: String {
      switch self {
      case .up: ".up.sql"
      case .down: ".down.sql"
      case .verify: ".verify.sql"
      }
    }
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

  /// Takes a name apart; nil when it is of another form.
  ///
  /// - Parameter fileName: a name without its folder.
  init?(_ fileName: String) {
    // By bytes, because this is done for each of perhaps thousands of files at each start.
    let bytes = fileName.utf8
    let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let rest = bytes[digits.endIndex...]
    let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ".") }
    guard let version = Int64(Substring(digits)), version > 0, rest.first == UInt8(ascii: "_"),
      MigrationFileName.isName(Substring(name)),
      let role = Role.allCases.first(where: { $0.suffix == Substring(bytes[name.endIndex...]) })
    else { return nil }
    self.version = version
    self.digits = String(Substring(digits))
    self.name = String(Substring(name))
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
