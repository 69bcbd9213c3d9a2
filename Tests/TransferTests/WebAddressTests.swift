import Testing

@testable import Transfer

struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org/a.csv", "https://example.org/a.csv", "https://example.org:443"),
    ("HTTPS://Example.org:8443/a", "https://Example.org:8443/a", "https://example.org:8443"),
    ("http://me:secret@example.org/a", "http://example.org/a", "http://example.org:80"),
    ("http://me:p%40ss@example.org/", "http://example.org/", "http://example.org:80"),
    ("http://token@[::1]:80/", "http://[::1]:80/", "http://[::1]:80"),
    (
      "https://e.org/a?year=2&api_key=7#x", "https://e.org/a?year=2&api_key=***",
      "https://e.org:443"
    ),
    (
      "https://e.org/?X-Amz-Signature=7&a", "https://e.org/?X-Amz-Signature=***&a",
      "https://e.org:443"
    ),
    (
      "https://e.org/?access_token=a=b&c=d", "https://e.org/?access_token=***&c=d",
      "https://e.org:443"
    ),
  ])
  func `what is shown of an address has no secrets in it`(
    text: String, shown: String, origin: String
  ) throws {
    #expect(WebAddress.isAddress(text))
    let address = try WebAddress(text)
    #expect(address.shown == shown)
    #expect(address.origin == origin)
    #expect(address.isSecure == origin.hasPrefix("https"))
    #expect(!address.shown.contains("secret") && !address.target.contains("secret"))
  }

  @Test(arguments: [
    "http://", "http://a b/", "http://me:p@ss@e.org/", "http://a:b:c/", "http://e.org:99999/",
  ])
  func `what is no address is refused, without being shown`(text: String) {
    let error = #expect(throws: TransferError.self) { try WebAddress(text) }
    #expect(error?.kind == .unusableAddress)
    #expect(error?.description.contains(text) == false)
  }

  @Test(arguments: ["list.csv", "-", "ftp://e.org/", "./http://e.org", "C:/x"])
  func `a path is no address`(text: String) { #expect(!WebAddress.isAddress(text)) }

  @Test(arguments: [
    ("b", "https://e.org/x/b"), ("/b c", "https://e.org/b%20c"), ("//f.org/b", "https://f.org/b"),
    ("http://me:secret@f.org/", "http://f.org/"), ("?q=1", "https://e.org/x/a?q=1"),
  ])
  func `a redirection is relative to where it comes from`(location: String, target: String) throws {
    #expect(try WebAddress("https://me:secret@e.org/x/a").resolving(location).target == target)
  }

  @Test(arguments: [
    ("https://e.org/ping/1", "https://e.org/ping/1/start"),
    ("https://e.org/ping/1/", "https://e.org/ping/1/start"),
    ("https://e.org", "https://e.org/start"),
    ("https://e.org/k/slug?create=1", "https://e.org/k/slug/start?create=1"),
  ])
  func `a word goes behind the path`(text: String, target: String) throws {
    #expect(try WebAddress(text).appending("start").target == target)
  }
}
