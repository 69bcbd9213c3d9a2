import ServerSupport
import Testing

@testable import Transfer

@Suite(.enabled(if: TLSServer.program != nil, "needs the openssl program"))
struct TLSTests {
  private static let file = "HTTP/1.0 200 OK\nContent-Length: 3\n\nabc"

  @Test func `a certificate that nobody vouches for is refused, and taken when it is named`() throws
  {
    let server = try TLSServer(certificateFor: "IP:127.0.0.1", ["list.csv": Self.file])
    let refused = try makeDownload(server.url("list.csv"))
    let error = #expect(throws: TransferError.self) { try refused.open() }
    #expect(error?.kind == .untrusted, "\(error?.description ?? "")")
    let taken = try makeDownload(server.url("list.csv")) { $0.certificates = server.certificate }
    #expect(try taken.readAll() == Array("abc".utf8))
  }

  @Test func `a certificate of another name is refused`() throws {
    let server = try TLSServer(certificateFor: "DNS:example.org", ["list.csv": Self.file])
    let download = try makeDownload(server.url("list.csv")) { $0.certificates = server.certificate }
    let error = #expect(throws: TransferError.self) { try download.open() }
    #expect(error?.kind == .untrusted, "\(error?.description ?? "")")
  }

  @Test func `nothing leads from https to http`() throws {
    let plain = try TestServer { _ in .file(fileBytes) }
    defer { plain.stop() }
    let answer = "HTTP/1.0 302 Found\nLocation: \(plain.url())\nContent-Length: 0\n\n"
    let server = try TLSServer(certificateFor: "IP:127.0.0.1", ["list.csv": answer])
    let download = try makeDownload(server.url("list.csv")) { $0.certificates = server.certificate }
    let error = #expect(throws: TransferError.self) { try download.open() }
    #expect(error?.kind == .untrusted, "\(error?.description ?? "")")
    #expect(plain.requests.isEmpty)
  }
}
