import Glibc
import Records

/// The parts of a path, and what becomes of it elsewhere.
enum FilePath {
  /// The folder of a path, with its slash, and the name in it.
  ///
  /// - Parameter path: any path.
  /// - Returns: an empty folder for a name in the current one.
  static func parts(_ path: String) -> (folder: String, name: String) {
    // By bytes: an accent behind the slash makes one character with it.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    let start = path.utf8.index(after: slash)
    return (String(path[..<start]), String(path[start...]))
  }

  /// A name without its last extension, and that extension with its dot.
  ///
  /// - Parameter name: a name without a folder.
  /// - Returns: no extension for a name like `bank` or `.bank`.
  static func extensionParts(_ name: String) -> (stem: String, extension: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// A path that leads to the same file from any folder.
  ///
  /// - Parameter path: a path; it need not exist. Links in it stay as they are.
  /// - Returns: the path from the root, without `.` and empty parts; nil where the current folder is
  ///   not known.
  static func absolute(_ path: String) -> String? {
    var start = ""
    if !path.hasPrefix("/") {
      guard let folder = unsafe getcwd(nil, 0) else { return nil }
      defer { unsafe free(folder) }
      start = unsafe FileName.text(
        UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
    }
    let parts = (start + "/" + path).split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }

  /// The path of the program that runs; nil where the system does not say.
  static var program: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
