import Digest
import Testing

struct SHA256Tests {
  /// The examples of FIPS 180-4.
  static let rows: [(text: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test(arguments: rows, [1, 2, 3, 7, 4096])
  func `the digest is that of sha256sum, however the bytes come`(
    row: (text: String, digest: String), pieceSize: Int
  ) {
    guard var hash = SHA256() else {
      Issue.record("no memory")
      return
    }
    let bytes = Array(row.text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      hash.update(Array(bytes[start..<min(bytes.count, start + pieceSize)]), from: 0)
    }
    let digest = hash.digest() ?? []
    #expect(digest.count == SHA256.digestBytes)
    #expect(SHA256.hexadecimal(digest) == row.digest)
    hash.reset()
    let again = hash.digest() ?? []
    #expect(SHA256.hexadecimal(again) == Self.rows[0].digest)
  }

  @Test func `the library says its version in numbers`() {
    #expect(SHA256.libraryVersion.wholeMatch(of: /\d+\.\d+[0-9a-z.]*/) != nil)
  }
}
