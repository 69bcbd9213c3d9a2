import Testing

@testable import Input

struct PictureKindTests {
  static let rows: [(head: [UInt8], kind: PictureKind?)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), ([0xFF, 0xD8, 0xFF, 0xDB], .jpeg),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
    (Array("RIFF1234WEBPVP8 ".utf8), .webp), (Array("RIFF1234WAVEfmt ".utf8), nil),
    ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff), ([0x49, 0x49, 0, 0x2A], nil),
    (Array("BM".utf8) + [9, 9, 9, 9, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0], .bmp),
    (Array("BMW cars are no bitmaps".utf8), nil), (Array("BM".utf8), nil),
    ([0, 0, 0, 32] + Array("ftypavif".utf8), .avif),
    ([0, 0, 0, 32] + Array("ftypheic".utf8), .heic),
    ([0, 0, 0, 32] + Array("ftypisom".utf8), nil), ([], nil), ([0x89, 0x50, 0x4E], nil),
    (Array("%PDF-1.7".utf8), nil), (Array("<svg xmlns".utf8), nil),
  ]

  @Test(arguments: rows)
  func `the first bytes tell`(row: (head: [UInt8], kind: PictureKind?)) {
    #expect(PictureKind(row.head) == row.kind)
    // What follows makes no difference.
    #expect(
      PictureKind(row.head + (row.head.isEmpty ? [] : Array(repeating: 0x20, count: 99)))
        == row.kind)
  }

  @Test func `no part of a head crashes or is taken for more than it is`() {
    for row in Self.rows {
      for count in 0..<row.head.count {
        let kind = PictureKind(row.head.prefix(count))
        #expect(kind == nil || kind == row.kind)
      }
    }
  }
}
