import Testing

@testable import bank_etl

struct Base64Tests {
  // RFC 4648, 10.
  private static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]

  @Test(arguments: vectors, [1, 2, 3, 7])
  func `bytes become text and come back, whatever the pieces are`(
    vector: (bytes: String, text: String), piece: Int
  ) {
    let bytes = Array(vector.bytes.utf8)
    var (encoder, text): (Base64, [UInt8]) = (Base64(), [])
    for start in stride(from: 0, to: bytes.count, by: piece) {
      encoder.append(Array(bytes[start..<min(bytes.count, start + piece)]), to: &text)
    }
    encoder.finish(to: &text)
    #expect(String(decoding: text, as: UTF8.self) == vector.text)
    #expect(Base64.bytes(of: text.span) == bytes)
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zm9v\n", "Zm 9", "Zm-_", "Zh==", "Zm9=",
  ])
  func `what is no base 64 has no bytes`(text: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.bytes(of: bytes.span) == nil)
  }
}
