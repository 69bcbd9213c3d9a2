import Glibc
import Loading
import Records

/// All that is in a file, as it is.
enum FileContents {
  /// The most that is read, in bytes: what a value can have.
  static let sizeLimit = LentBytes.byteCountMax
  private static let pieceSize = 1 << 20

  /// Reads a file.
  ///
  /// - Parameter path: the file.
  /// - Returns: its bytes.
  /// - Throws: `CommandFailure` where it can't be read, or is larger than a value can be.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    let descriptor = unsafe open(FileName.cString(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    if let size = FileStatus.size(path), size > sizeLimit { throw tooLarge(path) }
    var contents: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return contents }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw failure(path, errno)
      }
      contents += piece[..<count]
      guard contents.count <= sizeLimit else { throw tooLarge(path) }
    }
  }

  /// The refusal of a file that is larger than a value can be.
  ///
  /// - Parameter path: the file.
  /// - Returns: the failure, with the limit.
  static func tooLarge(_ path: String) -> CommandFailure {
    CommandFailure(
      .dataError,
      Message(
        "expected at most \(sizeLimit) bytes, the most that a row of SQLite has room for", at: path)
    )
  }

  private static func failure(_ path: String, _ number: Int32) -> CommandFailure {
    let error = SystemError(number: number)
    let status: ExitStatus = error.isNoPermission ? .noPermission : .noInput
    return CommandFailure(status, Message("the file can't be read: \(error)", at: path))
  }
}
