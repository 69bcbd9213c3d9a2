/// What an operand of an import stands for: a file, all files of a folder, or those that match a
/// pattern.
///
/// A pattern is for where no shell expands it: a crontab's quoted argument, a systemd unit.
struct SourceOperand {
  /// The operand as it was written.
  let text: String
  /// The database that is loaded: where it lies among the files of a folder, it is none of them.
  let database: String
  /// The log and the like: neither are they.
  var outputs: [String] = []

  /// What stands beside a database while it is used: `bank.db-wal`.
  private static let companions = ["", "-wal", "-shm", "-journal", "-lock"]

  /// The files, in the order in which they are loaded: that of the bytes of their names.
  ///
  /// A name that exists is that file, whatever characters are in it. A folder's hidden files, its
  /// folders, and its pipes, which would be waited for, are left out.
  ///
  /// - Throws: `CommandFailure` when there are none, or when a folder can't be read.
  func paths() throws(CommandFailure) -> [String] {
    guard text != "-", !text.contains("://") else { return [text] }
    let isFolder = FileStatus.isFolder(text)
    let pattern = isFolder ? PathPattern(folder: text) : PathPattern(text)
    guard isFolder || pattern.hasWildcards && !FileStatus.exists(text) else { return [text] }
    var paths: [String]
    do throws(SystemError) {
      paths = try pattern.paths()
    } catch {
      throw CommandFailure(.noInput, Message("a folder can't be read: \(error)", at: text))
    }
    paths.removeAll { FileStatus.isFolder($0) || FileStatus.isSpecial($0) || isNoInput($0) }
    guard paths.isEmpty else { return paths }
    throw CommandFailure(
      .noInput,
      Message(
        isFolder
          ? "expected files in the folder but found none"
          : "expected files whose names match but found none", at: text))
  }

  private func isNoInput(_ path: String) -> Bool {
    outputs.contains { FileStatus.isSame(path, $0) }
      || Self.companions.contains { FileStatus.isSame(path, database + $0) }
  }
}
