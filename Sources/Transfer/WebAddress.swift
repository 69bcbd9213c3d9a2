internal import CCurl

/// The address of a file on a server: `https://example.org/banklist.csv`.
///
/// What it holds of names, passwords and keys goes to the server and nowhere else.
package struct WebAddress: Sendable, Equatable {
  /// The address without name, password and fragment.
  let target: String
  /// The name and the password in it, as they stand there.
  let user: String?
  let password: String?
  /// Scheme, host and port: whose secrets the request may carry.
  package let origin: String

  /// Whether a word of a command line is an address rather than a path: `https://…`.
  package static func isAddress(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// The scheme of a word of a command line that has one, whether this program reads it or not.
  ///
  /// RFC 3986, 3.1: "scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"
  package static func scheme(of text: String) -> String? {
    let bytes = text.utf8
    guard let end = bytes.firstIndex(of: UInt8(ascii: ":")), text[end...].hasPrefix("://") else {
      return nil
    }
    let isScheme = bytes[..<end].enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: index > 0 && "+-.".utf8.contains(byte)
      }
    }
    return isScheme && end > bytes.startIndex ? String(text[..<end]) : nil
  }

  /// Understands an address.
  ///
  /// - Parameter text: the address, with its scheme.
  /// - Throws: `TransferError` of kind `unusableAddress` or `missingLibrary`.
  package init(_ text: String) throws(TransferError) {
    try self.init(text, from: nil)
  }

  private init(_ text: String, from base: WebAddress?, path: String? = nil) throws(TransferError) {
    let parts = try AddressParts()
    if let base { try parts.set(CURLUPART_URL, base.target) }
    try parts.set(CURLUPART_URL, text)
    guard let scheme = parts.get(CURLUPART_SCHEME), ["http", "https"].contains(scheme),
      let host = parts.get(CURLUPART_HOST), let port = parts.get(CURLUPART_PORT)
    else {
      throw TransferError(.unusableAddress, "expected an address with http or https and a host")
    }
    origin = "\(scheme)://\(host.lowercased()):\(port)"
    user = parts.get(CURLUPART_USER)
    password = parts.get(CURLUPART_PASSWORD)
    if let path, let own = parts.get(CURLUPART_PATH) {
      let folder = own.hasSuffix("/") ? String(own.dropLast()) : own
      try parts.set(CURLUPART_PATH, "\(folder)/\(path)")
    }
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
      try parts.set(part, nil)
    }
    target = parts.get(CURLUPART_URL) ?? ""
  }

  /// The address that a `Location` field means; names and passwords in it are not used.
  func resolving(_ location: String) throws(TransferError) -> WebAddress {
    do {
      return try WebAddress(location, from: self)
    } catch {
      throw TransferError(
        .unexpected, "the server redirects to what is no address with http or https")
    }
  }

  /// The address of what is below this one.
  ///
  /// - Parameter path: a word of the path.
  /// - Returns: the address with the word behind its path; what asks for something stays behind it.
  /// - Throws: `TransferError` of kind `unusableAddress`.
  package func appending(_ path: String) throws(TransferError) -> WebAddress {
    try WebAddress(text(with: self), from: nil, path: path)
  }

  /// The address with the name and the password of another one, if that is where they belong.
  func text(with other: WebAddress) -> String {
    guard let user = other.user, origin == other.origin, let colon = target.firstRange(of: "://")
    else { return target }
    let secret = other.password.map { ":\($0)" } ?? ""
    return target[..<colon.upperBound] + user + secret + "@" + target[colon.upperBound...]
  }

  /// Whether what is sent can't be read or changed on its way.
  var isSecure: Bool { origin.hasPrefix("https:") }

  /// Where the address may be shown and kept: without name and password, and with `***` for the values
  /// in it that look like keys by their names.
  package var shown: String {
    guard let mark = target.firstIndex(of: "?") else { return target }
    let query = target[target.index(after: mark)...].split(
      separator: "&", omittingEmptySubsequences: false)
    let parts = query.map { part -> String in
      let name = part.prefix { $0 != "=" }
      let isSecret = Self.secretNames.contains { name.lowercased().contains($0) }
      return isSecret && name.count < part.count ? "\(name)=***" : String(part)
    }
    return target[...mark] + parts.joined(separator: "&")
  }

  private static let secretNames = [
    "token", "key", "secret", "sig", "pass", "pwd", "credential", "auth", "session", "code",
  ]
}

/// An address taken to pieces by libcurl, so that it and the checks see the same ones.
@safe
private struct AddressParts: ~Copyable {
  private let library: CurlLibrary
  private let handle: OpaquePointer

  init() throws(TransferError) {
    let library = try CurlLibrary.shared()
    guard let handle = unsafe library.calls.pointee.url?() else {
      throw TransferError(.missingLibrary, "out of memory")
    }
    self.library = library
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe library.calls.pointee.url_cleanup?(handle)
  }

  /// Sets a part, or removes it; an address that is relative is held against the one before.
  func set(_ part: CURLUPart, _ text: String?) throws(TransferError) {
    // CURLU_URLENCODE: "curl_url_set URL encodes the part on entry", so that spaces do no harm.
    let flags = UInt32(part == CURLUPART_URL ? CURLU_URLENCODE : 0)
    let code =
      if let text {
        unsafe text.withCString { unsafe library.calls.pointee.url_set?(handle, part, $0, flags) }
      } else {
        unsafe library.calls.pointee.url_set?(handle, part, nil, flags)
      }
    guard code == CURLUE_OK else {
      throw TransferError(.unusableAddress, "expected an address but found something else")
    }
  }

  func get(_ part: CURLUPart) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    let flags = UInt32(part == CURLUPART_PORT ? CURLU_DEFAULT_PORT : 0)
    guard unsafe library.calls.pointee.url_get?(handle, part, &text, flags) == CURLUE_OK,
      let found = unsafe text
    else { return nil }
    defer { unsafe library.calls.pointee.free_text?(found) }
    return unsafe String(cString: found)
  }
}
