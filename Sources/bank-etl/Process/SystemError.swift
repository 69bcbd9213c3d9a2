import Glibc

/// An error number of the operating system (`errno(3)`).
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The number; 0 is none.
  let number: Int32

  /// Whether the file or folder does not exist.
  var isNoSuchFile: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether the user may not do this here.
  var isNoPermission: Bool { number == EACCES || number == EPERM || number == EROFS }

  /// Whether nobody reads the pipe any more.
  var isClosedPipe: Bool { number == EPIPE }

  /// Whether a signal came while it waited.
  var isInterruption: Bool { number == EINTR }

  /// The system's words for it, which start with a capital: "No space left on device".
  var description: String { unsafe String(cString: strerror(number)) }
}
