import FileSupport
import Records
import Testing

@testable import CSV
@testable import Input

struct ReadingLimitsTests {
  /// Fields of 20 bytes, records of 50, and 10 of what is too large.
  static func reading(_ blockSize: Int, _ batchBytes: Int) -> Reading {
    var reading = Reading(blockSize: blockSize, batchBytes: batchBytes, fieldCount: 2)
    reading.limits.fieldBytes = 20
    reading.limits.recordBytes = 50
    reading.limits.excerptBytes = 10
    return reading
  }

  static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  static func bad(_ line: Int64, _ code: RejectCode, _ raw: String) -> ReadRecord {
    ReadRecord(line: line, fields: [], problem: code, raw: raw)
  }

  static let end = ReadRecord(line: 2, fields: ["a", "b"], raw: "a,b")

  static let rows: [(text: String, first: ReadRecord)] = [
    ("\(x(20)),b\na,b\n", ReadRecord(line: 1, fields: [x(20), "b"], raw: x(20) + ",b")),
    ("\(x(21)),b\na,b\n", bad(1, .tooLarge, x(10))),
    ("\"\(x(21))\",b\na,b\n", bad(1, .tooLarge, "\"" + x(9))),
    ("\(x(49))\na,b\n", bad(1, .tooLarge, x(10))),
    ("\(x(50))\na,b\n", bad(1, .tooLarge, x(10))),
    ("\(x(100_000))\na,b\n", bad(1, .tooLarge, x(10))),
    ("\(x(100_000))\r\na,b\n", bad(1, .tooLarge, x(10))),
    ("\(x(100_000))\ra,b\n", bad(1, .tooLarge, x(10))),
    ("\"\(x(100_000))\na,b\n", bad(1, .tooLarge, "\"" + x(9))),
    ("\"\(x(22))\na,b\n", bad(1, .unclosedQuote, "\"" + x(22))),
  ]

  @Test(arguments: rows, blockSizes)
  func `what is too large is a problem, and the next line is read`(
    row: (text: String, first: ReadRecord), blockSize: Int
  ) throws {
    // Reading 100 kB byte by byte in three batch sizes is no better a test.
    guard blockSize > 3 || row.text.utf8.count < 1000 else { return }
    for batchBytes in batchSizes {
      let read = try Self.reading(blockSize, batchBytes)
        .records(of: Array(row.text.utf8), withRaw: true)
      #expect(read == [row.first, Self.end])
    }
  }

  @Test(arguments: blockSizes)
  func `a record over many lines has a limit, too`(blockSize: Int) throws {
    // Each field is short enough, and together they are too long.
    let text = "\"\(Self.x(18))\n\",\"\(Self.x(8))\n\(Self.x(8))\nb\"\nc,d\n"
    for batchBytes in batchSizes {
      var reading = Self.reading(blockSize, batchBytes)
      reading.limits.recordBytes = 30
      let read = try reading.records(of: Array(text.utf8))
      #expect(read.first == ReadRecord(line: 1, fields: [], problem: .unclosedQuote))
      #expect(read.last == ReadRecord(line: 5, fields: ["c", "d"]))
      reading.limits.recordBytes = 100
      #expect(try reading.records(of: Array(text.utf8)).map(\.lineCount) == [4, 1])
    }
  }

  @Test(arguments: blockSizes)
  func `a line without an end at the end of the source`(blockSize: Int) throws {
    let text = "a,b\n" + Self.x(1000)
    for batchBytes in batchSizes {
      let read = try Self.reading(blockSize, batchBytes)
        .records(of: Array(text.utf8), withRaw: true)
      #expect(
        read == [
          ReadRecord(line: 1, fields: ["a", "b"], raw: "a,b"),
          Self.bad(2, .tooLarge, Self.x(10)),
        ])
    }
  }

  /// A text in which many lines open a quote that is not closed.
  struct Adversary: CustomTestStringConvertible {
    let testDescription: String
    var start = ""
    let line: String
    let count: Int
    let fields: Int
  }

  static let adversaries = [
    Adversary(
      testDescription: "one quote, many lines", start: "\"a\n", line: "b\n", count: 20_000,
      fields: 2
    ),
    Adversary(testDescription: "a quote a line", line: "\"a\n", count: 10_000, fields: 2),
    Adversary(
      testDescription: "fields that close and open", line: "a\",b,\"c\n", count: 4_000,
      fields: 9999),
    Adversary(testDescription: "an escaped quote", line: "\"\"\"\n", count: 10_000, fields: 2),
    Adversary(testDescription: "three quotes", line: "\"\"\"a\n", count: 10_000, fields: 2),
    Adversary(testDescription: "quotes only", line: "\"", count: 100_001, fields: 2),
    Adversary(testDescription: "a comma in quotes", line: "\",\n", count: 10_000, fields: 1000),
  ]

  @Test(arguments: adversaries)
  func `the work stays in proportion to the source`(adversary: Adversary) throws {
    let text =
      adversary.start + String(repeating: adversary.line, count: adversary.count) + "\nx,y\n"
    let file = try TemporaryFile(Array(text.utf8))
    var input = try TextInput(path: file.path)
    var window = TextWindow()
    try window.fill(from: &input, unread: .max)
    var limits = ReadingLimits()
    limits.rescannedBytes = 1 << 13
    var scanner = RecordScanner(
      dialect: Dialect(), expectedFields: adversary.fields, limits: limits)
    var position = 0
    var last: [String]?
    while position < text.utf8.count {
      var batch = RecordBatch()
      let start = position
      _ = scanner.scan(&window, from: &position, batchStart: start, into: &batch)
      last = batch.copies().last?.fields
    }
    #expect(last == ["x", "y"])
    let rescanned = scanner.rescannedBytes
    #expect(rescanned <= limits.rescannedBytes + 8 * Int64(text.utf8.count))
  }
}
