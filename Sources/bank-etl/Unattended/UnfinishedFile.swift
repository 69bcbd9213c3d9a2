import Glibc
import Migrations
import Records

/// A file that is written under another name, and gets its own when it is whole.
struct UnfinishedFile {
  private static let mark = "-unfinished-"

  /// Where it is written: beside its place, with this process's number in the name.
  let path: String

  /// A file that is to be at a path; what a process that was killed has left of it is removed.
  ///
  /// - Parameter target: its place.
  init(of target: String) {
    path = target + Self.mark + String(getpid())
    let (folder, name) = FilePath.parts(target)
    for other in FolderListing.names(in: folder) where other.hasPrefix(name + Self.mark) {
      let digits = other.dropFirst(name.utf8.count + Self.mark.utf8.count).prefix { $0 != "-" }
      // "ESRCH The target process or process group does not exist." (kill(2))
      if let process = Int32(digits), process > 0, kill(process, 0) != 0, errno == ESRCH {
        FileStatus.remove([folder + other])
      }
    }
    remove()
  }

  /// Makes it, empty.
  ///
  /// - Parameter model: a file that as many may read.
  /// - Throws: `MigrationError` of kind `cannotCreate`.
  func create(asReadableAs model: String) throws(MigrationError) {
    try DatabaseFile.create(path, asReadableAs: model)
  }

  /// Gives it its name; both names are in one folder, so that there is the old file or the new one.
  ///
  /// - Parameter target: its place.
  /// - Throws: `CommandFailure`.
  func rename(to target: String) throws(CommandFailure) {
    guard unsafe Glibc.rename(FileName.cString(path), FileName.cString(target)) == 0 else {
      let error = SystemError(number: errno)
      throw CommandFailure(
        error.isNoPermission ? .noPermission : .cannotCreate, Message("\(error)", at: target))
    }
    // "Calling fsync() does not necessarily ensure that the entry in the directory containing the
    // file has also reached disk. For that an explicit fsync() on a file descriptor for the
    // directory is also needed." (fsync(2))
    let folder = FilePath.parts(target).folder
    let descriptor = unsafe open(
      FileName.cString(folder.isEmpty ? "." : folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Takes it away, with what SQLite may have put beside it.
  func remove() {
    FileStatus.remove([path, path + "-journal", path + "-wal", path + "-shm"])
  }
}
