import CSV
import Datasets
import Records

/// What was counted of the records of a file, and which ones are no ordinary data.
struct RecordCensus {
  /// A record that is shown with its place.
  struct Mention {
    let line: Int64
    let text: String

    /// A record of a batch, its start only.
    init(_ row: Int, of batch: borrowing RecordBatch) {
      let record = batch.records[row]
      let raw = batch.raw[Int(record.rawStart)..<Int(record.rawEnd)].prefix(80)
      (line, text) = (record.line, String(decoding: raw, as: UTF8.self))
    }
  }

  /// The first records above a header, without those that have no value.
  ///
  /// - Parameters:
  ///   - layout: where the header is.
  ///   - head: the first records of the file.
  /// - Returns: as many as are shown.
  static func preamble(_ layout: TableLayout, of head: borrowing RecordBatch) -> [Mention] {
    let first = layout.headerLine ?? layout.lastHeaderLine + 1
    var mentions: [Mention] = []
    for row in head.records.indices where mentions.count < footerLimit {
      guard head.records[row].line < first else { break }
      let hasValue = (0..<Int(head.records[row].fieldCount)).contains {
        !head.bytes.span.trimmed(head.range(ofField: $0, in: row)).isEmpty
      }
      if hasValue { mentions.append(Mention(row, of: head)) }
    }
    return mentions
  }

  /// Records with a value, and those without any.
  private(set) var records: Int64 = 0
  private(set) var blank: Int64 = 0
  /// Records that span several lines.
  private(set) var multiLine: Int64 = 0
  /// Records with more or fewer fields than the header.
  private(set) var ragged: Int64 = 0
  /// Records that are the header once more.
  private(set) var repeatedHeaders: Int64 = 0
  /// Records that can't be read, by the reason.
  private(set) var problems: [RejectCode: Int64] = [:]
  /// Rows of totals: how many, and the first ones.
  private(set) var totals: Int64 = 0
  private(set) var firstTotals: [Mention] = []
  /// The records at the end that are no data, if nothing has followed them.
  private(set) var footer: [Mention] = []
  /// The columns.
  private(set) var columns: [ColumnProfile]

  private let header: RepeatedHeader
  private let footerKinds: TableFooter
  private let hasNames: Bool

  private static let shownTotals = 3
  private static let footerLimit = 20

  /// A census of the records below a header.
  ///
  /// - Parameters:
  ///   - layout: where the header is.
  ///   - request: what the command line says of the columns.
  ///   - hasNames: whether the records name their values, so that one with few of them is no
  ///     footer, and one that is called so no total.
  init(_ layout: TableLayout, _ request: ReadingRequest, hasNames: Bool) {
    self.hasNames = hasNames
    let width = max(layout.labels.count, layout.labels.isEmpty ? layout.fieldCount : 0)
    columns = (0..<width).map {
      ColumnProfile(
        label: $0 < layout.labels.count ? layout.labels[$0] : "",
        order: request.order(ofColumn: $0), mark: request.mark(ofColumn: $0))
    }
    header = RepeatedHeader(layout.headerLines)
    footerKinds = TableFooter(layout)
  }

  /// Counts the first records of a batch.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - count: how many of them are of the table.
  mutating func add(_ batch: borrowing RecordBatch, first count: Int) {
    var unreadable = batch.problems[...]
    for row in batch.records.indices.prefix(count) {
      let record = batch.records[row]
      if record.lineCount > 1 { multiLine += 1 }
      if let problem = unreadable.first, problem.record == row {
        unreadable = unreadable.drop { $0.record == row }
        records += 1
        problems[problem.code, default: 0] += 1
        continue
      }
      add(row, record, of: batch)
    }
  }

  private mutating func add(
    _ row: Int, _ record: RecordBatch.Record, of batch: borrowing RecordBatch
  ) {
    let fields = (0..<Int(record.fieldCount)).map {
      batch.bytes.span.trimmed(batch.range(ofField: $0, in: row))
    }
    let filled = fields.count { !$0.isEmpty }
    guard filled > 0 else {
      blank += 1
      return
    }
    records += 1
    if header.matches(record, batch.fieldEnds.span, in: batch.bytes.span) {
      repeatedHeaders += 1
      return
    }
    let isRagged = footerKinds.isRagged(fields)
    if isRagged { ragged += 1 }
    let isTotal = !hasNames && footerKinds.isTotal(fields, of: batch.bytes)
    if isTotal {
      totals += 1
      if firstTotals.count < Self.shownTotals { firstTotals.append(Mention(row, of: batch)) }
    }
    // What has a value in one of many columns is a note.
    if isTotal || isRagged || filled == 1 && columns.count > 2 && !hasNames {
      if footer.count < Self.footerLimit, !hasNames { footer.append(Mention(row, of: batch)) }
      return
    }
    footer.removeAll()
    for column in columns.indices where column < fields.count {
      columns[column].add(fields[column], of: batch.bytes, line: record.line)
    }
  }
}
