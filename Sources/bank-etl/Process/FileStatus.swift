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

  /// Whether two paths lead to the same regular file.
  static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
      && first.st_mode & S_IFMT == S_IFREG
  }
}
