import Testing

@testable import CSV
@testable import Input

/// Whatever table is written as CSV reads back exactly.
struct RoundTripTests {
  /// A small generator of the same numbers for the same seed (Knuth's MMIX constants).
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  static let pieces = [
    "a", "B", "7", " ", "\t", ",", ";", "\"", "\"\"", "\n", "\r\n", "\r", "\0", "é", "€", "😀",
    "'", "|", "\u{A0}", "long text without anything in it",
  ]

  static func table(_ random: inout Random) -> [[String]] {
    let columns = Int.random(in: 1...6, using: &random)
    return (0..<Int.random(in: 1...30, using: &random)).map { _ in
      let row = (0..<columns).map { _ in
        (0..<Int.random(in: 0...4, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      return row
    }
  }

  static func csv(_ table: [[String]], _ delimiter: String, _ random: inout Random) -> String {
    let lineEnd = LineEnd.allCases.randomElement(using: &random)?.rawValue ?? "\n"
    let lines = table.map { row in
      row.map { field in
        // A field that is quoted without need reads the same; an only, empty field needs it.
        let needsQuotes =
          field.unicodeScalars.contains { "\"\r\n".unicodeScalars.contains($0) }
          || field.contains(delimiter) || row == [""]
        return needsQuotes || Bool.random(using: &random)
          ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
      }.joined(separator: delimiter)
    }
    return lines.joined(separator: lineEnd) + (Bool.random(using: &random) ? lineEnd : "")
  }

  @Test(arguments: 1...100)
  func `a table reads back`(seed: Int) throws {
    var random = Random(state: UInt64(seed))
    let table = Self.table(&random)
    let delimiter = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
    let text = Self.csv(table, delimiter, &random)
    for blockSize in blockSizes {
      for batchBytes in batchSizes {
        var reading = Reading(
          blockSize: blockSize, batchBytes: batchBytes, fieldCount: table[0].count)
        reading.delimiter = Array(delimiter.utf8)[0]
        let read = try reading.records(of: Array(text.utf8))
        #expect(read.map(\.fields) == table, "\(text.debugDescription)")
        #expect(read.allSatisfy { $0.problem == nil })
      }
    }
  }

  @Test(arguments: 1...100)
  func `any bytes give the same records however they are cut`(seed: Int) throws {
    var random = Random(state: UInt64(seed) << 20)
    let bytes = (0..<Int.random(in: 1...400, using: &random)).flatMap { _ in
      Array((Self.pieces.randomElement(using: &random) ?? "").utf8).prefix(
        Int.random(in: 1...9, using: &random))
    }
    var reading = Reading(fieldCount: 3)
    let expected = try reading.records(of: bytes, withRaw: true)
    for blockSize in blockSizes {
      for batchBytes in batchSizes {
        reading.blockSize = blockSize
        reading.limits.batchBytes = batchBytes
        let read = try reading.records(of: bytes, withRaw: true)
        #expect(read == expected)
      }
    }
  }
}
