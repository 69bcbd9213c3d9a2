import Glibc

/// A stream that the process was started with.
enum StandardStream: Int32, Sendable, CaseIterable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether the stream is a terminal.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns the terminal has: what the stream's terminal says, then what COLUMNS says.
  ///
  /// - Returns: nil when the stream is no terminal, or its width is unknown.
  var terminalColumns: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    if unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return Environment.value("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Writes bytes to the stream, all of them.
  ///
  /// - Parameter bytes: what to write.
  /// - Throws: `OutputError` with the operating system's error number.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          rawValue, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      guard count < 0 else {
        written += count
        continue
      }
      switch errno {
      // Whoever was to read may never do so; what is still to be said on standard error is said.
      case EINTR where self == .output && Interruption.isRequested:
        throw OutputError(stream: self, systemError: SystemError(number: EINTR))
      case EINTR: continue
      // Another process may have made the pipe or terminal that it shares with us non-blocking.
      case EAGAIN: waitUntilWritable()
      case let number: throw OutputError(stream: self, systemError: SystemError(number: number))
      }
    }
  }

  /// Whether the stream is a pipe whose other end is closed.
  ///
  /// "This bit is also set for a file descriptor referring to the write end of a pipe when the read end
  /// has been closed." (POLLERR, poll(2))
  var isAbandoned: Bool {
    var descriptor = pollfd(fd: rawValue, events: 0, revents: 0)
    return unsafe poll(&descriptor, 1, 0) == 1 && descriptor.revents & Int16(POLLERR) != 0
  }

  private func waitUntilWritable() {
    var descriptor = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&descriptor, 1, -1)
  }

  /// Gives a descriptor to each stream that the process was started without.
  ///
  /// Otherwise the first files opened would get the numbers 0, 1 and 2, and a message would be
  /// written into one of them. They are opened the wrong way round, so that using them fails.
  static func openMissing() {
    for stream in allCases where fcntl(stream.rawValue, F_GETFD) == -1 && errno == EBADF {
      // "The file descriptor returned by a successful call will be the lowest-numbered file
      // descriptor not currently open for the process." (open(2))
      _ = unsafe open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
    }
  }
}

/// A write to a standard stream that went wrong.
struct OutputError: Error, Equatable, CustomStringConvertible {
  /// The stream.
  let stream: StandardStream
  /// The operating system's error.
  let systemError: SystemError

  /// The stream and the system's words for the error.
  var description: String { "standard \(stream): \(systemError)" }
}
