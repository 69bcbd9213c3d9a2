/// Why a source could not be opened or read.
package struct InputError: Error, Equatable, Sendable {
  /// What went wrong.
  package enum Kind: Equatable, Sendable {
    /// There is no file of that name.
    case notFound
    /// The path is a directory.
    case isDirectory
    /// The file can't be opened; `errno` says why.
    case unreadable(errno: Int32)
    /// Reading failed after the file was opened; `errno` says why.
    case readFailed(errno: Int32)
    /// A signal was handled while the program waited for the source.
    case interrupted
    /// The temporary copy of a pipe can't be written; `errno` says why.
    case spoolFailed(errno: Int32)
    /// `iconv` has no encoding of that name.
    case unknownEncoding(String)
    /// A library could not allocate memory.
    case outOfMemory
  }

  /// The path as it was given; `-` is the standard input.
  package let path: String
  /// What went wrong.
  package let kind: Kind

  /// An error of the source at `path`.
  package init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

extension InputError: CustomStringConvertible {
  /// The path and the reason, as one line.
  package var description: String {
    "\(path == "-" ? "standard input" : path): \(reason)"
  }

  /// The reason without the path, as one line.
  package var reason: String {
    switch kind {
    case .notFound: "no such file"
    case .isDirectory: "expected a file but found a directory"
    case .unreadable(let code): "cannot be opened: \(SystemError(code: code).text)"
    case .readFailed(let code): "reading failed: \(SystemError(code: code).text)"
    case .interrupted: "stopped by a signal"
    case .spoolFailed(let code):
      "no temporary copy can be made, set TMPDIR: \(SystemError(code: code).text)"
    case .unknownEncoding(let encoding):
      "unknown encoding \"\(encoding)\"; `iconv -l` lists the names"
    case .outOfMemory: "out of memory"
    }
  }
}
