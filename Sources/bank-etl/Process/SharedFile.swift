import Glibc
import Records

/// Files that several processes write, and others read, at any time.
enum SharedFile {
  /// Appends to a file, which is opened for that and closed again: so it may be moved away at any time.
  ///
  /// - Parameters:
  ///   - bytes: what is written, in one piece.
  ///   - path: the file, which is made where there is none.
  /// - Throws: `SystemError`.
  static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    // open(2): with O_APPEND "the file offset is first set to the end of the file before writing.
    // The adjustment of the file offset and the write operation are performed as an atomic step."
    let file = unsafe open(
      FileName.cString(path), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemError(number: errno) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe write(file, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw SystemError(number: errno)
      }
    }
  }

  /// Puts a new file in the place of an old one, so that whoever reads it has the one or the other.
  ///
  /// - Parameters:
  ///   - path: the file; a new one can be read by everybody, whatever the umask says.
  ///   - change: makes the new content of the old one, which is empty where there is none.
  /// - Throws: `CommandFailure`, and what `change` throws; the file is then as it was.
  static func replace(
    _ path: String, _ change: ([UInt8]) throws(CommandFailure) -> [UInt8]
  ) throws(CommandFailure) {
    let file = try OutputFile(path, newMode: 0o644)
    // Two that change one file at a time take turns, by a lock that leaves no file behind.
    let lock = unsafe open(FileName.cString(file.folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw OutputFile.failure(path, errno) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    try file.write(try change(try content(of: path)))
    try file.keep()
  }

  /// The largest file that is taken over, in bytes: 4 MiB.
  private static let contentBytesMax = 4 << 20

  /// The bytes of a file; none where there is no file.
  ///
  /// - Throws: `CommandFailure` for one that can't be read.
  static func content(of path: String) throws(CommandFailure) -> [UInt8] {
    let file = unsafe open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let error = SystemError(number: errno)
      guard !error.isNoSuchFile else { return [] }
      throw CommandFailure(
        error.isNoPermission ? .noPermission : .cannotCreate,
        Message("what is in it can't be read: \(error)", at: path))
    }
    defer { close(file) }
    var content: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while content.count < contentBytesMax {
      let count = unsafe read(file, &block, block.count)
      guard count > 0 else { break }
      content += block[..<count]
    }
    return content
  }
}
