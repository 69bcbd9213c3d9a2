import CSV
import Datasets
import Records

/// Writes the records of a file as CSV or JSON, none left out but those without a value.
struct RecordWriter {
  /// How many fields a record has.
  private(set) var width: Int
  /// How many fields a record has at least: those up to the last column with a label.
  private var leastWidth: Int
  /// How the values of each column are read; empty where the text stays as it is.
  private(set) var columns: [ColumnValues.Reading]
  /// The same of the first table, and its labels.
  private let first: (columns: [ColumnValues.Reading], labels: [String])
  /// The tables that begin further down, and whose first record has not been written.
  var tables: [TableSurvey.Table] = []
  /// Tells records that have a space behind each delimiter; nil where none is taken out.
  var delimiterSpace: DelimiterSpace?
  /// A record that may begin a table, until the one below it is known.
  private var held: HeldRecord?
  let format: RecordFormat
  /// Whether the records are objects of JSON, whose values have types.
  var isFromJSON = false
  /// Tells the header when it comes again: its labels are no values that should be others.
  private let header: RepeatedHeader
  /// The columns in which the record that was written last has a value unlike the others.
  var misfits: [Int] = []
  /// The columns' labels for messages.
  private let labels: [String]
  /// The names of the members of a JSON object, as `"name":`.
  var names: [[UInt8]] = []
  /// Whether a record that is written as it is read is already CSV.
  private let isCopied: Bool
  /// What was made of a value, on its way to the output.
  var made: [UInt8] = []

  /// A writer for the records of a file.
  ///
  /// - Parameters:
  ///   - layout: where the file's header is.
  ///   - width: how many fields a record has.
  ///   - columns: what is made of the values; empty to leave the text as it is.
  ///   - format: CSV or JSON.
  init(_ layout: TableLayout, width: Int, columns: [ColumnValues], format: RecordFormat) {
    self.width = width
    leastWidth = layout.leastFieldCount
    first = (columns.map(\.reading), layout.labels)
    self.columns = first.columns
    self.format = format
    isCopied = columns.isEmpty && format == .csv && layout.isCommaSeparated
    header = RepeatedHeader(layout.headerLines)
    labels = columns.indices.map(layout.name)
    names = Self.names(layout.labels, width: width)
  }

  /// The members' names: labels that are empty or there twice are made distinct.
  private static func names(_ labels: [String], width: Int) -> [[UInt8]] {
    var used: Set<String> = []
    return (0..<width).map { column in
      let label = column < labels.count ? labels[column] : ""
      var name = label.isEmpty ? "column\(column + 1)" : label
      while !used.insert(name).inserted { name += "_\(column + 1)" }
      return member(name)
    }
  }

  static func member(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSON.string(name).append(to: &bytes)
    return bytes + [UInt8(ascii: ":")]
  }

  /// Writes the header: one line as it is, several joined to one.
  func writeHeader(
    _ head: borrowing RecordBatch, _ layout: TableLayout, to bytes: inout [UInt8]
  ) {
    guard format == .csv, let row = layout.header.first else { return }
    if let fields = delimiterSpace?.header(layout, of: head) {
      let record = RecordBatch(fields, like: head.records[row])
      appendCSV(
        fields.indices.map { record.range(ofField: $0, in: 0) }, of: record.bytes, to: &bytes)
    } else if layout.header.count == 1 {
      var fields = (0..<Int(head.records[row].fieldCount)).map {
        head.range(ofField: $0, in: row)
      }
      if let surplus = layout.surplusLabel { fields.remove(at: surplus) }
      appendCSV(fields, of: head.bytes, to: &bytes)
    } else {
      let labels = layout.labels.map { Array($0.utf8) }
      var fields: [Range<Int>] = []
      for label in labels {
        let start = fields.last?.upperBound ?? 0
        fields.append(start..<start + label.count)
      }
      appendCSV(fields, of: Array(labels.joined()), to: &bytes)
    }
  }

  /// Writes the records of a batch.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - holdsLast: whether the last of them may begin a table: it is written before the next ones.
  ///   - bytes: where the text goes.
  ///   - deviations: gets the records that are not as the header says.
  mutating func write(
    _ batch: borrowing RecordBatch, holdingLast holdsLast: Bool = false, to bytes: inout [UInt8],
    _ deviations: inout Deviations
  ) {
    writeHeld(to: &bytes, &deviations)
    bytes.reserveCapacity(bytes.count + batch.raw.count + batch.raw.count / 8)
    if holdsLast { held = HeldRecord(batch.records.count - 1, of: batch) }
    var problems = batch.problems[...]
    var start = 0
    for row in batch.records.indices.dropLast(holdsLast ? 1 : 0) {
      let record = batch.records[row]
      let count = Int(record.fieldCount)
      let lastField = Int(record.firstField) + count
      let end = count > 0 ? Int(batch.fieldEnds[lastField - 1]) : start
      let rawLength = Int(record.rawEnd - record.rawStart)
      if record.line == tables.first?.line {
        beginTable(&deviations)
        // Its labels are the names in each object.
        if format == .ndjson {
          start = end
          continue
        }
      }
      while let first = problems.first, first.record < row { problems.removeFirst() }
      if let problem = problems.first, problem.record == row {
        deviations.add(line: record.line, problem.message)
        // Of what is too large there is only the start.
        if problem.code != .tooLarge { writeRepaired(row, of: batch, to: &bytes) }
        if !misfits.isEmpty { reportMisfits(row, of: batch, to: &deviations) }
      } else if let fields = delimiterSpace?.fields(ofRecord: row, of: batch, width: width) {
        deviations.add(line: record.line, DelimiterSpace.message)
        write(0, of: RecordBatch(fields, like: record), to: &bytes)
      } else if isCopied, count == width, end - start + count - 1 == rawLength, end > start,
        isPlain(batch, record)
      {
        bytes.append(contentsOf: batch.raw[Int(record.rawStart)..<Int(record.rawEnd)])
        bytes.append(0x0A)
      } else if end > start, !isBlank(row, of: batch) {
        if count < leastWidth || count > width && hasSurplus(row, of: batch) {
          deviations.add(line: record.line, "expected \(width) fields but found \(count)")
        }
        write(row, of: batch, to: &bytes)
        if !misfits.isEmpty { reportMisfits(row, of: batch, to: &deviations) }
      }
      start = end
    }
  }

  /// Writes the record that was held back.
  mutating func writeHeld(to bytes: inout [UInt8], _ deviations: inout Deviations) {
    guard let record = held else { return }
    held = nil
    write(record.batch, to: &bytes, &deviations)
  }

  /// Goes on with the next table: its records are as long as its header, and read as those of the first
  /// one where it has the same labels.
  private mutating func beginTable(_ deviations: inout Deviations) {
    let table = tables.removeFirst()
    deviations.add(table)
    (width, leastWidth) = (table.fields, table.fields)
    names = Self.names(table.labels, width: width)
    guard !first.columns.isEmpty else { return }
    let isSame = table.labels == first.labels
    columns = isSame ? first.columns : Array(repeating: .text, count: width)
  }

  /// Adds the values of the record that are not what their columns' others are.
  private mutating func reportMisfits(
    _ row: Int, of batch: borrowing RecordBatch, to deviations: inout Deviations
  ) {
    let record = batch.records[row]
    let isHeader = header.matches(record, batch.fieldEnds.span, in: batch.bytes.span)
    for column in misfits where !isHeader {
      let found = QuotedText.quoted(batch.text(ofField: column, in: row))
      deviations.add(
        line: batch.records[row].line,
        "\(labels[column]): expected \(columns[column].expectation) but found \(found)")
    }
    misfits.removeAll()
  }

  /// Whether a record without quotes around its fields has none within them either.
  @inline(__always)
  private func isPlain(_ batch: borrowing RecordBatch, _ record: RecordBatch.Record) -> Bool {
    let raw = batch.raw.span
    var quotes: UInt8 = 0
    for position in Int(record.rawStart)..<Int(record.rawEnd) {
      quotes |= raw[position] == 0x22 ? 1 : 0
    }
    return quotes == 0
  }

  private func isBlank(
    _ row: Int, of batch: borrowing RecordBatch, from first: Int = 0
  ) -> Bool {
    let bytes = batch.bytes.span
    return (first..<max(first, Int(batch.records[row].fieldCount))).allSatisfy {
      bytes.trimmed(batch.range(ofField: $0, in: row)).isEmpty
    }
  }

  /// Whether a record has a value beyond the last column.
  private func hasSurplus(_ row: Int, of batch: borrowing RecordBatch) -> Bool {
    !isBlank(row, of: batch, from: width)
  }

  /// How many fields of a record are written: those of the columns, and more where there is a value.
  func writtenCount(_ row: Int, of batch: borrowing RecordBatch) -> Int {
    let count = Int(batch.records[row].fieldCount)
    return count > width && !hasSurplus(row, of: batch) ? width : count
  }

  /// Writes what could be made out of a record with a problem, in valid UTF-8.
  @inline(never)
  private mutating func writeRepaired(
    _ row: Int, of batch: borrowing RecordBatch, to bytes: inout [UInt8]
  ) {
    let record = batch.records[row]
    let fields = (0..<Int(record.fieldCount)).map { Array(batch.text(ofField: $0, in: row).utf8) }
    // What was expected and is not there has no text.
    if fields.contains(where: { !$0.isEmpty }) {
      write(0, of: RecordBatch(fields, like: record), to: &bytes)
    }
  }

  private mutating func write(
    _ row: Int, of batch: borrowing RecordBatch, to bytes: inout [UInt8]
  ) {
    switch format {
    case .csv: writeCSV(row, of: batch, to: &bytes)
    case .ndjson: writeJSON(row, of: batch, to: &bytes)
    }
  }
}
