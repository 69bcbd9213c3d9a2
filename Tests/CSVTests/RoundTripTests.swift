import SeedSupport
import Testing

@testable import CSV
@testable import Input

/// Whatever table is written as CSV reads back exactly.
struct RoundTripTests {
  static let pieces = [
    "a", "B", "7", " ", "\t", ",", ";", "\"", "\"\"", "\n", "\r\n", "\r", "\0", "é", "€", "😀",
    "'", "|", ":", "^", "\\", "\\\"", ", ", ";,", "\u{A0}", "long text without anything in it",
  ]

  /// A table of `pieces`, but for those with one of these characters.
  static func table(_ random: inout SeededGenerator, without forbidden: String = "") -> [[String]] {
    let columns = Int.random(in: 1...6, using: &random)
    let pieces = pieces.filter { piece in
      !piece.unicodeScalars.contains { forbidden.unicodeScalars.contains($0) }
    }
    return (0..<Int.random(in: 1...30, using: &random)).map { _ in
      let row = (0..<columns).map { _ in
        (0..<Int.random(in: 0...4, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      return row == [""] && forbidden.contains("\n") ? ["a"] : row
    }
  }

  static func csv(
    _ table: [[String]], _ dialect: Dialect, _ random: inout SeededGenerator
  ) -> String {
    let lineEnd = LineEnd.allCases.randomElement(using: &random)?.rawValue ?? "\n"
    let delimiter = String(decoding: dialect.delimiter.bytes, as: UTF8.self)
    let lines = table.map { row in
      row.map { write($0, dialect, isOnly: row.count == 1, &random) }.joined(separator: delimiter)
    }
    return lines.joined(separator: lineEnd) + (Bool.random(using: &random) ? lineEnd : "")
  }

  private static func write(
    _ field: String, _ dialect: Dialect, isOnly: Bool, _ random: inout SeededGenerator
  ) -> String {
    guard let byte = dialect.quote else { return field }
    let quote = String(decoding: [byte], as: UTF8.self)
    let special = quote + "\r\n\\" + String(decoding: dialect.delimiter.bytes, as: UTF8.self)
    // A field that is quoted without need reads the same; an only, empty field needs it.
    let needsQuotes =
      field.unicodeScalars.contains { special.unicodeScalars.contains($0) }
      || isOnly && field.isEmpty
    guard needsQuotes || Bool.random(using: &random) else { return field }
    let escaped =
      switch dialect.escape {
      case .doubled: field.replacing(quote, with: quote + quote)
      case .backslash:
        field.replacing("\\", with: "\\\\").replacing(quote, with: "\\" + quote)
      }
    return quote + escaped + quote
  }

  static let delimiters = [",", ";", "\t", "|", " ", ":", "^", ", ", ";,", "||", " | ", "->"]
  static let quotes: [UInt8?] = [0x22, 0x27, nil]

  /// Every size of blocks, with a size of batches that is another for the next seed.
  private static func sizes(_ seed: Int) -> [(blockSize: Int, batchBytes: Int)] {
    blockSizes.enumerated().map { ($0.element, batchSizes[(seed + $0.offset) % batchSizes.count]) }
  }

  @Test(arguments: delimiters, 1...25)
  func `a table reads back, whatever its dialect`(delimiter: String, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let quote = Self.quotes.randomElement(using: &random) ?? 0x22
    let escape = quote == nil ? .doubled : Dialect.Escape.allCases.randomElement(using: &random)
    let dialect = Dialect(
      delimiter: try #require(Delimiter(delimiter)), quote: quote, escape: escape ?? .doubled)
    let table = Self.table(&random, without: quote == nil ? delimiter + "\n\r" : "")
    let text = Self.csv(table, dialect, &random)
    for (blockSize, batchBytes) in Self.sizes(seed) {
      var reading = Reading(
        blockSize: blockSize, batchBytes: batchBytes, fieldCount: table[0].count)
      reading.request = DialectRequest(
        delimiter: dialect.delimiter, quote: quote.map { .byte($0) } ?? DialectRequest.Quote.none,
        escape: dialect.escape)
      let read = try reading.records(of: Array(text.utf8))
      #expect(read.map(\.fields) == table, "\(text.debugDescription)")
      #expect(read.allSatisfy { $0.problem == nil })
    }
  }

  @Test(arguments: 1...100)
  func `any bytes give the same records however they are cut`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) << 20)
    let bytes = (0..<Int.random(in: 1...400, using: &random)).flatMap { _ in
      Array((Self.pieces.randomElement(using: &random) ?? "").utf8).prefix(
        Int.random(in: 1...9, using: &random))
    }
    var reading = Reading(fieldCount: 3)
    let expected = try reading.records(of: bytes, withRaw: true)
    for (blockSize, batchBytes) in Self.sizes(seed) {
      reading.blockSize = blockSize
      reading.limits.batchBytes = batchBytes
      let read = try reading.records(of: bytes, withRaw: true)
      #expect(read == expected)
    }
  }
}
