internal import Glibc

/// What a path says about a database, without opening it: that is left to SQLite.
enum DatabaseFile {
  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0
  }

  /// Takes away a file.
  static func remove(_ path: String) { unsafe unlink(path) }

  /// Gives a file another name, under which nothing may be.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - newPath: its new name, in the same folder.
  /// - Throws: `MigrationError` when there is such a file, or the folder can't be written.
  static func rename(_ path: String, to newPath: String) throws(MigrationError) {
    // "If newpath exists, it will not be overwritten" (link(2)), which rename(2) would do.
    guard unsafe link(path, newPath) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw MigrationError(.cannotCreate, [Problem(path: newPath, message: reason)])
    }
    remove(path)
  }
}
