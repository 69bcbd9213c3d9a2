internal import Glibc
internal import Records

/// What a path says about a database, without opening it: that is left to SQLite.
package enum DatabaseFile {
  /// Whether there is anything at a path.
  ///
  /// - Parameter path: the path; links are followed.
  /// - Returns: false for a link that leads nowhere.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(FileName.cString(path), &status) == 0
  }

  /// Takes away a file.
  static func remove(_ path: String) { unsafe unlink(FileName.cString(path)) }

  /// Gives a file another name, under which nothing may be.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - newPath: its new name, in the same folder.
  /// - Throws: `MigrationError` when there is such a file, or the folder can't be written.
  package static func rename(_ path: String, to newPath: String) throws(MigrationError) {
    // "If newpath exists, it will not be overwritten" (link(2)), which rename(2) would do.
    if unsafe link(FileName.cString(path), FileName.cString(newPath)) == 0 { return remove(path) }
    // "EPERM The filesystem containing oldpath and newpath does not support the creation of hard
    // links."
    guard errno == EPERM,
      unsafe Glibc.rename(FileName.cString(path), FileName.cString(newPath)) == 0
    else {
      throw cannotCreate(newPath, errno)
    }
  }

  /// Makes an empty file that as many may read as another one.
  ///
  /// - Parameters:
  ///   - path: the new file; nothing may be there.
  ///   - model: the other one.
  /// - Throws: `MigrationError` when it can't be made.
  package static func create(_ path: String, asReadableAs model: String) throws(MigrationError) {
    var status = stat()
    guard unsafe stat(FileName.cString(model), &status) == 0 else {
      throw cannotCreate(path, errno)
    }
    let descriptor = unsafe open(
      FileName.cString(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o777)
    guard descriptor >= 0 else { throw cannotCreate(path, errno) }
    close(descriptor)
  }

  private static func cannotCreate(_ path: String, _ number: Int32) -> MigrationError {
    let reason = unsafe String(cString: strerror(number))
    return MigrationError(.cannotCreate, [Problem(path: path, message: reason)])
  }
}
