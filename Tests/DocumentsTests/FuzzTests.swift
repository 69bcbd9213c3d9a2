import Input
import Records
import SeedSupport
import Testing

@testable import Documents

/// Whatever a document is changed to, nothing crashes, its records do not depend on the blocks, and their
/// lines ascend.
///
/// `make fuzz` goes on for a minute or as many seconds as BANK_ETL_FUZZ_SECONDS says.
struct FuzzTests {
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "null", "true", "-", "1e", "0.5",
    "\n", "\r\n",
    "\r", "{\"a\":1}", "\"b\":[{}]", "{\"$base64\":true,\"encoded\":\"", "|", "| --- |", "\\|",
    "&#", "<br>",
    "\u{1E}", "\0", "\u{FEFF}", "é",
  ].map { Array($0.utf8) }

  private static func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    for _ in 0...Int.random(in: 0..<6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 1..<20, using: &random)))
      case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
      default:
        let end = min(bytes.count, place + Int.random(in: 1..<40, using: &random))
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      }
    }
  }

  private static func check(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isJSON = seed % 3 != 0
    let samples = isJSON ? DocumentReaderTests.json : DocumentReaderTests.markdown
    var bytes = Array((samples.randomElement(using: &random)?.text ?? "").utf8)
    change(&bytes, &random)
    let document = try DocumentSample(bytes, isJSON ? .json : .markdown)
    defer { document.remove() }
    let whole = try document.records()
    for block in [1, 7] {
      let records = try document.records(block: block, batchRecords: 2)
      #expect(records == whole, "seed \(seed), blocks of \(block)")
    }
    let lines = whole.dropFirst().compactMap { text in
      Int(text.prefix { $0 != " " })
    }
    #expect(lines == lines.sorted(), "seed \(seed)")
    if isJSON { #expect(Set(lines).count == lines.count, "seed \(seed)") }
  }

  @Test func `changed documents`() throws {
    for seed in 0..<UInt64(300) { try Self.check(seed) }
    try FuzzTime.withSeeds(Self.check)
  }
}
