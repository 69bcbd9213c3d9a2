import FileSupport
import Records
import Testing

@testable import CSV
@testable import Input

struct CSVReaderTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let records: [[String]]

    init(_ text: String, _ records: [[String]]) {
      testDescription = text.debugDescription
      self.text = text
      self.records = records
    }
  }

  /// Texts whose lines end with a line feed, which the tests replace by the other line ends.
  static let cases = [
    Case("", []),
    Case("\n\n", []),
    Case("a", [["a"]]),
    Case("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    Case("a,b\n\n\nc,d", [["a", "b"], ["c", "d"]]),
    Case(",\n", [["", ""]]),
    Case("a,\n,b\n", [["a", ""], ["", "b"]]),
    Case(" a , b\t\n \n", [[" a ", " b\t"], [" "]]),
    Case("\"a\",\"b\"\n", [["a", "b"]]),
    Case("\"\"\n\"\",\"\"\n", [[""], ["", ""]]),
    Case("\"a,b\",c\n", [["a,b", "c"]]),
    Case("\"a\"\"b\",\"\"\"\"\n", [["a\"b", "\""]]),
    Case("\"a\nb\",c\nd,e\n", [["a\nb", "c"], ["d", "e"]]),
    Case("a,\"b\n\n\nc\"\nd,e\n", [["a", "b\n\n\nc"], ["d", "e"]]),
    Case("a,\"\n\"\nd,e", [["a", "\n"], ["d", "e"]]),
    Case("\" a \",\" b\"\n", [[" a ", " b"]]),
    Case("SENAI - \"X\",b\n", [["SENAI - \"X\"", "b"]]),
    Case("3/8\",b\"\"c\n", [["3/8\"", "b\"\"c"]]),
    Case(" \"a\", \"b\"\n", [["a", "b"]]),
    Case("\"a\" ,b\n\"c\"\t\n", [["a", "b"], ["c"]]),
    Case("a, \"b\"\"c,d\" ,e\n", [["a", "b\"c,d", "e"]]),
    Case("\"a\nb\" , \"c\"\nd,e\n", [["a\nb", "c"], ["d", "e"]]),
    Case("a, \"big\" one, \"b\n", [["a", " \"big\" one", " \"b"]]),
    Case("a\0b,\"c\0\"\n\0\n", [["a\0b", "c\0"], ["\0"]]),
    Case("\u{A0}a,é€😀\n", [["\u{A0}a", "é€😀"]]),
    Case("a;b,c\n'd','e'\n", [["a;b", "c"], ["'d'", "'e'"]]),
    Case("a,b\nc\nd,e,f\n", [["a", "b"], ["c"], ["d", "e", "f"]]),
  ]

  @Test(arguments: cases, LineEnd.allCases)
  func `records are read whatever ends the lines`(row: Case, lineEnd: LineEnd) throws {
    let text = lineEnd.apply(to: row.text)
    let records = row.records.map { $0.map(lineEnd.apply) }
    for blockSize in blockSizes {
      for batchBytes in batchSizes {
        for end in ["", lineEnd.rawValue] {
          let reading = Reading(blockSize: blockSize, batchBytes: batchBytes)
          let read = try reading.records(of: Array((text + end).utf8))
          #expect(read.map(\.fields) == records)
          #expect(read.allSatisfy { $0.problem == nil })
        }
      }
    }
  }

  @Test(arguments: blockSizes, batchSizes)
  func `lines are counted as they are in the file`(blockSize: Int, batchBytes: Int) throws {
    let text = "a,b\r\n\r\n\"c\r\nd\n\re\",f\rg,h\n\n\n\"i\n\",j"
    let read = try Reading(blockSize: blockSize, batchBytes: batchBytes)
      .records(of: Array(text.utf8), withRaw: true)
    #expect(
      read == [
        ReadRecord(line: 1, fields: ["a", "b"], raw: "a,b"),
        ReadRecord(
          line: 3, lineCount: 4, fields: ["c\r\nd\n\re", "f"], raw: "\"c\r\nd\n\re\",f"),
        ReadRecord(line: 7, fields: ["g", "h"], raw: "g,h"),
        ReadRecord(line: 10, lineCount: 2, fields: ["i\n", "j"], raw: "\"i\n\",j"),
      ])
  }

  @Test(arguments: blockSizes, batchSizes)
  func `the header is skipped, and reading starts again behind it`(
    blockSize: Int, batchBytes: Int
  ) throws {
    let file = try TemporaryFile(Array("title\r\n\r\nx,\"y\r\nz\"\r\n1,2\r\n3,4".utf8))
    var reading = Reading(blockSize: blockSize, batchBytes: batchBytes, fieldCount: 2)
    reading.afterLine = 4
    var reader = try reading.reader(of: file.path)
    let expected = [
      ReadRecord(line: 5, fields: ["1", "2"]), ReadRecord(line: 6, fields: ["3", "4"]),
    ]
    #expect(try reader.copies() == expected)
    try reader.rewind()
    #expect(try reader.copies() == expected)
  }

  @Test(arguments: blockSizes)
  func `the head is there to find the header in`(blockSize: Int) throws {
    let file = try TemporaryFile(Array("x,y\n\"1\n2\",3\n4,5".utf8))
    var batch = RecordBatch()
    var reader = try Reading(blockSize: blockSize).reader(of: file.path)
    reader.readHead(into: &batch)
    let whole = batch.copies(withRaw: true)
    #expect(whole.map(\.fields) == [["x", "y"], ["1\n2", "3"], ["4", "5"]])
    #expect(whole.map(\.raw) == ["x,y", "\"1\n2\",3", "4,5"])

    var reading = Reading(blockSize: blockSize)
    reading.limits.headBytes = 14
    reader = try reading.reader(of: file.path)
    reader.readHead(into: &batch)
    #expect(batch.copies().map(\.fields) == [["x", "y"], ["1\n2", "3"]])
    #expect(try reader.copies().count == 3)
  }

  @Test(arguments: [(100_000, 2, "\n"), (1, 6000, "\r\n"), (60, 2000, "\n"), (200_000, 1, "")])
  func `a long header is not cut`(label: Int, columns: Int, end: String) throws {
    let labels = (0..<columns).map { "c\($0)" + String(repeating: "x", count: label) }
    let record = Array(repeating: "1234", count: columns)
    let text = [labels, record, record].map { $0.joined(separator: ",") + end }
    let lines = end.isEmpty ? text.prefix(1) : text[...]
    let file = try TemporaryFile(Array(lines.joined().utf8))
    var reading = Reading(blockSize: 1 << 16)
    reading.request = DialectRequest()
    var reader = try reading.reader(of: file.path)
    #expect(reader.detection.fieldCount == columns)
    var batch = RecordBatch()
    reader.readHead(into: &batch)
    #expect(batch.copies().first?.fields == labels)
    #expect(
      try reader.copies().map(\.fields) == Array([labels, record, record].prefix(lines.count)))
  }

  @Test func `the start of a line that is too long is no header`() throws {
    let file = try TemporaryFile(Array((String(repeating: "x", count: 2000) + "\n1,2\n").utf8))
    var reading = Reading(blockSize: 64)
    (reading.limits.headBytes, reading.limits.recordBytes) = (100, 1000)
    reading.request = DialectRequest()
    var reader = try reading.reader(of: file.path)
    var batch = RecordBatch()
    reader.readHead(into: &batch)
    #expect(batch.records.isEmpty)
    #expect(try reader.copies().map(\.problem) == [.tooLarge, nil])
  }

  @Test(arguments: blockSizes)
  func `batches are cut at the same records whatever the block size`(blockSize: Int) throws {
    let text = (1...500).map { "\($0),\"a\nb\"\n" }.joined()
    let file = try TemporaryFile(Array(text.utf8))
    var reading = Reading(blockSize: blockSize, batchBytes: 100)
    reading.limits.batchRecords = 7
    var reader = try reading.reader(of: file.path)
    var batch = RecordBatch()
    var counts: [Int] = []
    while try reader.read(into: &batch) {
      counts.append(batch.records.count)
      #expect(batch.consumedSHA256.count == 32)
      #expect(batch.consumedBytes <= Int64(text.utf8.count))
    }
    #expect(counts == Array(repeating: 7, count: 71) + [3])
    #expect(batch.consumedBytes == Int64(text.utf8.count))
  }

  @Test(arguments: blockSizes)
  func `a batch is as much larger as it is to be`(blockSize: Int) throws {
    let file = try TemporaryFile(Array((1...100).map { "\($0),a\n" }.joined().utf8))
    for (records, bytes, counts) in [(7, 1000, [7, 21, 14, 58]), (100, 20, [5, 13, 8, 74])] {
      var reading = Reading(blockSize: blockSize, batchBytes: bytes)
      reading.limits.batchRecords = records
      var reader = try reading.reader(of: file.path)
      var batch = RecordBatch()
      var found: [Int] = []
      for factor in [1, 3, 2, 100] {
        batch.sizeFactor = factor
        #expect(try reader.read(into: &batch))
        found.append(batch.records.count)
      }
      #expect(found == counts)
    }
  }

  @Test func `an empty source is empty`() throws {
    for (bytes, isEmpty): ([UInt8], Bool) in [
      ([], true), ([0xEF, 0xBB, 0xBF], true), ([0x0A], false), ([0x61], false),
    ] {
      let file = try TemporaryFile(bytes)
      let reader = try Reading().reader(of: file.path)
      #expect(reader.isEmpty == isEmpty)
    }
  }

  @Test(arguments: blockSizes, batchSizes)
  func `a source can do without quotes`(blockSize: Int, batchBytes: Int) throws {
    var reading = Reading(blockSize: blockSize, batchBytes: batchBytes)
    reading.request.quote = DialectRequest.Quote.none
    let read = try reading.records(of: Array("\"a,b\"\n\"c\n".utf8))
    #expect(read.map(\.fields) == [["\"a", "b\""], ["\"c"]])
  }
}
