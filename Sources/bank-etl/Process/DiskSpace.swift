import Glibc
import Records

/// The room on the file system of a path.
enum DiskSpace {
  /// How many bytes an ordinary user can still write.
  ///
  /// - Parameter path: a file or folder that exists.
  /// - Returns: nil where the system does not say.
  static func free(at path: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(FileName.cString(path), &status) == 0 else { return nil }
    // "f_frsize: Fragment size; f_bavail: Number of free blocks for unprivileged users", counted in
    // fragments (statvfs(3)).
    let bytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return bytes.overflow ? .max : Int64(clamping: bytes.partialValue)
  }

  /// A number of bytes for people: `1.5 GiB`.
  static func text(bytes: Int64) -> String {
    let units: [(shift: Int64, name: String)] = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    for (shift, name) in units where bytes >= 1 << shift {
      let whole = bytes >> shift
      let tenth = ((bytes & ((1 << shift) - 1)) * 10) >> shift
      return "\(whole).\(tenth) \(name)"
    }
    return "\(bytes) bytes"
  }
}
