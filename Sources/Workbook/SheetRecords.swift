import Records

/// Rows of cells on their way into a batch: the records of a sheet.
///
/// A row is begun, gets its cells from left to right, and is ended. A row whose cells are all empty is
/// no record.
struct SheetRecords: ~Copyable {
  /// The records so far.
  var batch = RecordBatch()
  /// Rows up to this one are passed over.
  var skippedRows: Int64 = 0
  /// How many fields a record has at least; those behind are kept only where they have a value.
  var fieldCount = 0
  /// The most records in a batch.
  var batchRecords: Int
  /// The name of the sheet, for messages.
  var sheet = ""

  /// The row that was begun last, counting from 1.
  private(set) var row: Int64 = 0
  /// How many cells of the current row are there.
  private(set) var column = 0
  /// How many of them there are up to the last that has a value.
  private var usedColumns = 0
  private var firstField = 0
  private var firstByte = 0
  private var problems: [RecordProblem] = []

  /// A batch is complete when its records have at least this many bytes of text: 512 KiB.
  static let batchBytes = 1 << 19
  /// The most bytes the text of a cell may have: 16 MiB.
  ///
  /// Excel allows 32,767 characters.
  static let cellBytesMax = 16 << 20
  /// The most bytes the cells of a row may have together: 64 MiB.
  static let rowBytesMax = 64 << 20
  /// The most columns; Excel's own limit.
  static let columnsMax = 16_384
  /// The most rows; Excel's own limit is 1,048,576.
  static let rowsMax: Int64 = 16_777_216

  init(batchRecords: Int = 1 << 14) {
    self.batchRecords = batchRecords
  }

  /// Whether the batch is to be handed out before the next row.
  var isFull: Bool {
    batch.records.count >= batchRecords || batch.raw.count >= Self.batchBytes
  }

  /// Starts again above the first row.
  mutating func restart() {
    batch.removeAll()
    row = 0
  }

  /// Begins a row.
  ///
  /// - Parameter number: its number, counting from 1; nil for the one below the last.
  /// - Returns: false where the number is none, or not above the last row's.
  mutating func beginRow(_ number: Int64?) -> Bool {
    let next = number ?? row + 1
    guard next > row, next <= Self.rowsMax else { return false }
    row = next
    column = 0
    usedColumns = 0
    firstField = batch.fieldEnds.count
    firstByte = batch.bytes.count
    problems.removeAll(keepingCapacity: true)
    return true
  }

  /// Whether the current row is passed over.
  var isSkipped: Bool { row <= skippedRows }

  /// Goes to a column, over cells that are empty.
  ///
  /// - Returns: false where the column is left of the last cell, or beyond the limit.
  @inline(__always)
  mutating func moveTo(column target: Int) -> Bool {
    guard target >= column, target < Self.columnsMax else { return false }
    while column < target { endCell() }
    return true
  }

  /// Adds text to the current cell.
  @inline(__always)
  mutating func append(_ text: Span<UInt8>) {
    guard batch.bytes.count - firstByte + text.count <= Self.rowBytesMax,
      text.count <= Self.cellBytesMax
    else {
      noteTooLarge()
      return
    }
    batch.bytes.append(text)
  }

  /// Adds a byte to the current cell.
  @inline(__always)
  mutating func append(_ byte: UInt8) { batch.bytes.append(byte) }

  /// Ends the current cell.
  @inline(__always)
  mutating func endCell() {
    let end = batch.bytes.count
    let isEmpty = end == Int(batch.fieldEnds.last ?? 0)
    batch.fieldEnds.append(Int32(truncatingIfNeeded: end))
    column += 1
    if !isEmpty { usedColumns = column }
  }

  /// Adds text to the current cell, and ends it.
  @inline(__always)
  mutating func endCell(with text: Span<UInt8>) {
    append(text)
    endCell()
  }

  /// Says that the current cell has an error in place of its value, which is its text.
  mutating func noteError(_ text: String) {
    noteCell(.cellError, "expected a value but found \(text) at \(place)")
  }

  /// Says that the current cell is to be a day, and has the number of one that never was.
  mutating func noteNoDay(_ text: [UInt8]) {
    let number = String(decoding: text, as: UTF8.self)
    noteCell(
      .invalidDate,
      "expected a day but found \(number), the 29th of February 1900, which never was, at \(place)")
  }

  /// What a spreadsheet calls the current cell.
  private var place: String { "\(sheet)!\(Self.letters(of: column))\(row)" }

  /// Says that the current cell has no value.
  private mutating func noteCell(_ code: RejectCode, _ message: String) {
    problems.append(
      RecordProblem(record: batch.records.count, field: column, code: code, message: message))
  }

  /// Says, once, that the row has too much text.
  private mutating func noteTooLarge() {
    guard !problems.contains(where: { $0.field == nil }) else { return }
    problems.append(
      RecordProblem(
        record: batch.records.count, code: .tooLarge,
        message: "expected a row of at most \(Self.rowBytesMax >> 20) MiB but found more"))
  }

  /// Ends the row; it becomes a record where it has a value.
  mutating func endRow() {
    guard usedColumns > 0 || !problems.isEmpty else {
      removeRow()
      return
    }
    let wanted = max(usedColumns, fieldCount)
    while column < wanted { endCell() }
    batch.fieldEnds.removeLast(column - wanted)
    if !problems.isEmpty { batch.problems += problems }
    let rawStart = batch.raw.count
    appendRaw(wanted)
    batch.records.append(
      RecordBatch.Record(
        firstField: Int32(truncatingIfNeeded: firstField),
        fieldCount: Int32(truncatingIfNeeded: wanted),
        rawStart: Int32(truncatingIfNeeded: rawStart),
        rawEnd: Int32(truncatingIfNeeded: batch.raw.count), line: row, lineCount: 1))
  }

  private mutating func removeRow() {
    batch.fieldEnds.removeLast(batch.fieldEnds.count - firstField)
    batch.bytes.removeLast(batch.bytes.count - firstByte)
  }

  /// Writes the row as a line of CSV: the text that a reject keeps.
  private mutating func appendRaw(_ count: Int) {
    let (allBytes, allEnds) = (batch.bytes, batch.fieldEnds)
    let (bytes, ends) = (allBytes.span, allEnds.span)
    var start = firstByte
    for field in firstField..<firstField + count {
      if field > firstField { batch.raw.append(UInt8(ascii: ",")) }
      let end = Int(ends[field])
      let text = bytes.extracting(start..<end)
      if text.needsQuotes {
        batch.raw.append(UInt8(ascii: "\""))
        for index in text.indices {
          if text[index] == UInt8(ascii: "\"") { batch.raw.append(UInt8(ascii: "\"")) }
          batch.raw.append(text[index])
        }
        batch.raw.append(UInt8(ascii: "\""))
      } else {
        batch.raw.append(text)
      }
      start = end
    }
  }

  /// What a spreadsheet calls a column: `A` to `Z`, `AA` and on.
  static func letters(of column: Int) -> String {
    var rest = column
    var letters = ""
    repeat {
      letters = String(UnicodeScalar(UInt8(0x41 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }
}

extension Span<UInt8> {
  /// Whether a field of CSV must be quoted.
  ///
  /// RFC 4180, 2.6: "Fields containing line breaks (CRLF), double quotes, and commas should be
  /// enclosed in double-quotes."
  fileprivate var needsQuotes: Bool {
    for index in indices {
      switch self[index] {
      case 0x22, 0x2C, 0x0A, 0x0D: return true
      default: continue
      }
    }
    return false
  }
}
