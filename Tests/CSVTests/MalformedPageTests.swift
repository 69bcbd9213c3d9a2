import FileSupport
import Foundation
import Records
import Testing

@testable import CSV
@testable import Input

/// What `docs/malformed.md` says of malformed files is what the reader does.
struct MalformedPageTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let flaw: String
    let file: [UInt8]
    let expected: String
    var testDescription: String { flaw }
  }

  static let rows: [Row] = {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/malformed.md").standardized
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line -> Row? in
      guard let match = line.wholeMatch(of: /\| (.+?) \| `(.+)` \| `(.+)` \|/) else { return nil }
      return Row(
        flaw: String(match.output.1), file: bytes(String(match.output.2)),
        expected: String(match.output.3).replacing("\\|", with: "|"))
    }
  }()

  /// The bytes of a file as the page writes them.
  private static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "x"):
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default: bytes.append(next)
      }
    }
    return bytes
  }

  private static func written(_ records: [ReadRecord]) -> String {
    records.map { record in
      let code = record.problem.map { $0.rawValue + " " } ?? ""
      return code + record.fields.joined(separator: "|")
    }.joined(separator: " / ")
      .replacing("\n", with: "\\n").replacing("\0", with: "\\x00")
      .replacing("\u{FFFD}", with: "\\uFFFD")
  }

  @Test func `the page has the table`() {
    #expect(Self.rows.count >= 38)
  }

  @Test(arguments: rows, blockSizes)
  func `the reader does what the page says`(row: Row, blockSize: Int) throws {
    let file = try TemporaryFile(row.file)
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    reading.limits.salvages = true
    var reader = try reading.reader(of: file.path)
    var head = RecordBatch()
    reader.readHead(into: &head)
    let layout = TableLayout(head, reader.detection)
    let header = layout.header.isEmpty ? [] : [ReadRecord(line: 1, fields: layout.labels)]
    let width = layout.labels.isEmpty ? layout.fieldCount : layout.labels.count
    reader.beginRecords(
      afterLine: layout.lastHeaderLine, fieldCount: width,
      leastFieldCount: layout.leastFieldCount)
    let records = try reader.copies().filter { !$0.fields.allSatisfy(\.isEmpty) }
    #expect(Self.written(header + records) == row.expected)
  }
}
