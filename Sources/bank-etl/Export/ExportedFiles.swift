import Datasets
import Input
import SQLite

/// The files beside an export: the bytes of a field, which a list names in their place.
struct ExportedFiles {
  private let database: Database
  private let table: String
  private let column: String
  /// The folder, from where the list is, with a slash behind it.
  private let folder: String
  /// The folder of the list, with a slash behind it; empty for the current one.
  private let base: String

  /// The files of a field.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - table: the table that its column is in.
  ///   - database: the database.
  ///   - list: the path of the list: the files of `a/photos.csv` are in `a/photos-files`.
  /// - Throws: `CommandFailure` where the folder can't be made.
  init(
    of field: Field, in table: String, _ database: Database, besides list: String
  ) throws(CommandFailure) {
    self.database = database
    self.table = table
    column = field.column
    let slash = list.lastIndex(of: "/").map { list.index(after: $0) } ?? list.startIndex
    base = String(list[..<slash])
    let name = list[slash...]
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    folder = "\(stem)-files/"
    try FileStatus.makeFolder(base + folder)
  }

  /// Writes the bytes of a row to a file.
  ///
  /// The file is named by the row's id, because a name that came from elsewhere could lead anywhere.
  ///
  /// - Parameter row: the row's id.
  /// - Returns: the file's path, as the list is to have it.
  /// - Throws: `DatabaseError`, or `CommandFailure` where the file can't be written.
  func write(row: Int64) throws -> String {
    let blob = try Blob(database, table: table, column: column, row: row, .read)
    var head: [UInt8] = []
    try blob.read(0..<min(blob.byteCount, PictureKind.sniffedBytes), into: &head)
    let name = "\(folder)\(row).\(PictureKind(head)?.fileExtension ?? "bin")"
    let file = try OutputFile(base + name)
    try blob.forEachPiece {
      try file.write($0)
      return true
    }
    try file.keep()
    return name
  }
}
