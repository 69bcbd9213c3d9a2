internal import Glibc

/// A folder with migration files.
package struct MigrationFolder {
  /// The folder's path, as it was given.
  package let path: String

  /// The folder at a path.
  package init(path: String) {
    self.path = path
  }

  /// Reads the migration files.
  ///
  /// - Returns: the migrations.
  /// - Throws: `MigrationError`: `unreadable` when the folder or a file can't be read, else
  ///   `invalidFiles`.
  package func read() throws(MigrationError) -> MigrationSet {
    var files: [MigrationSet.File] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let folder = displayPath
    for name in try names() where MigrationSet.isSQL(name) {
      files.append(
        MigrationSet.File(name: name, bytes: try bytes(at: "\(folder)/\(name)", &buffer)))
    }
    return try MigrationSet(files: files, folder: folder)
  }

  /// The path for messages, without a slash at its end.
  private var displayPath: String {
    var text = path[...]
    while text.count > 1, text.last == "/" { text.removeLast() }
    return String(text)
  }

  private func names() throws(MigrationError) -> [String] {
    guard let stream = unsafe opendir(path) else { throw failure(at: displayPath, errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // "the name … is terminated by a null byte" (readdir(3))
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  /// The whole of a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - buffer: memory for a piece of it.
  /// - Returns: all the bytes, or one more than the size limit at least.
  /// - Throws: `MigrationError` of kind `unreadable`.
  private func bytes(at path: String, _ buffer: inout [UInt8]) throws(MigrationError) -> [UInt8] {
    // O_NONBLOCK: a pipe is not to be waited for.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(at: path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count <= MigrationScript.sizeLimit {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(at: path, errno) }
      bytes += buffer[..<count]
      // "It is not an error if this number is smaller than the number of bytes requested; this may
      // happen for example because fewer bytes are actually available right now (maybe because we
      // were close to end-of-file …)" (read(2)); of a file, nothing comes after that.
      if count < buffer.count { break }
    }
    return bytes
  }

  private func failure(at path: String, _ number: Int32) -> MigrationError {
    MigrationError(
      .unreadable, [Problem(path: path, message: unsafe String(cString: strerror(number)))])
  }
}

// MARK: New files

extension MigrationFolder {
  /// Makes the files of a new migration, with the number after the highest one.
  ///
  /// The number has as many digits as those before it. Where they are times (14 digits,
  /// `20260131120000`), it is the present time in UTC.
  ///
  /// - Parameters:
  ///   - name: what the migration does; spaces become underscores.
  ///   - up: the SQL that does it; a comment with the name stands above it.
  ///   - down: the SQL that undoes it.
  /// - Returns: the paths of the up file and the down file.
  /// - Throws: `MigrationError` when the name can't be one, or the folder or a file can't be made.
  package func create(
    _ name: String, up: String = "", down: String = ""
  ) throws(MigrationError) -> [String] {
    let name = String(name.map { $0 == " " ? "_" : $0 })
    guard MigrationFileName.isName(name) else {
      throw MigrationError(
        .invalidName,
        [
          Problem(
            path: nil,
            message: "expected letters, digits, _ and - in the name but found \"\(name)\"")
        ])
    }
    let label = "\(nextDigits(after: try namesForNew()))_\(name)"
    let texts: [(MigrationFileName.Role, String)] = [
      (.up, "-- \(label)\n\n" + up), (.down, "-- Undoes \(label).\n\n" + down),
    ]
    var paths: [String] = []
    for (role, text) in texts {
      let path = "\(displayPath)/\(label).\(role.rawValue).sql"
      try write(text, to: path)
      paths.append(path)
    }
    return paths
  }

  /// The names of the files that are there, for a folder that new ones are to go to.
  private func namesForNew() throws(MigrationError) -> [String] {
    do throws(MigrationError) {
      return try names()
    } catch {
      throw MigrationError(
        .cannotCreate, error.problems,
        advice: ["name the folder of the migrations with --migrations DIR"])
    }
  }

  private func nextDigits(after names: [String]) -> String {
    let last = names.compactMap(MigrationFileName.init).max { $0.version < $1.version }
    guard let last else { return "0001" }
    if last.digits.utf8.count == 14 {
      let now = MigrationFolder.timestamp()
      if let number = Int64(now), number > last.version { return now }
    }
    let (next, hasOverflowed) = last.version.addingReportingOverflow(1)
    let digits = String(hasOverflowed ? last.version : next)
    let width = max(last.digits.utf8.count, digits.utf8.count)
    return String(repeating: "0", count: width - digits.utf8.count) + digits
  }

  /// The present time in UTC as 14 digits.
  private static func timestamp() -> String {
    var now = time_t()
    unsafe time(&now)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    let numbers = unsafe [
      parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
    ]
    let year = unsafe String(parts.tm_year + 1900)
    return numbers.reduce(into: year) { text, number in
      text += (number < 10 ? "0" : "") + String(number)
    }
  }

  private func write(_ text: String, to path: String) throws(MigrationError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw creationFailure(at: path, errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw creationFailure(at: path, errno)
    }
  }

  private func creationFailure(at path: String, _ number: Int32) -> MigrationError {
    MigrationError(
      [EACCES, EPERM, EROFS].contains(number) ? .forbidden : .cannotCreate,
      [Problem(path: path, message: unsafe String(cString: strerror(number)))])
  }
}
