import Glibc
import Records

/// A file that gets its name only when it is whole.
///
/// Until then it has none, or, where the file system can't do that, a temporary one beside its own: so
/// whoever finds it finds all of it, and what was there before stays until then.
struct OutputFile: ~Copyable {
  /// The path as it was given.
  let path: String
  private let descriptor: Int32
  /// What the file becomes, links followed; nil for what is no regular file and written as it is.
  private let target: String?
  private var temporary: String?

  /// Begins a file.
  ///
  /// A file that was there keeps its permissions and the links to it. A SQLite database is never
  /// replaced.
  ///
  /// - Parameters:
  ///   - path: what it is to be; a device or a named pipe is written directly.
  ///   - newMode: the permissions of a file that was not there; nil for those that the umask leaves.
  /// - Throws: `CommandFailure` where it can't be written.
  init(_ path: String, newMode: mode_t? = nil) throws(CommandFailure) {
    let opened = try Self.begin(path, newMode)
    self.path = path
    (descriptor, target, temporary) = (opened.descriptor, opened.target, opened.name)
  }

  private static func begin(
    _ path: String, _ newMode: mode_t?
  ) throws(CommandFailure) -> (descriptor: Int32, target: String?, name: String?) {
    var status = stat()
    let exists = unsafe stat(FileName.cString(path), &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let device = unsafe Glibc.open(FileName.cString(path), O_WRONLY | O_CLOEXEC)
      guard device >= 0 else { throw failure(path, errno) }
      return (device, nil, nil)
    }
    // Whatever a command line mixes up, a database is worth more than what would take its place.
    if FileStatus.isDatabase(path) {
      throw CommandFailure(
        .cannotCreate,
        Message("expected another file than a database, or one that stands beside it", at: path))
    }
    // A file that may not be written is not replaced either, as a folder's permissions would allow.
    if exists, unsafe access(FileName.cString(path), W_OK) != 0 { throw failure(path, errno) }
    let target = realPath(path, exists: exists)
    let opened = open(in: folder(of: target), orAt: temporaryName(of: target))
    guard opened.descriptor >= 0 else { throw failure(path, errno) }
    if let mode = exists ? status.st_mode & 0o7777 : newMode { fchmod(opened.descriptor, mode) }
    return (opened.descriptor, target, opened.name)
  }

  /// Begins a file that never gets a name: it goes with its owner.
  ///
  /// - Parameter folder: where there is room for it.
  /// - Throws: `CommandFailure` where it can't be written.
  init(unnamedIn folder: String) throws(CommandFailure) {
    let opened = Self.open(in: folder, orAt: Self.temporaryName(of: folder + "/bank-etl"))
    guard opened.descriptor >= 0 else { throw Self.failure(folder, errno) }
    (path, descriptor, target, temporary) = (folder, opened.descriptor, nil, opened.name)
  }

  /// Opens a file without a name, or one with that name where the file system has none without.
  private static func open(
    in folder: String, orAt name: String
  ) -> (descriptor: Int32, name: String?) {
    // O_TMPFILE: "Create an unnamed temporary regular file. … Anything written to the resulting file
    // will be lost when the last file descriptor is closed, unless the file is given a name."
    // (open(2)) The macro is an expression, which is not imported.
    let flags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
    let unnamed = unsafe Glibc.open(FileName.cString(folder), flags, 0o666)
    if unnamed >= 0 { return (unnamed, nil) }
    let named = unsafe Glibc.open(
      FileName.cString(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    return (named, named >= 0 ? name : nil)
  }

  /// Writes the content to standard output.
  ///
  /// - Throws: `OutputError` where it can't be written.
  func copyToStandardOutput() throws {
    let source = unsafe Glibc.open(FileName.cString(writablePath), O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw Self.failure(path, errno) }
    defer { close(source) }
    var output = Output()
    var block = [UInt8](repeating: 0, count: Output.bufferSize)
    while !output.isClosed {
      let count = unsafe read(source, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(path, errno) }
      if count == 0 { break }
      try output.write { $0.append(contentsOf: block[..<count]) }
    }
    try output.flush()
  }

  deinit {
    if let temporary { unsafe unlink(FileName.cString(temporary)) }
    close(descriptor)
  }

  /// A path by which a library can write the file, as long as this is there.
  var writablePath: String { temporary ?? "/proc/self/fd/\(descriptor)" }

  /// The folder that it will be in: there is room for temporary files.
  var folder: String { Self.folder(of: target ?? path) }

  /// Adds bytes to the file.
  ///
  /// - Throws: `CommandFailure` where they can't be written.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(path, errno) }
      written += count
    }
  }

  /// Lets a file have what is written to standard output, whole or not at all.
  ///
  /// - Parameters:
  ///   - path: the file; nil or `-` for standard output itself.
  ///   - body: writes.
  /// - Returns: what `body` returns.
  /// - Throws: `CommandFailure` where the file can't be written, and whatever else `body` throws.
  static func receivingOutput<Result>(
    _ path: String?, _ body: () throws -> Result
  ) throws -> Result {
    guard let path, path != "-" else { return try body() }
    let file = try OutputFile(path)
    guard dup2(file.descriptor, StandardStream.output.rawValue) >= 0 else {
      throw failure(path, errno)
    }
    let result: Result
    do {
      result = try body()
    } catch let error as OutputError where error.stream == .output {
      throw failure(path, error.systemError.number)
    }
    try file.keep()
    return result
  }

  /// Writes a file whole, or not at all; what was there is replaced.
  ///
  /// - Parameters:
  ///   - text: its text.
  ///   - path: what it is to be.
  /// - Throws: `CommandFailure` where it can't be written.
  static func write(_ text: String, to path: String) throws(CommandFailure) {
    let file = try OutputFile(path)
    try file.write(Array(text.utf8))
    try file.keep()
  }

  /// Gives the file its name, in place of what has it.
  ///
  /// - Throws: `CommandFailure` where the disk is full, or the name can't be given.
  consuming func keep() throws(CommandFailure) {
    guard let target else { return }
    // "fsync() … also … report[s] errors that occurred on writeback", such as a full disk.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure(path, errno) }
    if temporary == nil {
      let name = Self.temporaryName(of: target)
      // "linkat(AT_FDCWD, "/proc/self/fd/%d", …, AT_SYMLINK_FOLLOW)" (open(2), O_TMPFILE)
      guard
        unsafe linkat(
          AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, FileName.cString(name),
          AT_SYMLINK_FOLLOW) == 0
      else { throw Self.failure(path, errno) }
      temporary = name
    }
    guard let name = temporary, unsafe rename(FileName.cString(name), FileName.cString(target)) == 0
    else {
      throw Self.failure(path, errno)
    }
    temporary = nil
  }

  /// What an error of writing means.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - number: the operating system's error number.
  ///   - what: what the file is.
  /// - Returns: a failure that names the file.
  static func failure(
    _ path: String, _ number: Int32, what: String = "output"
  ) -> CommandFailure {
    let error = SystemError(number: number)
    let isDisk = [ENOSPC, EDQUOT, EIO, EFBIG].contains(number)
    return CommandFailure(
      isDisk ? .inputOutput : error.isNoPermission ? .noPermission : .cannotCreate,
      Message("the \(what) can't be written: \(error)", at: path))
  }

  private static func realPath(_ path: String, exists: Bool) -> String {
    guard exists, let real = unsafe realpath(FileName.cString(path), nil) else { return path }
    defer { unsafe free(real) }
    return unsafe FileName.text(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func temporaryName(of path: String) -> String {
    "\(path).\(getpid()).part"
  }
}
