import Testing

@testable import Transfer

struct ResponseHeadTests {
  private static func head(_ lines: String...) -> ResponseHead {
    var head = ResponseHead()
    for line in lines { head.take(line + "\r\n") }
    return head
  }

  @Test func `a head is complete with its empty line, and not changed by what follows the body`() {
    var head = Self.head("HTTP/1.1 200 OK", "ETag:  \"x\" ", "Content-Length: 12")
    #expect(!head.isComplete)
    head.take("\r\n")
    head.take("ETag: \"y\"\r\n")
    #expect(head.isComplete && head.status == 200 && head.contentLength == 12)
    #expect(head.validators == Validators(etag: "\"x\"", lastModified: nil))
  }

  @Test func `what comes before the final answer does not count`() {
    let head = Self.head("HTTP/1.1 100 Continue", "A: b", "", "HTTP/2 404", "C: d", "")
    #expect(head.status == 404 && head.version == 2 && head.value("a") == nil && head.isComplete)
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK", "Content-Length: 1", true), ("HTTP/1.1 200 OK", "X: y", false),
    ("HTTP/1.0 200", "Transfer-Encoding: gzip, Chunked", true), ("HTTP/2 200", "X: y", true),
    ("HTTP/1.1 200 OK", "Content-Length: much", false),
  ])
  func `the end is known by a length, by chunks, or by HTTP 2`(
    status: String, field: String, isKnown: Bool
  ) {
    #expect(Self.head(status, field, "").hasKnownEnd == isKnown)
  }

  @Test(
    arguments: [
      ("bytes 10-19/20", 10, 20), ("bytes 10-19/*", 10, nil), ("bytes */20", nil, nil),
      ("lines 1-2/3", nil, nil), ("bytes 10", nil, nil),
    ] as [(String, Int64?, Int64?)])
  func `a part says where it starts`(value: String, start: Int64?, total: Int64?) {
    let head = Self.head("HTTP/1.1 206 Partial", "Content-Range: \(value)", "")
    #expect(head.range?.start == start)
    #expect(head.range?.total == total)
  }

  @Test(
    arguments: [
      ([], nil, false), (["Content-Length: 7"], 7, false),
      (["Content-Length: 7", "content-length: 7"], 7, false), (["Content-Length: 7, 7"], 7, false),
      (["Content-Length: 7", "Content-Length: 8"], nil, true),
      (["Content-Length: 7, 8"], nil, true), (["Content-Length: much"], nil, true),
      (["Content-Length: -1"], nil, true), (["Content-Length: 7,"], nil, true),
      (["Content-Length: 7", "Transfer-Encoding: chunked"], nil, false),
      (["Content-Length: 7, 8", "Transfer-Encoding: chunked"], nil, false),
    ] as [([String], Int64?, Bool)])
  func `lengths that contradict each other are none`(
    fields: [String], length: Int64?, isContradictory: Bool
  ) {
    var head = Self.head("HTTP/1.1 200 OK")
    for line in fields + [""] { head.take(line + "\r\n") }
    #expect(head.contentLength == length)
    #expect(head.hasContradictoryLength == isContradictory)
  }
}
