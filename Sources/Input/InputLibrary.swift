import CArchive
import CZlib

/// A C library that this module reads with.
package enum InputLibrary: String, Sendable, CaseIterable {
  case libarchive
  case zlib

  /// The version that the program runs with: `3.7.4`.
  package var version: String {
    switch self {
    case .libarchive:
      // "The current library version as a string": `libarchive 3.7.4` (archive.h)
      let words = unsafe String(cString: archive_version_string()).split(separator: " ")
      return words.last.map(String.init) ?? ""
    case .zlib: return unsafe String(cString: zlibVersion())
    }
  }
}
