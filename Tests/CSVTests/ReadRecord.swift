import FileSupport
import Records

@testable import CSV
@testable import Input

/// One record as a test sees it.
struct ReadRecord: Equatable, CustomStringConvertible {
  var line: Int64
  var lineCount: Int32 = 1
  var fields: [String]
  var problem: RejectCode?
  var raw: String?

  var description: String {
    "\(line)+\(lineCount) \(fields) \(problem.map(\.rawValue) ?? "") \(raw ?? "")"
  }
}

extension RecordBatch {
  /// The records with copies of their text.
  func copies(withRaw: Bool = false) -> [ReadRecord] {
    let codes = Dictionary(uniqueKeysWithValues: problems.map { ($0.record, $0.code) })
    return records.indices.map { index in
      let record = records[index]
      return ReadRecord(
        line: record.line, lineCount: record.lineCount,
        fields: (0..<Int(record.fieldCount)).map { text(ofField: $0, in: index) },
        problem: codes[index],
        raw: withRaw
          ? String(decoding: raw[Int(record.rawStart)..<Int(record.rawEnd)], as: UTF8.self) : nil)
    }
  }
}

/// The axis of every test that reads: it must not matter where the blocks of a source are cut.
let blockSizes = [1, 2, 3, 7, 4096, 256 << 10]

/// What ends a line: the axis of tests whose texts are written with line feeds.
enum LineEnd: String, CaseIterable {
  case lf = "\n"
  case crlf = "\r\n"
  case cr = "\r"

  /// The text with these line ends.
  func apply(to text: String) -> String { text.replacing("\n", with: rawValue) }
}

/// How much a batch takes: almost nothing, one record, a few, and the default.
let batchSizes = [1, 40, 1 << 20]

/// How a test reads a source.
struct Reading {
  var blockSize = 256 << 10
  var limits = ReadingLimits()
  var request = DialectRequest(delimiter: .comma, quote: .byte(0x22), escape: .doubled)
  var encoding: String?
  /// How many fields the header has; nil to leave that to the head.
  var fieldCount: Int?
  var afterLine: Int64 = 0

  init(blockSize: Int = 256 << 10, batchBytes: Int = 1 << 20, fieldCount: Int? = nil) {
    self.blockSize = blockSize
    self.fieldCount = fieldCount
    limits.batchBytes = batchBytes
  }

  /// A reader of the file at `path`.
  func reader(of path: String) throws -> CSVReader {
    let input = try TextInput(path: path, encoding: encoding, blockSize: blockSize)
    var reader = try CSVReader(input, request: request, limits: limits)
    if let fieldCount { reader.beginRecords(afterLine: afterLine, fieldCount: fieldCount) }
    return reader
  }

  /// All records of a file of these bytes.
  func records(of bytes: [UInt8], withRaw: Bool = false) throws -> [ReadRecord] {
    let file = try TemporaryFile(bytes)
    var reader = try reader(of: file.path)
    return try reader.copies(withRaw: withRaw)
  }
}

extension CSVReader {
  /// All records that are left.
  mutating func copies(withRaw: Bool = false) throws -> [ReadRecord] {
    var result: [ReadRecord] = []
    var batch = RecordBatch()
    while try read(into: &batch) { result += batch.copies(withRaw: withRaw) }
    return result
  }
}
