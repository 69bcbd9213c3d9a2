internal import CCrypto

/// A running SHA-256, through libcrypto: the same value as `sha256sum` prints.
@safe package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// The version of libcrypto that the program runs with: `3.0.17`.
  package static var libraryVersion: String {
    // "The version of the OpenSSL library encoded as a string" (OpenSSL_version(3))
    unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))
  }

  /// How many bytes a digest has.
  package static let digestBytes = 32

  /// A digest of nothing yet, or nil when there is no memory for it.
  ///
  /// EVP_DigestInit(3), EVP_MD_CTX_new(): "Allocates and returns a digest context."
  package init?() {
    guard let context = unsafe EVP_MD_CTX_new() else { return nil }
    unsafe self.context = unsafe context
    reset()
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  /// Forgets what was added.
  ///
  /// EVP_DigestInit(3): they "Return 1 for success and 0 for failure." SHA-256 is in every provider
  /// that Debian configures, so a failure here is a broken installation.
  package mutating func reset() {
    let started = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
    precondition(started == 1, "libcrypto has no SHA-256")
  }

  /// Adds the bytes of an array from `start` to its end.
  package mutating func update(_ bytes: [UInt8], from start: Int) {
    let span = bytes.span.extracting(start..<bytes.count)
    unsafe span.withUnsafeBufferPointer { memory in
      let updated = unsafe EVP_DigestUpdate(context, memory.baseAddress, memory.count)
      precondition(updated == 1, "libcrypto refused to hash")
    }
  }

  /// The digest of what was added so far; more can be added afterwards.
  ///
  /// EVP_DigestInit(3), EVP_MD_CTX_copy_ex(): "Can be used to copy the message digest state from in
  /// to out. This is useful if large amounts of data are to be hashed which only differ in the last
  /// few bytes."
  ///
  /// - Returns: 32 bytes, or nil when there is no memory for the copy.
  package func digest() -> [UInt8]? {
    guard let copy = unsafe EVP_MD_CTX_new() else { return nil }
    defer { unsafe EVP_MD_CTX_free(copy) }
    guard unsafe EVP_MD_CTX_copy_ex(copy, context) == 1 else { return nil }
    var result = [UInt8](repeating: 0, count: Self.digestBytes)
    guard unsafe EVP_DigestFinal_ex(copy, &result, nil) == 1 else { return nil }
    return result
  }

  /// A digest as `sha256sum` prints it.
  ///
  /// - Parameter digest: its bytes.
  /// - Returns: hexadecimal digits in lower case, two a byte.
  package static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
