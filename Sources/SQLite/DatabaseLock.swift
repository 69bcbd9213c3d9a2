internal import Glibc
internal import Records

/// The lock that one program at a time holds to change a database: an import, or the migrator.
///
/// It is an advisory lock (`flock(2)`) on a file of its own beside the database, so that it is
/// gone with the process, however that ends, and never touches SQLite's own locks. The file stays.
@safe package struct DatabaseLock: ~Copyable {
  /// Why the lock was not got.
  package enum Failure: Error, Equatable, Sendable {
    /// Another process holds it; its number, where it is known.
    case held(by: Int32?)
    /// The waiting was cancelled.
    case interrupted
    /// The lock's file can't be opened or locked, with the operating system's error number.
    case system(Int32)
  }

  private let descriptor: Int32
  /// The lock's file.
  package let path: String

  /// Takes the lock of the database at `databasePath`, at once or not at all.
  ///
  /// - Parameter databasePath: the database; it need not exist, its folder must.
  /// - Throws: `Failure`.
  package init(databasePath: String) throws(Failure) {
    path = DatabaseLock.realPath(databasePath) + "-lock"
    descriptor = try DatabaseLock.lockedFile(path)
    write(processID: getpid())
  }

  /// Takes the lock of the database at `databasePath`, waiting while another process holds it.
  ///
  /// - Parameters:
  ///   - databasePath: the database; it need not exist, its folder must.
  ///   - seconds: how long to wait.
  ///   - onWait: called once, before the first wait, with the holder's number where it is known.
  ///   - isCancelled: asked every tenth of a second whether to stop waiting.
  /// - Throws: `Failure`; `held` when the time is over.
  package init(
    databasePath: String, waitingSeconds seconds: Int64, onWait: (Int32?) -> Void = { _ in },
    unless isCancelled: () -> Bool = { false }
  ) throws(Failure) {
    // flock(2) has no time limit, and an alarm would disturb the signals of the whole process: so
    // the lock is asked for again and again, each time after a longer pause.
    let start = ContinuousClock.now
    var pauseMilliseconds: UInt32 = 1
    while true {
      do throws(Failure) {
        try self.init(databasePath: databasePath)
        return
      } catch .held(let holder) {
        guard ContinuousClock.now - start < .seconds(seconds) else { throw .held(by: holder) }
        guard !isCancelled() else { throw .interrupted }
        if pauseMilliseconds == 1 { onWait(holder) }
        usleep(pauseMilliseconds * 1_000)
        pauseMilliseconds = min(pauseMilliseconds * 2, DatabaseLock.longestPauseMilliseconds)
      }
    }
  }

  /// How long a waiting process sleeps at most before it asks for the lock again.
  private static let longestPauseMilliseconds: UInt32 = 100

  /// Whether a process holds the lock of the database at `databasePath`, on whichever machine and in
  /// whichever container; also where that can't be found out.
  ///
  /// Nothing is written. While it is looked at, the lock is shared for some microseconds.
  package static func isHeld(databasePath: String) -> Bool {
    let path = FileName.cString(realPath(databasePath) + "-lock")
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    // Who has no such file has no lock.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  private static func lockedFile(_ path: String) throws(Failure) -> Int32 {
    var isSecondTry = false
    while true {
      let descriptor = unsafe open(
        FileName.cString(path), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .system(errno) }
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let failure = errno
        if failure == EINTR { continue }
        if failure == EWOULDBLOCK, !isSecondTry {
          // Somebody may only have looked at it: see `isHeld`.
          isSecondTry = true
          usleep(1_000)
          continue
        }
        defer { close(descriptor) }
        throw failure == EWOULDBLOCK ? .held(by: holder(descriptor)) : .system(failure)
      }
      if isFile(descriptor, at: path) { return descriptor }
      // Whoever had the lock has taken the file away: the next one locks another file.
      close(descriptor)
    }
  }

  /// Whether the open file is the one that has this path now.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (own, present) = (stat(), stat())
    return unsafe fstat(descriptor, &own) == 0 && stat(FileName.cString(path), &present) == 0
      && own.st_dev == present.st_dev && own.st_ino == present.st_ino
  }

  deinit {
    // "the lock is released either by an explicit LOCK_UN operation on any of these duplicate file
    // descriptors, or when all such file descriptors have been closed" (flock(2))
    close(descriptor)
  }

  /// The number that the holder wrote into the file.
  private static func holder(_ descriptor: Int32) -> Int32? {
    var digits = [UInt8](repeating: 0, count: 16)
    let count = unsafe pread(descriptor, &digits, digits.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: digits[..<count].prefix { $0 != 10 }, as: UTF8.self))
  }

  /// Says who holds the lock.
  ///
  /// It is for people only, so that a failure to write it is none.
  private func write(processID: Int32) {
    let line = Array("\(processID)\n".utf8)
    ftruncate(descriptor, 0)
    _ = unsafe pwrite(descriptor, line, line.count, 0)
  }

  /// The path with symbolic links resolved, so that two names of one database have one lock.
  static func realPath(_ path: String) -> String {
    if let resolved = resolved(path) { return resolved }
    // A database that is still to be made: its folder is what can be resolved.
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.last else { return path }
    let folder = path.dropLast(name.count)
    guard let parent = resolved(folder.isEmpty ? "." : String(folder)) else { return path }
    return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
  }

  private static func resolved(_ path: String) -> String? {
    guard let result = unsafe realpath(FileName.cString(path), nil) else { return nil }
    defer { unsafe free(result) }
    return unsafe FileName.text(UnsafeRawBufferPointer(start: result, count: strlen(result)))
  }
}
