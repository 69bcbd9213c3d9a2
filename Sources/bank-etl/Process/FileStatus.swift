import Glibc

/// What the file system says of a path.
enum FileStatus {
  /// Whether there is something at the path, be it a dangling link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Removes files, those that are there.
  static func remove(_ paths: [String]) {
    for path in paths { unsafe unlink(path) }
  }
}
