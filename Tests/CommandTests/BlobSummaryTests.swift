import Testing

@testable import bank_etl

struct BlobSummaryTests {
  @Test(
    arguments: [
      ([], "BLOB, 0 bytes"), ([7], "BLOB, 1 byte"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG, 8 bytes"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG, 4 bytes"),
      (Array("GIF89a".utf8), "GIF, 6 bytes"),
      (Array("RIFF....WEBP".utf8), "WebP, 12 bytes"),
      (Array("RIFF....WAVE".utf8), "BLOB, 12 bytes"),
    ] as [([UInt8], String)])
  func `kind and size`(bytes: [UInt8], expected: String) {
    #expect(BlobSummary.text(bytes) == expected)
  }

  @Test(arguments: [
    (1023, "1023 bytes"), (1024, "1.0 KiB"), (12_595, "12.3 KiB"), (1 << 20, "1.0 MiB"),
    (5 << 30, "5.0 GiB"), (5 << 40, "5120.0 GiB"),
  ])
  func sizes(count: Int, expected: String) {
    #expect(BlobSummary.size(count) == expected)
  }
}
