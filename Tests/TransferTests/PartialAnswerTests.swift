import ServerSupport
import Testing

@testable import Transfer

/// Parts that end well before the file does, as servers and caches between send them.
struct PartialAnswerTests {
  typealias Case = DownloadTests.Case

  private static let etag = ["ETag: \"1\""]
  private static let size = "\(fileBytes.count)"

  /// The byte from which on a request asks.
  private static func start(_ request: TestServer.Request) -> Int {
    request.field("Range").flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
  }

  /// A first answer that breaks off, and parts of at most `count` bytes after it.
  private static func parts(
    after first: Answer, of count: Int, total: String
  ) -> TestServer.Script {
    { request in
      request.number < 1
        ? first
        : .part(fileBytes, from: start(request), count: count, total: total, etag)
    }
  }

  static let whole = [
    Case(
      name: "parts of a file that says its length",
      answer: parts(after: .broken(fileBytes, after: 40_000, etag), of: 25_000, total: size),
      requests: 4),
    Case(
      name: "parts of a file that said its length before",
      answer: parts(after: .broken(fileBytes, after: 40_000, etag), of: 25_000, total: "*"),
      requests: 4),
    Case(
      name: "parts of a file in chunks",
      answer: parts(
        after: .chunked(Array(fileBytes.prefix(40_000)), endsWell: false, etag), of: 25_000,
        total: size), requests: 4),
    Case(
      name: "a part of a file whose length nobody knows, then all of it",
      answer: { request in
        switch request.number {
        case 0: .chunked(Array(fileBytes.prefix(40_000)), endsWell: false, etag)
        case 1: .part(fileBytes, from: 40_000, count: 25_000, total: "*", etag)
        default: .chunked(fileBytes, etag)
        }
      }, requests: 3),
    Case(
      name: "a length that is said twice",
      answer: { _ in .file(fileBytes, ["Content-Length: \(size)", "Content-Length: \(size)"]) }),
    Case(
      name: "a length that chunks make void",
      answer: { _ in .chunked(fileBytes, ["Content-Length: 7"]) }),
  ]

  @Test(arguments: whole, [7, 4_096, 256 << 10])
  func `the next part is asked for until all of the file has come`(
    _ row: Case, blockSize: Int
  ) throws {
    let server = try TestServer(row.answer)
    defer { server.stop() }
    let download = try makeDownload(server.url())
    #expect(try download.readAll(blockSize: blockSize) == fileBytes)
    #expect(server.requests.count == row.requests)
  }

  static let refused = [
    Case(
      name: "parts without a byte",
      answer: parts(after: .broken(fileBytes, after: 40_000, etag), of: 0, total: size),
      kind: .incomplete, requests: 3),
    Case(
      name: "a part of a file whose length nobody knows, and never all of it",
      answer: parts(
        after: .chunked(Array(fileBytes.prefix(40_000)), endsWell: false, etag), of: 25_000,
        total: "*"), kind: .changed, requests: 3),
    Case(
      name: "a part of a file that has another length by now",
      answer: parts(after: .broken(fileBytes, after: 40_000, etag), of: 25_000, total: "99999"),
      kind: .changed, requests: 2),
    Case(
      name: "a part that goes on behind the end",
      answer: {
        $0.number < 1
          ? .broken(fileBytes, after: 40_000, etag)
          : .part(fileBytes + [1], from: 40_000, count: 70_000, total: "*", etag)
      }, kind: .changed, requests: 2),
    Case(
      name: "two lengths",
      answer: { _ in .file(fileBytes, ["Content-Length: \(size)", "Content-Length: 7"]) },
      kind: .unexpected),
    Case(
      name: "two lengths, the shorter one first",
      answer: { _ in .file(fileBytes, ["Content-Length: 7", "Content-Length: \(size)"]) },
      kind: .unexpected),
  ]

  @Test(arguments: refused)
  func `what never becomes the whole file is refused`(_ row: Case) throws {
    let server = try TestServer(row.answer)
    defer { server.stop() }
    let download = try makeDownload(server.url())
    let error = #expect(throws: TransferError.self) { try download.readAll() }
    #expect(error?.kind == row.kind, "\(error?.description ?? "")")
    #expect(server.requests.count == row.requests)
  }
}
