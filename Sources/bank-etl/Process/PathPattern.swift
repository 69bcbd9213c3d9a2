import Glibc
import Input
import Records

/// A pattern of paths as a shell has them: `data/2023-*.csv`.
struct PathPattern {
  /// The pattern, with `*`, `?`, `[…]`; a backslash takes the meaning from the character after it.
  let text: String

  /// The pattern as it was written.
  init(_ text: String) {
    self.text = text
  }

  /// All that is in a folder, except what is hidden: names that begin with a dot.
  init(folder: String) {
    var text = ""
    // Of characters that accents are put on, the first byte is what the pattern goes by.
    for scalar in folder.unicodeScalars {
      if Self.special.contains(scalar) { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    if text.utf8.last != UInt8(ascii: "/") { text.append("/") }
    self.text = text + "*"
  }

  private static let special: Set<Unicode.Scalar> = ["*", "?", "[", "\\"]

  /// Whether it could match another path than the one that is written like it.
  var hasWildcards: Bool { text.unicodeScalars.contains { $0 == "*" || $0 == "?" || $0 == "[" } }

  /// The paths that match, in the order of their bytes; none where none does.
  ///
  /// - Throws: `SystemError` when a folder can't be read or there is no memory.
  func paths() throws(SystemError) -> [String] {
    var matches = unsafe glob_t()
    // "you should call globfree() to free the dynamically allocated storage" (glob(3))
    defer { unsafe globfree(&matches) }
    // GLOB_ERR: "Return upon a read error … By default, glob() attempts carry on despite errors"; files
    // that can't be seen would go missing in silence.
    let code = unsafe glob(FileName.cString(text), GLOB_ERR, nil, &matches)
    switch code {
    case 0: break
    case GLOB_NOMATCH: return []
    case GLOB_NOSPACE: throw SystemError(number: ENOMEM)
    default:
      let error = SystemError(number: errno)
      if error.isNoSuchFile { return [] }
      throw error
    }
    var paths: [String] = []
    for index in 0..<Int(unsafe matches.gl_pathc) {
      guard let path = unsafe matches.gl_pathv[index] else { continue }
      paths.append(unsafe FileName.text(UnsafeRawBufferPointer(start: path, count: strlen(path))))
    }
    return paths
  }
}
