import Glibc

/// What the file system says of a path.
enum FileStatus {
  /// Whether there is something at the path, be it a dangling link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether there is an ordinary file at the path with nothing in it.
  static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Gives a file another name in its folder.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: its new path; a file of that name is replaced.
  /// - Throws: `CommandFailure` when the system refuses.
  static func rename(_ path: String, to name: String) throws(CommandFailure) {
    guard unsafe Glibc.rename(path, name) != 0 else { return }
    throw CommandFailure(
      .cannotCreate, Message("can't be made: \(SystemError(number: errno))", at: name))
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
