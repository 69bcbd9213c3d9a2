internal import Digest

/// How long a source, or its first part, is and the SHA-256 of it.
package struct SourceDigest: Equatable, Sendable {
  /// How many bytes were hashed.
  package let byteCount: Int64
  /// The SHA-256: 32 bytes.
  package let sha256: [UInt8]

  init(byteCount: Int64, sha256: [UInt8]) {
    self.byteCount = byteCount
    self.sha256 = sha256
  }

  /// The SHA-256 as `sha256sum` prints it: 64 hexadecimal digits in lower case.
  package var hexadecimal: String { SHA256.hexadecimal(sha256) }

  /// Hashes a source, or the first part of it, without decoding anything.
  ///
  /// - Parameters:
  ///   - path: the path of a regular file; a pipe would be used up.
  ///   - limit: the most bytes to hash; nil for all.
  /// - Returns: the digest of the whole file, or of fewer than `limit` bytes where it is shorter.
  /// - Throws: `InputError` when the file can't be opened or read.
  /// - Complexity: O(*n*) in the bytes hashed, about a second for 1.5 GB.
  package static func of(
    path: String, first limit: Int64? = nil
  ) throws(InputError) -> SourceDigest {
    var source = try ByteSource(path: path)
    var block: [UInt8] = []
    var left = limit ?? .max
    while left > 0 {
      block.removeAll(keepingCapacity: true)
      let count = Int(min(left, Int64(TextInput.defaultBlockSize)))
      let got = try source.read(upTo: count, into: &block)
      if got == 0 { break }
      left -= Int64(got)
    }
    return try source.digest()
  }
}
