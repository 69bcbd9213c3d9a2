import Datasets
import Migrations

/// The folder that a draft goes to: `datapackage.json`, and its migrations beside it.
struct DraftPlace {
  /// The folder's path, as it was given.
  let folder: String

  /// The path of the declaration file.
  var packagePath: String { path("datapackage.json") }

  private func path(_ name: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// A declaration file with nothing but a draft.
  private static func text(of draft: DatasetDraft) -> String {
    let package: JSON = [
      "$schema": "https://datapackage.org/profiles/2.0/datapackage.json", "name": "datasets",
      "migrations": "migrations", "resources": .array([draft.declaration]),
    ]
    return package.indentedText() + "\n"
  }

  /// The Data Package of a draft alone.
  ///
  /// - Throws: `DeclarationError` where the draft can't be declared.
  static func package(of draft: DatasetDraft) throws(DeclarationError) -> DataPackage {
    try DataPackage(Array(text(of: draft).utf8), file: "draft")
  }

  /// Writes a draft: the two files of its migration, and the declaration.
  ///
  /// - Parameter draft: the draft.
  /// - Returns: the paths of the files that were made, or added to.
  /// - Throws: `DeclarationError`, `MigrationError` or `CommandFailure`; nothing is left behind then.
  func write(_ draft: DatasetDraft) throws -> [String] {
    var (text, migrations) = (Array(Self.text(of: draft).utf8), path("migrations"))
    if FileStatus.exists(packagePath) {
      let bytes = try Declarations.contents(of: packagePath)
      guard let there = try DataPackage(bytes, file: packagePath).migrationsFolder else {
        throw CommandFailure(
          .configuration,
          Message(
            "expected \"migrations\" to name a folder but found no such property", at: packagePath))
      }
      migrations = there
      text = try DataPackage.text(
        adding: draft.declaration.indentedText(depth: 2), to: bytes, file: packagePath)
    }
    try FileStatus.makeFolder(folder)
    try FileStatus.makeFolder(migrations)
    let sql = try MigrationFolder(path: migrations).create(
      draft.table, up: draft.up, down: draft.down)
    do {
      try OutputFile.write(String(decoding: text, as: UTF8.self), to: packagePath)
    } catch {
      FileStatus.remove(sql)
      throw error
    }
    return [packagePath] + sql
  }
}
