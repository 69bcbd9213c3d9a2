package import Records

/// Finds the tables of a source while its records go by: the first one, whose header is known, and
/// those below it.
///
/// A table begins with a record of nothing but labels, behind an empty line or of another length, and
/// with a record below it that has numbers, dates or times; where that has none, both must be so.
package struct TableSurvey: Sendable {
  /// One table.
  package struct Table: Sendable, Equatable {
    /// The physical line (or the sheet's row) of its first record, header included, counting from 1.
    package let line: Int64
    /// The last line that is not blank.
    package fileprivate(set) var lastLine: Int64
    /// How many records it has, its header left out and those of another length included.
    package fileprivate(set) var records: Int64
    /// How many columns it has.
    package let fields: Int
    /// Its labels; none for a first table without a header.
    package let labels: [String]
  }

  /// The tables so far, in the order of their lines.
  package private(set) var tables: [Table]
  /// Whether the last record may be the header of a table, if the one below it is as it should be.
  package var isUndecided: Bool { candidate != nil }
  /// How many records the fields of the current table have where they are as most are.
  private var fieldCount: Int
  /// How many columns the current table has up to the last one with a label.
  private var leastFields: Int
  private var nextLine: Int64
  private var hasGap = false
  /// The first line of the gap.
  private var gapStart: Int64 = 0
  private var candidate: Candidate?

  /// A record that is labels, if the one below it is as it should be.
  private struct Candidate {
    let table: Table
    /// The last line of the table above.
    let lastLineAbove: Int64
    let fieldCount: Int
    /// Whether it is longer or shorter than those before, and there is an empty line above it, or most of
    /// its labels are there above: then what is below it need have no values.
    let stands: Bool
  }

  /// How many tables are told apart; what follows belongs to the last one.
  private let tablesMax: Int
  /// The most bytes a label has.
  private static let labelBytesMax = 128

  /// A survey that starts behind the header of the first table.
  ///
  /// - Parameters:
  ///   - layout: where the first table is.
  ///   - isOnly: whether no record can be the header of another one, as in JSON.
  package init(_ layout: TableLayout, isOnly: Bool = false) {
    tablesMax = isOnly ? 1 : 1_000
    let width = layout.labels.isEmpty ? layout.fieldCount : layout.labels.count
    let line = layout.headerLine ?? layout.lastHeaderLine + 1
    fieldCount = width
    leastFields = layout.leastFieldCount
    nextLine = layout.lastHeaderLine + 1
    tables = [
      Table(
        line: line, lastLine: max(line, layout.lastHeaderLine), records: 0, fields: width,
        labels: layout.labels)
    ]
  }

  /// Takes in the next records.
  ///
  /// - Parameter batch: the records.
  /// - Returns: how many of them are before the header of a second table.
  package mutating func add(_ batch: borrowing RecordBatch) -> Int {
    var ofFirst = tables.count == 1 ? batch.records.count : 0
    var count: Int64 = 0
    for row in batch.records.indices {
      let record = batch.records[row]
      if record.line != nextLine { beginGap(on: nextLine) }
      nextLine = record.line + Int64(record.lineCount)
      count += 1
      guard hasGap || candidate != nil || !isOrdinary(record, of: batch) else { continue }
      let width = Self.width(row, of: batch)
      guard width > 0 else {
        beginGap(on: record.line)
        candidate = nil
        count -= 1
        continue
      }
      if let found = candidate, !hasGap, confirms(found, row, width, of: batch) {
        if tables.count == 1 { ofFirst = max(0, row - 1) }
        tables[tables.count - 1].records += count - 2
        tables[tables.count - 1].lastLine = found.lastLineAbove
        tables.append(found.table)
        (fieldCount, candidate, count) = (found.fieldCount, nil, 1)
        leastFields = found.table.fields
        continue
      }
      // The first record of a table is none of the next.
      let canBegin = tables.count < tablesMax && tables[tables.count - 1].records + count > 1
      candidate = canBegin ? labels(row, width, of: batch) : nil
      hasGap = false
    }
    tables[tables.count - 1].records += count
    tables[tables.count - 1].lastLine = nextLine - 1
    return ofFirst
  }

  /// Whether a record has as many fields as the table, and a value in the last one.
  @inline(__always)
  private func isOrdinary(_ record: RecordBatch.Record, of batch: borrowing RecordBatch) -> Bool {
    guard Int(record.fieldCount) == fieldCount, tables[tables.count - 1].fields == fieldCount else {
      return false
    }
    let last = Int(record.firstField) + fieldCount - 1
    return fieldCount < 2 || batch.fieldEnds[last] > batch.fieldEnds[last - 1]
  }

  private mutating func beginGap(on line: Int64) {
    if !hasGap { gapStart = line }
    hasGap = true
  }

  /// Whether a record is one of the table that the one above it would be the labels of.
  private func confirms(
    _ found: Candidate, _ row: Int, _ width: Int, of batch: borrowing RecordBatch
  ) -> Bool {
    let count = Int(batch.records[row].fieldCount)
    // What is as long as the records above is one of them.
    guard count == found.fieldCount || count != fieldCount else { return false }
    let isAsLong = count == found.fieldCount && count != fieldCount
    guard isAsLong || width <= found.table.fields && width * 2 > found.table.fields else {
      return false
    }
    return found.stands || hasValue(row, width, of: batch)
  }

  private func hasValue(_ row: Int, _ width: Int, of batch: borrowing RecordBatch) -> Bool {
    let bytes = batch.bytes.span
    return (0..<width).contains {
      switch CellShape(batch.range(ofField: $0, in: row), in: bytes, delimiter: []) {
      case .number, .moment: true
      default: false
      }
    }
  }

  /// The table that a record may be the labels of.
  private func labels(_ row: Int, _ width: Int, of batch: borrowing RecordBatch) -> Candidate? {
    let record = batch.records[row]
    let isOdd = width != tables[tables.count - 1].fields && width != leastFields
    guard width > 1, hasGap || isOdd else { return nil }
    let bytes = batch.bytes.span
    for field in 0..<width {
      let range = batch.range(ofField: field, in: row)
      guard range.count <= Self.labelBytesMax else { return nil }
      switch CellShape(range, in: bytes, delimiter: []) {
      case .word, .text: break
      default: return nil
      }
    }
    let texts = (0..<width).map { batch.text(ofField: $0, in: row) }
    guard texts.allSatisfy({ $0.first?.isNumber == false }), Set(texts).count == width else {
      return nil
    }
    return Candidate(
      table: Table(
        line: record.line, lastLine: record.line + Int64(record.lineCount) - 1, records: 0,
        fields: width, labels: texts), lastLineAbove: (hasGap ? gapStart : record.line) - 1,
      fieldCount: Int(record.fieldCount),
      stands: isOdd && (hasGap || sharesLabels(texts)))
  }

  /// Whether most labels are those of a table above.
  private func sharesLabels(_ labels: [String]) -> Bool {
    tables.contains { table in labels.count { table.labels.contains($0) } * 2 > labels.count }
  }

  /// How many fields a record has up to the last one that is not blank.
  private static func width(_ row: Int, of batch: borrowing RecordBatch) -> Int {
    var width = Int(batch.records[row].fieldCount)
    while width > 0 {
      let range = batch.range(ofField: width - 1, in: row)
      guard range.allSatisfy({ batch.bytes[$0] == 0x20 || batch.bytes[$0] == 0x09 }) else { break }
      width -= 1
    }
    return width
  }
}
