import Glibc
internal import Records

/// The number that a failed system call left in `errno`.
struct SystemError: Error, Equatable {
  let code: Int32

  /// What the C library says about it, such as "Permission denied".
  var text: String {
    guard let message = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: message)
  }

  fileprivate static var current: SystemError { SystemError(code: errno) }
}

extension InputError.Kind {
  /// What `error` means when it comes from opening a file.
  init(opening error: SystemError) {
    self =
      switch error.code {
      case ENOENT, ENOTDIR: .notFound
      case EISDIR: .isDirectory
      case EINTR: .interrupted
      default: .unreadable(errno: error.code)
      }
  }

  static func reading(_ error: SystemError) -> Self {
    error.code == EINTR ? .interrupted : .readFailed(errno: error.code)
  }

  static func spooling(_ error: SystemError) -> Self { .spoolFailed(errno: error.code) }
}

extension InputError {
  /// Makes calls whose failure is an error of the source at `path`.
  static func reporting<Result: ~Copyable>(
    _ path: String, as kind: (SystemError) -> Kind, _ calls: () throws(SystemError) -> Result
  ) throws(InputError) -> Result {
    do throws(SystemError) {
      return try calls()
    } catch {
      throw InputError(path: path, kind: kind(error))
    }
  }
}

/// An open file, closed when its owner goes away.
///
/// This is the only file of the module that makes system calls.
struct FileDescriptor: ~Copyable {
  /// What the operating system calls it.
  let number: Int32
  private let isOwned: Bool

  /// What kind of file is open.
  enum Kind: Equatable {
    case regular
    case directory
    /// A pipe, a terminal, a device.
    case stream
  }

  private init(number: Int32, isOwned: Bool) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Opens a file to be read.
  ///
  /// open(2): "O_CLOEXEC Enable the close-on-exec flag for the new file descriptor." Opening a
  /// named pipe waits for who writes into it, and is given up when a signal is handled.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - waits: false to open a named pipe at once: "Neither the open() nor any subsequent I/O
  ///     operations on the file descriptor which is returned will cause the calling process to wait"
  ///     (open(2), O_NONBLOCK); it says nothing of regular files.
  /// - Returns: the open file.
  /// - Throws: `SystemError` where it can't be opened.
  static func open(path: String, waits: Bool = true) throws(SystemError) -> FileDescriptor {
    let number = unsafe Glibc.open(
      FileName.cString(path), O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard number >= 0 else { throw .current }
    return FileDescriptor(number: number, isOwned: true)
  }

  /// The standard input, which stays open.
  static func standardInput() -> FileDescriptor {
    FileDescriptor(number: STDIN_FILENO, isOwned: false)
  }

  /// No file at all, in the place of one.
  static var none: FileDescriptor { FileDescriptor(number: -1, isOwned: false) }

  /// A new file without a name, which goes away with its descriptor.
  ///
  /// mkstemp(3): "The file is created with permissions 0600, that is, read plus write for owner
  /// only."
  static func temporary(in directory: String) throws(SystemError) -> FileDescriptor {
    var template = Array("\(directory)/bank-etl-XXXXXX".utf8CString)
    let number = try retrying { () in unsafe mkstemp(&template) }
    unsafe unlink(template)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(number: number, isOwned: true)
  }

  /// The directory for temporary files: `TMPDIR`, or /tmp.
  static var temporaryDirectory: String {
    guard let value = unsafe getenv("TMPDIR") else { return "/tmp" }
    let path = unsafe String(cString: value)
    return path.isEmpty ? "/tmp" : path
  }

  /// What is open.
  func kind() throws(SystemError) -> Kind {
    var status = stat()
    _ = try Self.retrying { () in unsafe fstat(number, &status) }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    default: .stream
    }
  }

  /// How many bytes the file has.
  func size() throws(SystemError) -> Int64 {
    var status = stat()
    _ = try Self.retrying { () in unsafe fstat(number, &status) }
    return Int64(status.st_size)
  }

  /// Appends what one read gives, at most `count` bytes.
  ///
  /// read(2): "On success, the number of bytes read is returned (zero indicates end of file) … It
  /// is not an error if this number is smaller than the number of bytes requested".
  ///
  /// - Parameters:
  ///   - count: the most bytes to read, at least 1.
  ///   - buffer: the bytes are appended to it.
  /// - Returns: how many bytes were appended; 0 at the end of the file.
  /// - Throws: `SystemError` when the read fails. A signal that is handled ends it too: the program
  ///   handles none but those that ask it to end, and a pipe may never say anything again.
  func read(upTo count: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
    var failure: SystemError?
    let before = buffer.count
    buffer.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        let result = unsafe Glibc.read(number, memory.baseAddress, count)
        if result < 0 { failure = .current } else { initialized = result }
      }
    }
    if let failure { throw failure }
    return buffer.count - before
  }

  /// Whether a read would give something, or the end, without waiting longer than that.
  ///
  /// poll(2): "The timeout argument specifies the number of milliseconds that poll() should block
  /// waiting for a file descriptor to become ready", and a hang-up counts as being ready.
  func isReadable(within milliseconds: Int) throws(SystemError) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, Int32(milliseconds))
    guard count >= 0 else { throw .current }
    return count > 0
  }

  /// Writes all of `bytes`.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(written..<bytes.count)
      let result = unsafe rest.withUnsafeBufferPointer { memory in
        Self.repeating { () in unsafe Glibc.write(number, memory.baseAddress, memory.count) }
      }
      guard result >= 0 else { throw .current }
      written += result
    }
  }

  /// Where the next read starts, in bytes from the start of the file.
  func position() throws(SystemError) -> Int64 {
    let result = lseek(number, 0, SEEK_CUR)
    guard result >= 0 else { throw .current }
    return Int64(result)
  }

  /// Makes the next read start at `position`, in bytes from the start of the file.
  func seek(to position: Int64) throws(SystemError) {
    guard lseek(number, off_t(position), SEEK_SET) >= 0 else { throw .current }
  }

  /// Repeats a call until no signal interrupts it.
  ///
  /// signal(7): "the call fails with the error EINTR" when a handler without SA_RESTART ran.
  private static func repeating(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func retrying(_ call: () -> Int32) throws(SystemError) -> Int32 {
    let result = repeating { () in Int(call()) }
    guard result >= 0 else { throw .current }
    return Int32(result)
  }
}
