import Foundation
import Testing

@testable import Input

struct WholeFileTests {
  @Test(arguments: [0, 1, 7, 4096, 262_144, 262_145, 1_000_000])
  func `the bytes come piece by piece, and again`(count: Int) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "whole-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(filePath: path))
    let file = try WholeFile(path: path)
    #expect(file.byteCount == Int64(count) && file.pictureKind == nil)
    for _ in 1...2 {
      var found: [UInt8] = []
      try file.forEachPiece { found += $0 }
      #expect(found == bytes)
    }
  }

  @Test(arguments: [
    ("/nowhere/x", InputError.Kind.notFound), ("/tmp", .isDirectory), ("/dev/null", .notRegular),
  ])
  func `what is no file is refused`(path: String, kind: InputError.Kind) {
    let error = #expect(throws: InputError.self) { _ = try WholeFile(path: path) }
    #expect(error?.kind == kind)
  }

  @Test func `a pipe that nobody writes is not waited for`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let made = unsafe mkfifo(path, 0o600)
    #expect(made == 0)
    let error = #expect(throws: InputError.self) { _ = try WholeFile(path: path) }
    #expect(error?.kind == .notRegular)
  }
}
