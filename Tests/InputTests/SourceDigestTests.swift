import FileSupport
import Testing

@testable import Input

struct SourceDigestTests {
  /// The examples of FIPS 180-4.
  static let rows: [(text: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test(arguments: rows, blockSizes)
  func `the digest is that of sha256sum`(
    row: (text: String, digest: String), blockSize: Int
  ) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var input = try TextInput(path: file.path, blockSize: blockSize)
    _ = try input.readAll()
    #expect(try input.digest().hexadecimal == row.digest)
    #expect(try SourceDigest.of(path: file.path).hexadecimal == row.digest)
    #expect(try SourceDigest.of(path: file.path).byteCount == Int64(row.text.utf8.count))
  }

  @Test func `the digest of what was read so far can be had at any time`() throws {
    let file = try TemporaryFile(Array(repeating: 0x61, count: 5000))
    var input = try TextInput(path: file.path, blockSize: 1000)
    var text: [UInt8] = []
    while try input.read(into: &text) {
      let prefix = try SourceDigest.of(path: file.path, first: input.consumedBytes)
      #expect(try input.digest() == prefix)
    }
    #expect(try SourceDigest.of(path: file.path, first: 9999).byteCount == 5000)
    #expect(try SourceDigest.of(path: file.path, first: 0).byteCount == 0)
  }

  @Test func `what can't be opened has no digest`() {
    #expect(throws: InputError(path: "/no/such", kind: .notFound)) {
      try SourceDigest.of(path: "/no/such")
    }
  }
}
