import Datasets
import Input
import Migrations

/// The datasets and migrations that the program works with: its own, or those of a declaration file.
struct Declarations {
  /// The datasets.
  let package: DataPackage
  private let isBuiltIn: Bool

  /// Those that `--package` or BANK_ETL_PACKAGE names, or the built-in ones.
  ///
  /// - Parameter arguments: of a command that has `--package`.
  /// - Throws: `DeclarationError` when the file is wrong, `CommandFailure` when it can't be read.
  init(_ arguments: ParsedArguments) throws {
    try self.init(named: arguments.text(.package))
  }

  /// Those of a file, or those that BANK_ETL_PACKAGE names, or the built-in ones.
  ///
  /// - Parameter file: the file; nil where the command line names none.
  /// - Throws: `DeclarationError` when the file is wrong, `CommandFailure` when it can't be read.
  init(named file: String?) throws {
    let named = file ?? Environment.value("BANK_ETL_PACKAGE")
    isBuiltIn = named == nil
    guard let file = named else {
      package = try DataPackage(Array(BuiltIn.declarations.utf8), file: "built-in declarations")
      return
    }
    package = try DataPackage(Self.contents(of: file), file: file)
  }

  /// The largest declaration file that is read, in bytes: 16 MiB.
  private static let sizeLimit = 16 << 20

  /// The text of a declaration file, as UTF-8.
  static func contents(of file: String) throws -> [UInt8] {
    var input = try TextInput(path: file, encoding: "UTF-8")
    var text: [UInt8] = []
    while try input.read(into: &text) {
      guard text.count <= sizeLimit else {
        throw CommandFailure(
          .configuration,
          Message("expected at most \(sizeLimit >> 20) MiB of declarations", at: file))
      }
    }
    return text
  }

  /// The folder with the migrations that the declaration file names; nil for the built-in ones.
  var migrationsFolder: String? { isBuiltIn ? nil : package.migrationsFolder }

  /// The migrations that make the tables of the datasets.
  ///
  /// - Returns: those of the folder that the declaration file names, or the built-in ones.
  /// - Throws: `MigrationError` when they are wrong.
  func migrations() throws -> MigrationSet {
    guard let folder = migrationsFolder else {
      return try MigrationSet(builtIn: BuiltIn.migrations)
    }
    return try MigrationFolder(path: folder).read()
  }
}
