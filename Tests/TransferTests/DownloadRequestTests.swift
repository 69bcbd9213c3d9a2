import ServerSupport
import Testing

@testable import Transfer

/// What is sent, and to whom.
struct DownloadRequestTests {
  @Test func `a name, a password and headers go to the server of the address and to no other`()
    throws
  {
    let other = try TestServer { _ in .file(fileBytes) }
    defer { other.stop() }
    let target = other.url("signed?key=1")
    let server = try TestServer { request in
      request.number < 1 ? .status(307, ["Location: /next"]) : .status(307, ["Location: \(target)"])
    }
    defer { server.stop() }
    let url = server.url().replacing("http://", with: "http://me:se%20cret@")
    let download = try makeDownload(url) { $0.fields = ["X-Key: 7"] }
    #expect(try download.readAll() == fileBytes)
    #expect(server.requests.map(\.line) == ["GET /list.csv", "GET /next"])
    for request in server.requests {
      #expect(request.field("Authorization") == "Basic bWU6c2UgY3JldA==")
      #expect(request.field("X-Key") == "7")
      #expect(request.field("User-Agent") == "test/1")
    }
    let last = try #require(other.requests.first)
    #expect(last.line == "GET /signed?key=1")
    #expect(last.field("Authorization") == nil && last.field("X-Key") == nil)
    #expect(download.response?.finalAddress == other.url("signed?key=***"))
    #expect(download.address.shown == server.url())
  }

  @Test func `the version that is here is named, and need not be sent again`() throws {
    let server = try TestServer { request in
      request.field("If-None-Match") == "W/\"7\"" && request.field("If-Modified-Since") == "then"
        ? .raw(304, ["ETag: W/\"7\""], []) : .status(400)
    }
    defer { server.stop() }
    let download = try makeDownload(server.url()) {
      $0.known = Validators(etag: "W/\"7\"", lastModified: "then")
    }
    #expect(try download.open().isUnmodified)
    #expect(try download.readAll().isEmpty)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    (Validators(etag: "\"a\"", lastModified: "then"), "\"a\""),
    (Validators(etag: "W/\"a\"", lastModified: "then"), "then"),
    (Validators(etag: "W/\"a\"", lastModified: nil), nil),
    (Validators(etag: nil, lastModified: nil), nil),
  ])
  func `a weak tag proves nothing about bytes`(validators: Validators, strong: String?) {
    #expect(validators.strong == strong)
  }
}
