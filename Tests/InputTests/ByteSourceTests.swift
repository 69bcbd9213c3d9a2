import FileSupport
import Foundation
import Testing

@testable import Input

struct ByteSourceTests {
  @Test(arguments: [
    ("/no/such/file", InputError.Kind.notFound), ("/etc/passwd/x", .notFound),
    ("/tmp", .isDirectory),
    ("", .notFound),
  ])
  func `what is no file is refused`(path: String, kind: InputError.Kind) {
    #expect(throws: InputError(path: path, kind: kind)) { _ = try ByteSource(path: path).path }
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a file without read permission is refused`() throws {
    let file = try TemporaryFile([])
    unsafe chmod(file.path, 0)
    let error = InputError(path: file.path, kind: .unreadable(errno: EACCES))
    #expect(throws: error) { _ = try ByteSource(path: file.path).path }
  }

  @Test func `a device is no regular file`() throws {
    var source = try ByteSource(path: "/dev/null")
    let isRegularFile = source.isRegularFile
    #expect(!isRegularFile)
    var bytes: [UInt8] = []
    #expect(try source.read(upTo: 10, into: &bytes) == 0)
  }

  /// A pipe with a name, and a thread that writes to it.
  private func withPipe(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("bank-etl-\(UUID().uuidString)").path
    let made = unsafe mkfifo(path, 0o600)
    try #require(made == 0)
    defer { unsafe unlink(path) }
    let writer = Thread {
      guard let handle = FileHandle(forWritingAtPath: path) else { return }
      try? handle.write(contentsOf: Data(bytes))
      try? handle.close()
    }
    writer.start()
    try body(path)
  }

  @Test(arguments: blockSizes)
  func `a pipe is read to its end`(blockSize: Int) throws {
    let bytes = Array("a,b\nc,é\n".utf8)
    try withPipe(bytes) { path in
      var input = try TextInput(path: path, blockSize: blockSize)
      let isRegularFile = input.isRegularFile
      #expect(!isRegularFile)
      #expect(try input.readAll().text == bytes)
      #expect(input.consumedBytes == Int64(bytes.count))
    }
  }

  @Test(arguments: blockSizes.filter { $0 >= 7 }, [0, 1, 100_000, 1_000_000])
  func `a pipe is spooled and read again`(blockSize: Int, size: Int) throws {
    let bytes = (0..<size).map { UInt8($0 % 100 + 10) }
    try withPipe(bytes) { path in
      var input = try TextInput(path: path, blockSize: blockSize)
      var head: [UInt8] = []
      let hasText = try input.read(into: &head)
      #expect(hasText == (size > 0))
      try input.spool()
      #expect(try head + input.readAll().text == bytes)
      let digest = try input.digest()
      #expect(digest.byteCount == Int64(size))
      for _ in 1...2 {
        try input.rewind()
        #expect(try input.readAll().text == bytes)
        #expect(try input.digest() == digest)
      }
    }
  }

  @Test func `a pipe of which too much was read can't be spooled`() throws {
    let bytes = [UInt8](repeating: 0x61, count: ByteSource.retainedBytesMax + 1)
    try withPipe(bytes) { path in
      var source = try ByteSource(path: path)
      var read: [UInt8] = []
      while try source.read(upTo: 1 << 20, into: &read) > 0 {}
      #expect(throws: InputError(path: path, kind: .tooLateToSpool(Int64(bytes.count)))) {
        try source.spool()
      }
    }
  }

  @Test func `a regular file needs no spooling`() throws {
    let file = try TemporaryFile(Array("abc".utf8))
    var source = try ByteSource(path: file.path)
    var bytes: [UInt8] = []
    #expect(try source.read(upTo: 2, into: &bytes) == 2)
    try source.spool()
    #expect(try source.read(upTo: 2, into: &bytes) == 1)
    try source.rewind()
    #expect(try source.read(upTo: 9, into: &bytes) == 3)
    #expect(bytes == Array("abcabc".utf8))
  }
}
