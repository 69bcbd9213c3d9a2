import Glibc
import Input
import Records

/// What the file system says of a path.
enum FileStatus {
  /// Whether there is an ordinary file at the path with nothing in it.
  static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(FileName.cString(path), &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Whether there is anything at the path, or a link to something that is gone.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(FileName.cString(path), &status) == 0
  }

  /// Whether the path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(FileName.cString(path), &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is something at the path that is neither a regular file nor a folder: a device, a
  /// pipe, a socket.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(FileName.cString(path), &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Whether the file is a SQLite database, or one of the files that stand beside one that is there.
  static func isDatabase(_ path: String) -> Bool {
    if beginsAsDatabase(path) { return true }
    return ["-wal", "-shm", "-journal", "-lock"].contains { suffix in
      path.hasSuffix(suffix) && beginsAsDatabase(String(path.dropLast(suffix.count)))
    }
  }

  // "The header string: "SQLite format 3\000"" (sqlite.org/fileformat2.html#the_database_header)
  private static func beginsAsDatabase(_ path: String) -> Bool {
    guard !isSpecial(path) else { return false }
    let file = unsafe open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: 16)
    return unsafe read(file, &header, 16) == 16 && header.elementsEqual("SQLite format 3\0".utf8)
  }

  /// Whether the last character of a regular file is a line end, in UTF-8, a code page or UTF-16.
  static func endsWithLineEnd(_ path: String) -> Bool {
    guard let size = size(path), size > 0 else { return false }
    let file = unsafe open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var end = [UInt8](repeating: 0, count: 2)
    let count = unsafe pread(file, &end, 2, off_t(max(0, size - 2)))
    guard count > 0 else { return false }
    // UTF-16 with the low byte first has the high byte of it behind.
    let last = end[count - 1] == 0 ? end[0] : end[count - 1]
    return last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r")
  }

  /// Makes a folder, unless it is there.
  ///
  /// - Parameter path: the folder; the one it lies in has to exist.
  /// - Throws: `CommandFailure` where it can't be made.
  static func makeFolder(_ path: String) throws(CommandFailure) {
    guard unsafe mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    let error = SystemError(number: errno)
    let isDisk = [ENOSPC, EDQUOT, EIO].contains(error.number)
    throw CommandFailure(
      isDisk ? .inputOutput : error.isNoPermission ? .noPermission : .cannotCreate,
      Message("the folder can't be made: \(error)", at: path))
  }

  /// How many bytes a regular file has; nil for anything else.
  static func size(_ path: String) -> Int64? {
    var status = stat()
    guard unsafe stat(FileName.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int64(status.st_size)
  }

  /// Removes files, those that are there.
  ///
  /// - Returns: those that are still there, with the reason.
  @discardableResult
  static func remove(_ paths: [String]) -> [(path: String, error: SystemError)] {
    paths.compactMap { path in
      guard unsafe unlink(FileName.cString(path)) != 0, errno != ENOENT else { return nil }
      return (path, SystemError(number: errno))
    }
  }

  /// Whether two paths lead to the same regular file.
  static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard unsafe stat(FileName.cString(one), &first) == 0,
      unsafe stat(FileName.cString(other), &second) == 0
    else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
      && first.st_mode & S_IFMT == S_IFREG
  }
}
