import ServerSupport
import Testing

@testable import Transfer

/// A file of some size, so that it comes in many pieces.
let fileBytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

/// A download with limits fit for tests.
func makeDownload(
  _ url: String, _ change: (inout DownloadRequest) -> Void = { _ in },
  isCancelled: @escaping @Sendable () -> Bool = { false }
) throws -> Download {
  var request = DownloadRequest(address: try WebAddress(url), agent: "test/1")
  request.limits.retries = 2
  request.limits.retrySeconds = 0
  change(&request)
  return Download(request, isCancelled: isCancelled)
}

extension Download {
  /// All of the file, read in blocks.
  func readAll(blockSize: Int = 4_096) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try read(upTo: blockSize, into: &bytes) > 0 {}
    return bytes
  }
}

struct DownloadTests {
  /// What a server does, and what becomes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: TestServer.Script
    /// Why there is no file; nil where there is.
    var kind: TransferError.Kind?
    var requests = 1
    var change: @Sendable (inout DownloadRequest) -> Void = { _ in }

    var testDescription: String { name }
  }

  private static let etag = ["ETag: \"1\""]

  static let whole = [
    Case(name: "a file with its length", answer: { _ in .file(fileBytes) }),
    Case(name: "a file in chunks", answer: { _ in .chunked(fileBytes) }),
    Case(name: "an empty file", answer: { $0.number == 9 ? .file([]) : .file(fileBytes) }),
    Case(
      name: "a server that is busy twice",
      answer: { $0.number < 2 ? .status(503) : .file(fileBytes) }, requests: 3),
    Case(
      name: "a server that says when to come back",
      answer: { $0.number < 1 ? .status(429, ["Retry-After: 0"]) : .file(fileBytes) }, requests: 2),
    Case(
      name: "a connection that is closed at once",
      answer: { $0.number < 1 ? Answer([]) : .file(fileBytes) }, requests: 2),
    Case(
      name: "a connection that is torn down",
      answer: { $0.number < 1 ? Answer([], .reset) : .file(fileBytes) }, requests: 2),
    Case(
      name: "a file that breaks off, and its rest",
      answer: {
        $0.number < 1
          ? .broken(fileBytes, after: 70_000, etag)
          : $0.field("Range") == "bytes=70000-" && $0.field("If-Range") == "\"1\""
            ? .rest(fileBytes, from: 70_000, etag) : .status(400)
      }, requests: 2),
    Case(
      name: "a file that breaks off twice",
      answer: {
        switch $0.number {
        case 0: .broken(fileBytes, after: 10, ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"])
        case 1: .status(502)
        default: .rest(fileBytes, from: 10, ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"])
        }
      }, requests: 3),
    Case(
      name: "a file that breaks off, and all of it once more",
      answer: { $0.number < 1 ? .broken(fileBytes, after: 70_000, etag) : .file(fileBytes, etag) },
      requests: 2),
    Case(
      name: "a redirection",
      answer: { $0.number < 1 ? .status(302, ["Location: there?x=1"]) : .file(fileBytes) },
      requests: 2),
    Case(
      name: "a file whose end nothing tells, when that is allowed",
      answer: { _ in .raw(200, [], fileBytes) }, change: { $0.acceptsUnknownLength = true }),
    Case(
      name: "a hint before the answer",
      answer: { _ in
        Answer(
          Array("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8)
            + Answer.file(fileBytes).bytes)
      }),
    Case(
      name: "a file that breaks off, and nothing tells from others",
      answer: { $0.number < 1 ? .broken(fileBytes, after: 70_000) : .file(fileBytes) },
      requests: 2),
    Case(
      name: "a file that breaks off twice, and nothing tells from others",
      answer: {
        $0.number < 2 ? .broken(fileBytes, after: 70_000 / ($0.number + 1)) : .file(fileBytes)
      }, requests: 3),
  ]

  @Test(arguments: whole, [7, 4_096, 256 << 10])
  func `a file that can be had is read whole`(_ row: Case, blockSize: Int) throws {
    let server = try TestServer(row.answer)
    defer { server.stop() }
    let download = try makeDownload(server.url(), row.change)
    #expect(try download.readAll(blockSize: blockSize) == fileBytes)
    #expect(server.requests.count == row.requests)
    #expect(download.receivedBytes == Int64(fileBytes.count))
  }

  static let refused = [
    Case(
      name: "a file that is cut, which nothing tells from others",
      answer: { _ in .broken(fileBytes, after: 70_000) }, kind: .incomplete, requests: 3),
    Case(
      name: "a file that is cut each time",
      answer: { _ in .broken(fileBytes, after: 70_000, etag) }, kind: .incomplete, requests: 3),
    Case(
      name: "a file that is cut by force",
      answer: { _ in .broken(fileBytes, after: 70_000, [], .reset) }, kind: .incomplete,
      requests: 3),
    Case(
      name: "chunks without an end", answer: { _ in .chunked(fileBytes, endsWell: false) },
      kind: .incomplete, requests: 3),
    Case(
      name: "another file, which nothing tells from the one before",
      answer: {
        $0.number < 1
          ? .broken(fileBytes, after: 7) : .file([fileBytes[0] ^ 1] + fileBytes.dropFirst())
      }, kind: .changed, requests: 2),
    Case(
      name: "a longer file, which nothing else tells from the one before",
      answer: { $0.number < 1 ? .broken(fileBytes, after: 7) : .file(fileBytes + [10]) },
      kind: .changed, requests: 2),
    Case(
      name: "a file whose end nothing tells", answer: { _ in .raw(200, [], fileBytes) },
      kind: .unknownLength),
    Case(
      name: "another file in place of the rest",
      answer: {
        $0.number < 1 ? .broken(fileBytes, after: 7, etag) : .file(fileBytes, ["ETag: \"2\""])
      }, kind: .changed, requests: 2),
    Case(
      name: "another part than the one asked for",
      answer: {
        $0.number < 1 ? .broken(fileBytes, after: 7, etag) : .rest(fileBytes, from: 8, etag)
      }, kind: .changed, requests: 2),
    Case(
      name: "a file that has become shorter",
      answer: { $0.number < 1 ? .broken(fileBytes, after: 7, etag) : .status(416) }, kind: .changed,
      requests: 2),
    Case(
      name: "a server that stays busy", answer: { _ in .status(503) }, kind: .unavailable,
      requests: 3),
    Case(
      name: "a server that wants to be left alone for days",
      answer: { _ in .status(429, ["Retry-After: 200000"]) }, kind: .unavailable),
    Case(name: "a file that is not there", answer: { _ in .status(404) }, kind: .notFound),
    Case(name: "a file that is gone", answer: { _ in .status(410) }, kind: .notFound),
    Case(name: "a locked file", answer: { _ in .status(401) }, kind: .forbidden),
    Case(name: "no content", answer: { _ in .raw(204, [], []) }, kind: .unexpected),
    Case(
      name: "no other version of what nobody has", answer: { _ in .status(304) }, kind: .unexpected),
    Case(
      name: "redirections in a circle", answer: { _ in .status(302, ["Location: /list.csv"]) },
      kind: .unexpected, requests: 11),
    Case(
      name: "a redirection to another protocol",
      answer: { _ in .status(302, ["Location: ftp://127.0.0.1/list.csv"]) }, kind: .unexpected),
    Case(
      name: "a redirection to a file",
      answer: { _ in .status(302, ["Location: file:///etc/passwd"]) },
      kind: .unexpected),
    Case(
      name: "an encoding that was not asked for",
      answer: { _ in .file(fileBytes, ["Content-Encoding: br"]) }, kind: .unexpected),
    Case(
      name: "a file that is announced as too large", answer: { _ in .file(fileBytes) },
      kind: .tooLarge,
      change: { $0.limits.bytesMax = 99_999 }),
    Case(
      name: "a file that becomes too large", answer: { _ in .chunked(fileBytes) }, kind: .tooLarge,
      change: { $0.limits.bytesMax = 99_999 }),
    Case(
      name: "a server that falls silent",
      answer: { _ in .broken(fileBytes, after: 7, [], .silence) }, kind: .unavailable, requests: 3,
      change: { $0.limits.stallSeconds = 1 }),
    Case(
      name: "a server that takes too long", answer: { _ in Answer([], .silence) },
      kind: .unavailable,
      change: { $0.limits.totalSeconds = 1 }),
    Case(
      name: "no answer of HTTP", answer: { _ in Answer(Array("220 ftp\r\n".utf8)) },
      kind: .unexpected),
  ]

  @Test(arguments: refused)
  func `a file that can't be had is refused`(_ row: Case) throws {
    let server = try TestServer(row.answer)
    defer { server.stop() }
    let download = try makeDownload(server.url(), row.change)
    let error = #expect(throws: TransferError.self) { try download.readAll() }
    #expect(error?.kind == row.kind, "\(error?.description ?? "")")
    #expect(server.requests.count == row.requests)
  }

  @Test func `nobody listens`() throws {
    let server = try TestServer { _ in .status(200) }
    let url = server.url()
    server.stop()
    _ = try? makeDownload(url) { $0.limits.retries = 0 }.open()
    let error = #expect(throws: TransferError.self) {
      try makeDownload("http://127.0.0.1:1/").open()
    }
    #expect(error?.kind == .unavailable)
  }

  @Test func `a server that says nothing does not hold up who wants to stop`() throws {
    let server = try TestServer { _ in .broken(fileBytes, after: 7, [], .silence) }
    defer { server.stop() }
    let download = try makeDownload(server.url(), isCancelled: { server.requests.count == 1 })
    let error = #expect(throws: TransferError.self) { try download.readAll() }
    #expect(error?.kind == .interrupted)
  }
}
