package import Transfer

/// Why a source could not be opened or read.
package struct InputError: Error, Equatable, Sendable {
  /// What went wrong.
  package enum Kind: Equatable, Sendable {
    /// There is no file of that name.
    case notFound
    /// The path is a directory.
    case isDirectory
    /// The path is a device, a pipe or a socket, where only a regular file will do.
    case notRegular
    /// The file can't be opened; `errno` says why.
    case unreadable(errno: Int32)
    /// Reading failed after the file was opened; `errno` says why.
    case readFailed(errno: Int32)
    /// A signal was handled while the program waited for the source.
    case interrupted
    /// The temporary copy of a pipe can't be written; `errno` says why.
    case spoolFailed(errno: Int32)
    /// A pipe has to be read twice, and more of it has been read than is kept for that: so many bytes.
    case tooLateToSpool(Int64)
    /// `iconv` has no encoding of that name.
    case unknownEncoding(String)
    /// A library could not allocate memory.
    case outOfMemory
    /// The container is cut or changed; the text says where a library noticed, and can be empty.
    case damaged(ForeignFormat, String)
    /// More comes out of the container than `ExpansionLimit` allows.
    case expandsTooFar(ForeignFormat)
    /// The container is locked with a password.
    case encrypted(ForeignFormat)
    /// A workbook that must be held in memory is larger than `WorkbookFile.heldBytesMax`.
    case tooLarge(ForeignFormat)
    /// The archive has no file in it, or several, of these names, beside others that are no lists.
    case notOneMember([String], passedOver: [String] = [])
    /// The archive has no file of the name that was asked for, or several; it has these.
    case noMember(String, among: [String])
    /// A file of an archive was asked for, and the source is none.
    case noArchive
    /// A source can't be had by its URL.
    case transfer(TransferError)
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
    case .notRegular: "expected a file but found a device or a pipe"
    case .unreadable(let code): "cannot be opened: \(SystemError(code: code).text)"
    case .readFailed(let code): "reading failed: \(SystemError(code: code).text)"
    case .interrupted: "stopped by a signal"
    case .spoolFailed(let code):
      "no temporary copy can be made, set TMPDIR: \(SystemError(code: code).text)"
    case .tooLateToSpool(let bytes):
      "expected a file, because it has to be read twice, but found a pipe whose first record took "
        + "\(bytes) bytes to find; save it in a file first"
    case .unknownEncoding(let encoding):
      "unknown encoding \"\(encoding)\"; `iconv -l` lists the names"
    case .outOfMemory: "out of memory"
    case .damaged(let format, let text):
      "expected \(format) but it is damaged" + (text.isEmpty ? "" : ": \(text)")
    case .expandsTooFar(let format):
      "expected \(format) of ordinary size but it expands more than "
        + "\(ExpansionLimit.ratioMax) times, or beyond \(ExpansionLimit.bytesMax >> 30) GiB; "
        + "--no-size-limit reads it all the same"
    case .encrypted(let format): "expected \(format) without a password but it is encrypted"
    case .tooLarge(let format):
      "expected \(format) of at most \(WorkbookFile.heldBytesMax >> 20) MiB but found more"
    case .notOneMember(let names, _): Self.reason(notOne: names)
    case .noMember(let name, let names):
      "expected a file \"\(name)\" in the zip archive but found \(Self.list(names))"
    case .noArchive: "expected a zip archive for --member but found something else"
    case .transfer(let error): error.description
    }
  }

  /// How many members of an archive a message names.
  private static let namedMembers = 10

  private static func reason(notOne names: [String]) -> String {
    guard !names.isEmpty else { return "expected one file in the zip archive but found none" }
    return "expected one file in the zip archive but found \(names.count): \(list(names)); "
      + "choose one with --member"
  }
  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let list = names.prefix(namedMembers).map { "\"\($0)\"" }.joined(separator: ", ")
    return list + (names.count > namedMembers ? ", …" : "")
  }
}
