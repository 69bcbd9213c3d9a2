import ArchiveSupport
import FileSupport
import SeedSupport
import Testing

@testable import Input

/// Whatever a text is wrapped in, it is the text that is read, or an error.
struct ContentSourceTests {
  static let text = Array("Bank Name,City\nBank of \u{e9},Almena\n".utf8)

  /// The ways to wrap a text, by name.
  static let containers: [String] = ["gzip", "xz", "zstd", "bzip2", "zip"]

  static func wrap(_ bytes: [UInt8], in container: String) throws -> [UInt8] {
    switch container {
    case "gzip": try ArchiveWriter.compress(bytes, .gzip)
    case "xz": try ArchiveWriter.compress(bytes, .xz)
    case "zstd": try ArchiveWriter.compress(bytes, .zstd)
    case "bzip2": try ArchiveWriter.compress(bytes, .bzip2)
    default: try ArchiveWriter.zip([("any.name", bytes)])
    }
  }

  /// Text that takes many blocks, compressed or not.
  static let long: [UInt8] = {
    var random = SeededGenerator(seed: 1)
    return (0..<300_000).map { _ in UInt8.random(in: 0x20...0x5F, using: &random) }
  }()

  @Test(arguments: containers, blockSizes)
  func `the text is read whatever it is wrapped in`(container: String, blockSize: Int) throws {
    for text in [[], Array("x".utf8), Self.text] {
      let wrapped = try Self.wrap(text, in: container)
      let decoded = try decode(wrapped, blockSize: blockSize)
      #expect(decoded.text == text)
    }
  }

  @Test(arguments: containers, [4096, 256 << 10])
  func `a long text is hashed as it is on disk, and can be read twice`(
    container: String, blockSize: Int
  ) throws {
    let wrapped = try Self.wrap(Self.long, in: container)
    let file = try TemporaryFile(wrapped)
    let expected = try SourceDigest.of(path: file.path)
    var input = try TextInput(path: file.path, blockSize: blockSize)
    for _ in 1...2 {
      #expect(try input.readAll().text == Self.long)
      #expect(try input.digest() == expected)
      try input.rewind()
    }
  }

  @Test(arguments: containers)
  func `no part of a file that was cut is taken for the whole`(container: String) throws {
    let wrapped = try Self.wrap(Self.text, in: container)
    // A file of a few bytes may be text that starts like this.
    for length in 10..<wrapped.count {
      for blockSize in [1, 7, 4096] {
        let error = #expect(throws: InputError.self) {
          _ = try decode(Array(wrapped[..<length]), blockSize: blockSize)
        }
        guard case .damaged(_, let reason) = error?.kind, !reason.hasSuffix("\n") else {
          Issue.record("cut at \(length): \(String(describing: error))")
          break
        }
      }
    }
  }

  // The zstd files of libarchive have no checksum.
  @Test(arguments: containers.filter { $0 != "zstd" })
  func `a changed byte never gives another text`(container: String) throws {
    let wrapped = try Self.wrap(Self.text, in: container)
    for position in 10..<wrapped.count {
      for bit in [0, 3, 7] {
        var changed = wrapped
        changed[position] ^= 1 << bit
        guard let decoded = try? decode(changed) else { continue }
        #expect(decoded.text == Self.text, "bit \(bit) of byte \(position)")
      }
    }
  }

  @Test(arguments: containers.filter { $0 != "zip" }, blockSizes)
  func `several streams are one text`(container: String, blockSize: Int) throws {
    let wrapped = try Self.wrap(Self.text, in: container)
    #expect(try decode(wrapped + wrapped, blockSize: blockSize).text == Self.text + Self.text)
  }

  @Test(arguments: containers.filter { $0 != "zip" }, [1, 7, 4096])
  func `what follows the end is an error`(container: String, blockSize: Int) throws {
    let wrapped = try Self.wrap(Self.text, in: container)
    for tail in [[0], Array("x".utf8), Array("junk\n".utf8), Array(wrapped.dropLast(3))] {
      let error = #expect(throws: InputError.self) {
        _ = try decode(wrapped + tail, blockSize: blockSize)
      }
      guard case .damaged(_, let reason) = error?.kind, !reason.hasSuffix("\n") else {
        Issue.record("\(tail): \(String(describing: error))")
        break
      }
    }
  }

  @Test func `what is compressed twice is named, not read`() throws {
    let inner = try Self.wrap(Self.text, in: "xz")
    let file = try TemporaryFile(try Self.wrap(inner, in: "gzip"))
    var input = try TextInput(path: file.path)
    var text: [UInt8] = []
    _ = try input.read(into: &text)
    #expect(input.foreignFormat == .xz)
  }

  @Test(arguments: containers)
  func `what expands without end is stopped`(container: String) throws {
    let zeros = [UInt8](repeating: 0x30, count: Int(ExpansionLimit.bytesAlwaysAllowed) + 1)
    let file = try TemporaryFile(try Self.wrap(zeros, in: container))
    func count(_ limit: ExpansionLimit) throws -> Int {
      var source = try ContentSource(path: file.path, limit: limit)
      var block: [UInt8] = []
      while try source.read(upTo: 1 << 20, into: &block) > 0 {
        block.removeAll(keepingCapacity: true)
      }
      return Int(source.contentBytes)
    }
    let error = #expect(throws: InputError.self) { _ = try count(.standard) }
    guard case .expandsTooFar = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try count(.none) == zeros.count)
  }
}
