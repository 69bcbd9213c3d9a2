import Records
import SeedSupport
import Testing

@testable import CSV

/// Lines that are given to libcsv many at a time are read as if each came by itself.
struct LinePaceTests {
  /// Lines of three fields, and in some places what is not.
  private static let pieces = [
    "a,b,c", "\"a,b\",c,d", "\"a\"\"b\",\"\",\"\"\"\"", ",,", "a,\"b\nc\",d", "a,b", "a,b,c,d", "",
    " a,b,c", "a,b ,c", "\"a\" ,b,c", "a, \"b\",c", "a\"b,c,d", "\"a\"b,c,d", "\"a,b,c",
    "a\tb,\t,c",
    "\u{0},\u{A0},\u{FEFF}",
  ]

  @Test(arguments: LineEnd.allCases, [0, 2, 20, 1_000])
  func `they are the records of single lines`(end: LineEnd, share: Int) throws {
    var random = SeededGenerator(seed: UInt64(share))
    let lines = (0..<1_500).map { number in
      // One of so many is something else.
      share > 0 && Int.random(in: 0..<share, using: &random) == 0
        ? Self.pieces.randomElement(using: &random) ?? ""
        : "\(number),\"x, \"\"y\"\"\",z\(number % 7)"
    }
    let bytes = Array(end.apply(to: lines.joined(separator: "\n") + "\n").utf8)
    // A batch of one record leaves no room for several lines.
    let single = try Reading(batchBytes: 1, fieldCount: 3).records(of: bytes, withRaw: true)
    for blockSize in [7, 4096, 256 << 10] {
      let records = try Reading(blockSize: blockSize, fieldCount: 3)
        .records(of: bytes, withRaw: true)
      #expect(records == single)
    }
  }

  @Test func `where lines fail again and again, they are tried seldom`() {
    var pace = LinePace()
    #expect(pace.singles == 0 && pace.lines > 100)
    var tries = 0
    for _ in 0..<100_000 {
      if pace.singles > 0 {
        pace.noteSingle()
      } else {
        tries += 1
        pace.noteFailure(of: 8)
      }
    }
    #expect(tries < 100 && pace.lines < 10)
    pace.noteSuccess()
    #expect(pace.lines > 10)
  }
}
