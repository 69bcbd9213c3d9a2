import Datasets
import Records

/// A batch of records with the rows that they were converted to.
struct ConvertedBatch: ~Copyable, Sendable {
  var records = RecordBatch()
  var rows: RowBatch
  /// The key of each of `rows.rejects` that is of the dataset; nil where it can't be read.
  private(set) var rejectKeys: [[Cell]?] = []
  /// The tables that the file has, as far as it was converted.
  private(set) var tables: [FileTable] = []
  /// Dates that can only be read in another order than their column, likewise.
  private(set) var contraryDates: [ContraryDates] = []
  /// The records that look like totals, likewise.
  var totals = TotalRows()
  /// What is said of columns without a label, likewise.
  var unlabelledNote: String?

  /// An empty batch for rows of `columnCount` cells.
  init(columnCount: Int) {
    rows = RowBatch(columnCount: columnCount)
  }

  /// Whether the source has the bytes of a field themselves, in base 64.
  ///
  /// - Parameters:
  ///   - position: the field's place in the record; less than 0 where the table lacks it.
  ///   - record: the record, counting from 0.
  /// - Returns: whether it has.
  func hasBytes(at position: Int, in record: Int) -> Bool {
    guard position >= 0, !records.fieldMarks.isEmpty else { return false }
    return records.fieldMarks[Int(records.records[record].firstField) + position] == .bytes
  }

  /// Converts the records to rows, in place of those that were there.
  ///
  /// - Parameter converter: converts them.
  mutating func convert(with converter: inout RecordConverter) {
    rows.removeAll()
    rejectKeys.removeAll(keepingCapacity: true)
    converter.convert(&records, records: records.records.indices, into: &rows)
    for index in rows.rejects.indices where rows.rejects[index].code != .otherTable {
      let record = records.record(atLine: rows.rejects[index].line)
      let key = record.flatMap { converter.key(ofRecord: $0, in: &records) }
      rows.rejects[index].key = key.flatMap { Reject.keyText($0, in: records.bytes) }
      rejectKeys.append(key)
    }
    tables = converter.tables
    contraryDates = converter.contraryDates
  }
}
