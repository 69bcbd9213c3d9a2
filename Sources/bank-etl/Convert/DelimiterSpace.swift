import CSV
import Records

/// Tells records that have a space behind each delimiter, in a file whose others have none.
///
/// `convert --no-types` writes the text of cells as it is; there the spaces would become part of it.
struct DelimiterSpace {
  private let dialect: Dialect
  /// The same with the space as part of the delimiter.
  private let spaced: Dialect

  static let message =
    "expected no space behind the delimiters but found one behind each; it is no part of the cells"

  /// Fewer records without such a space show nothing.
  private static let leastRecords = 3
  /// In a narrower table, one space is as likely part of its cell.
  private static let leastFields = 3

  /// Looks at the first records for whether their fields start with spaces; nil where they do, or too few
  /// show that they don't.
  ///
  /// - Parameters:
  ///   - head: the first records.
  ///   - layout: where the table is.
  ///   - dialect: how the records are written; nil for the rows of a sheet.
  init?(_ head: borrowing RecordBatch, _ layout: TableLayout, _ dialect: Dialect?) {
    guard let dialect, dialect.delimiter.bytes.count == 1, dialect.delimiter.bytes != [0x20],
      layout.fieldCount >= Self.leastFields,
      let delimiter = Delimiter(String(decoding: dialect.delimiter.bytes + [0x20], as: UTF8.self))
    else { return nil }
    self.dialect = dialect
    var spaced = dialect
    spaced.delimiter = delimiter
    self.spaced = spaced
    var (plain, changed) = (0, 0)
    for row in head.records.indices where Int(head.records[row].fieldCount) == layout.fieldCount {
      if !Self.hasSpace(row, of: head) {
        plain += 1
      } else if fields(ofRecord: row, of: head, width: layout.fieldCount) != nil {
        changed += 1
      } else {
        return nil
      }
    }
    guard plain >= max(Self.leastRecords, changed * 3) else { return nil }
  }

  /// The labels without the spaces; nil where the header is on several lines, or no such record.
  func header(_ layout: TableLayout, of head: borrowing RecordBatch) -> [[UInt8]]? {
    guard layout.header.count == 1, let row = layout.header.first else { return nil }
    return fields(ofRecord: row, of: head, width: layout.fieldCount)
  }

  /// The fields of a record without the spaces.
  ///
  /// - Parameters:
  ///   - row: the record, counting from 0.
  ///   - batch: its batch.
  ///   - width: how many fields a record has.
  /// - Returns: nil where it is not such a record.
  @inline(__always)
  func fields(ofRecord row: Int, of batch: borrowing RecordBatch, width: Int) -> [[UInt8]]? {
    guard Int(batch.records[row].fieldCount) == width, Self.hasSpace(row, of: batch) else {
      return nil
    }
    return cut(row, of: batch, width: width)
  }

  @inline(never)
  private func cut(_ row: Int, of batch: borrowing RecordBatch, width: Int) -> [[UInt8]]? {
    let record = batch.records[row]
    guard record.lineCount == 1, width >= Self.leastFields else { return nil }
    let line = Array(batch.raw[Int(record.rawStart)..<Int(record.rawEnd)])
    let fields = LineEdits(line, spaced, width: width).fields
    guard let fields, fields.count == width, fields.count(where: { !$0.isEmpty }) > 1,
      !fields.contains(where: { $0.first == 0x20 })
    else { return nil }
    return fields
  }

  /// Whether a field behind the first one starts with a space.
  @inline(__always)
  private static func hasSpace(_ row: Int, of batch: borrowing RecordBatch) -> Bool {
    let record = batch.records[row]
    let ends = batch.fieldEnds.span
    let bytes = batch.bytes.span
    let first = Int(record.firstField)
    for field in first..<first + max(0, Int(record.fieldCount) - 1) {
      let start = Int(ends[field])
      if start < bytes.count, bytes[start] == 0x20, Int(ends[field + 1]) > start { return true }
    }
    return false
  }
}
