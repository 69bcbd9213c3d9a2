import Input
import Records
import Testing

@testable import Documents

/// What is larger than it may be.
struct DocumentLimitsTests {
  static let blocks = DocumentReaderTests.blocks

  @Test(arguments: blocks)
  func `a record beyond the limit is a problem, and what follows is read`(block: Int) throws {
    let large = String(repeating: "[\"}\\\"\"],", count: 400)
    let json = try DocumentSample("[{\"a\":1},\n{\"a\":[\(large)1]},\n{\"a\":2}]")
    defer { json.remove() }
    let records = try json.records(block: min(block, 7), batchBytes: 16, recordBytes: 1000)
    #expect(records.count == 4 && records[1] == "1 nu=1" && records[3] == "3 nu=2", "\(records)")
    #expect(records[2].hasPrefix("2 tooLarge"))
    let text = String(repeating: "x", count: 3000)
    let table = try DocumentSample("|a|\n|-|\n|1|\n|\(text)|\n|2|\n", .markdown)
    defer { table.remove() }
    let rows = try table.records(block: min(block, 7), batchBytes: 16, recordBytes: 1000)
    #expect(rows.count == 4 && rows[1] == "3 st=1" && rows[3] == "5 st=2", "\(rows)")
  }

  @Test(arguments: blocks)
  func `first records beyond the limit are problems, and the next ones show the columns`(
    block: Int
  ) throws {
    let large = String(repeating: "[\"}\\\"\"],", count: 400)
    let text = "{\"a\":[\(large)1]}\n{\"a\":[\(large)1]}\n{\"b\":1}\n{\"b\":2}\n"
    for text in [text, "[" + text.dropLast().replacing("}\n{", with: "},\n{") + "]"] {
      let json = try DocumentSample(text)
      defer { json.remove() }
      for batchBytes in [16, 1 << 20] {
        let message = "tooLarge: expected at most 1000 bytes in a record, but found more"
        let expected = ["b", "1 \(message)", "2 \(message)", "3 nu=1", "4 nu=2"]
        let records = try json.records(block: block, batchBytes: batchBytes, recordBytes: 1000)
        #expect(records == expected)
        let reader = try json.reader(block: block, batchBytes: batchBytes, recordBytes: 1000)
        var batch = RecordBatch()
        reader.readHead(into: &batch)
        #expect(batch.records.count >= 4 && batch.problems.count == 2)
        while try reader.read(into: &batch) {}
        try reader.rewind()
        var again: [String] = []
        while try reader.read(into: &batch) { again += DocumentSample.texts(batch) }
        #expect(again == Array(expected.dropFirst()))
      }
    }
    let alone = try DocumentSample("{\"meta\":1,\"rows\":[{\"a\":[\(large)1]}]}")
    defer { alone.remove() }
    let reader = try alone.reader(block: block, batchBytes: 16, recordBytes: 1000)
    #expect(reader.fieldCount == 0 && reader.arrayPath == ["rows"])
    #expect(reader.flaw?.message.hasPrefix("expected at most 1000 bytes") == true)
  }

  @Test func `many names do not make a batch of many fields`() throws {
    let text = (0..<200).map { "{\"c\($0)\":\($0)}\n" }.joined()
    let json = try DocumentSample(text)
    defer { json.remove() }
    let reader = try json.reader(block: 4096, batchBytes: 4096, recordBytes: 1000)
    var batch = RecordBatch()
    reader.readHead(into: &batch)
    #expect(reader.fieldCount == 200 && batch.fieldEnds.count <= 4096 + 200)
    var (records, batches) = (0, 0)
    while try reader.read(into: &batch) {
      #expect(batch.fieldEnds.count <= 4096 + 200)
      records += batch.records.count
      batches += 1
    }
    #expect(records == 200 && batches > 8)
  }

  @Test func `more names than a record may have fields are told`() throws {
    let names = (0...16_384).map { "\"c\($0)\":1" }.joined(separator: ",")
    let json = try DocumentSample("{\(names)}")
    defer { json.remove() }
    let reader = try json.reader(block: 4096, batchBytes: 1 << 20, recordBytes: 1 << 20)
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    let expected = "expected at most 16384 names in all records but found \"c16384\" too"
    #expect(batch.problems.map(\.message) == [expected])
  }

  @Test(arguments: blocks)
  func `a value beyond the limit is a problem`(block: Int) throws {
    let large = String(repeating: "x", count: 300)
    let bytes = #"{"$base64":true,"encoded":"\#(large)"}"#
    let json = try DocumentSample("[{\"a\":\"\(large)\"},{\"a\":\(bytes)},{\"a\":2}]")
    defer { json.remove() }
    let records = try json.records(block: block, fieldBytes: 100)
    #expect(
      records == [
        "a", "1 tooLarge: expected at most 100 bytes in a field, but found 300",
        "2 by=\(large)", "3 nu=2",
      ])
    let table = try DocumentSample("|a|\n|-|\n|1|\n|\(large)|\n|2|\n", .markdown)
    defer { table.remove() }
    #expect(
      try table.records(block: block, fieldBytes: 100) == [
        "a", "3 st=1", "4 tooLarge: expected at most 100 bytes in a field, but found 300", "5 st=2",
      ])
  }
}
