import Glibc
import Records

/// The names in a folder.
enum FolderListing {
  /// The names of what is in a folder, sorted; of a folder that can't be read, none.
  ///
  /// - Parameter path: the folder; empty for the current one.
  /// - Returns: the names, without `.` and `..`.
  static func names(in path: String) -> [String] {
    guard let stream = unsafe opendir(FileName.cString(path.isEmpty ? "." : path)) else {
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // "the name … is terminated by a null byte" (readdir(3))
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe FileName.text(bytes.prefix { $0 != 0 })
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
