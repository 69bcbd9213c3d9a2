import CArchive
import CCrypto
import CZlib

/// A C library that this module reads with.
package enum InputLibrary: String, Sendable, CaseIterable {
  case libarchive
  case zlib
  case openssl

  /// The version that the program runs with: `3.7.4`.
  package var version: String {
    switch self {
    case .libarchive:
      // "The current library version as a string": `libarchive 3.7.4` (archive.h)
      let words = unsafe String(cString: archive_version_string()).split(separator: " ")
      return words.last.map(String.init) ?? ""
    case .zlib: return unsafe String(cString: zlibVersion())
    // "The version of the OpenSSL library encoded as a string" (OpenSSL_version(3))
    case .openssl: return unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))
    }
  }
}
