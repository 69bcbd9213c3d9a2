internal import Glibc
internal import SQLite

/// A folder for a copy of a database that only this process can read, gone with its owner.
package struct PrivateFolder: ~Copyable {
  /// The folder.
  let path: String

  /// Makes a folder where temporary files go.
  ///
  /// - Throws: `MigrationError` of kind `cannotCreate`.
  package init() throws(MigrationError) {
    let parent = Database.temporaryFolder
    // "The directory is … created with permissions 0700." (mkdtemp(3))
    var template = Array("\(parent)/bank-etl-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      let reason = unsafe String(cString: strerror(errno))
      throw MigrationError(
        .cannotCreate,
        [Problem(path: parent, message: "no folder for a private copy can be made: \(reason)")],
        advice: ["name a folder for temporary files in TMPDIR"])
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path of the database in the folder.
  package var databasePath: String { "\(path)/copy.db" }

  deinit {
    for suffix in ["", "-journal", "-wal", "-shm", "-lock"] { unsafe unlink(databasePath + suffix) }
    unsafe rmdir(path)
  }
}
