/// The migrations of one folder, or of the program, checked and in order.
package struct MigrationSet: Sendable, Equatable {
  /// A migration file: its name without the folder, and what is in it.
  package struct File: Sendable {
    /// The name without the folder.
    package let name: String
    /// All the bytes.
    package let bytes: [UInt8]

    /// A file.
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The migrations by ascending version.
  package let migrations: [Migration]
  /// The folder, for messages.
  package let folder: String

  /// The migrations in files.
  ///
  /// - Parameters:
  ///   - files: the files; those whose name doesn't end in `.sql` are left alone.
  ///   - folder: where they are, for messages.
  /// - Throws: `MigrationError` of kind `invalidFiles`, with all that is wrong by itself: names,
  ///   numbers that are there twice, files that belong to none, files that are no text or empty.
  package init(files: [File], folder: String) throws(MigrationError) {
    self.folder = folder
    var assembly = Assembly(folder: folder)
    for file in files.sorted(by: { $0.name < $1.name }) where Self.isSQL(file.name) {
      assembly.add(file)
    }
    migrations = assembly.finish()
    let problems = assembly.problems.sorted {
      ($0.path ?? "", $0.line ?? 0) < ($1.path ?? "", $1.line ?? 0)
    }
    guard problems.isEmpty else { throw MigrationError(.invalidFiles, problems) }
  }

  /// The migrations that are part of the program.
  ///
  /// - Parameter texts: the name and the text of each file.
  /// - Throws: `MigrationError` of kind `invalidFiles`.
  package init(builtIn texts: [(name: String, text: String)]) throws(MigrationError) {
    try self.init(
      files: texts.map { File(name: $0.name, bytes: Array($0.text.utf8)) }, folder: "migrations")
  }

  /// Whether a file is meant to be a migration: its name ends in `.sql`, and it is not hidden.
  static func isSQL(_ name: String) -> Bool {
    let end = name.utf8.suffix(4)
    return end.elementsEqual(".sql".utf8) { $0 | 0x20 == $1 | 0x20 }
      && name.utf8.first != UInt8(ascii: ".")
  }

  /// The migration with a version.
  ///
  /// - Parameter version: the number.
  /// - Returns: the migration, or nil when there is none.
  /// - Complexity: the logarithm of the number of migrations.
  package func migration(_ version: Int64) -> Migration? {
    var (low, high) = (0, migrations.count)
    while low < high {
      let middle = (low + high) / 2
      if migrations[middle].version < version { low = middle + 1 } else { high = middle }
    }
    return low < migrations.count && migrations[low].version == version ? migrations[low] : nil
  }
}

/// Puts the files of each migration together, and gathers what is wrong with them.
private struct Assembly {
  private struct Part {
    let fileName: MigrationFileName
    let script: MigrationScript?
    let path: String
  }

  let folder: String
  private(set) var problems: [Problem] = []
  private var parts: [Int64: [MigrationFileName.Role: Part]] = [:]

  init(folder: String) {
    self.folder = folder
  }

  mutating func add(_ file: MigrationSet.File) {
    let path = folder.isEmpty ? file.name : "\(folder)/\(file.name)"
    guard let fileName = MigrationFileName(file.name) else {
      problems.append(
        Problem(path: path, message: "expected a name of the form \(MigrationFileName.form)"))
      return
    }
    var script: MigrationScript?
    do throws(ScriptComplaint) {
      script = try MigrationScript(bytes: file.bytes, path: path)
    } catch {
      problems.append(Problem(path: path, line: error.line, message: error.message))
    }
    if let other = parts[fileName.version]?[fileName.role] {
      problems.append(
        Problem(
          path: path,
          message: "version \(fileName.version) is also that of \(other.path); "
            + "give one of them another number"))
      return
    }
    parts[fileName.version, default: [:]][fileName.role] = Part(
      fileName: fileName, script: script, path: path)
  }

  /// The migrations of the files that were added.
  mutating func finish() -> [Migration] {
    var migrations: [Migration] = []
    for (version, roles) in parts.sorted(by: { $0.key < $1.key }) {
      guard let up = roles[.up] else {
        for part in roles.values { reportMissingUp(part) }
        continue
      }
      for part in roles.values where part.fileName.label != up.fileName.label {
        problems.append(
          Problem(
            path: part.path,
            message: "expected the same number and name as \(up.path), which has the same version"))
      }
      guard let script = up.script else { continue }
      migrations.append(
        Migration(
          version: version, name: up.fileName.name, label: up.fileName.label, up: script,
          down: roles[.down]?.script, verify: roles[.verify]?.script))
    }
    return migrations
  }

  private mutating func reportMissingUp(_ part: Part) {
    problems.append(
      Problem(
        path: part.path,
        message: "expected \(part.fileName.label).up.sql beside it but found none"))
  }
}
