import CSV
import Datasets
import Records

/// Writes the records of a file as CSV or JSON, none left out but those without a value.
struct RecordWriter {
  /// How many fields a record has.
  let width: Int
  /// How many fields a record has at least: those up to the last column with a label.
  private let leastWidth: Int
  /// How the values of each column are read; empty where the text stays as it is.
  let columns: [ColumnValues.Reading]
  private let format: RecordFormat
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
    self.columns = columns.map(\.reading)
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
    if layout.header.count == 1 {
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
  ///   - bytes: where the text goes.
  ///   - deviations: gets the records that are not as the header says.
  mutating func write(
    _ batch: borrowing RecordBatch, to bytes: inout [UInt8], _ deviations: inout Deviations
  ) {
    bytes.reserveCapacity(bytes.count + batch.raw.count + batch.raw.count / 8)
    var problems = batch.problems[...]
    var start = 0
    for row in batch.records.indices {
      let record = batch.records[row]
      let count = Int(record.fieldCount)
      let lastField = Int(record.firstField) + count
      let end = count > 0 ? Int(batch.fieldEnds[lastField - 1]) : start
      let rawLength = Int(record.rawEnd - record.rawStart)
      if let problem = problems.first, problem.record == row {
        problems.removeFirst()
        deviations.add(line: record.line, problem.message)
        writeRepaired(row, of: batch, to: &bytes)
        if !misfits.isEmpty { reportMisfits(row, of: batch, to: &deviations) }
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
    var copy = RecordBatch()
    var record = batch.records[row]
    for field in 0..<Int(record.fieldCount) {
      copy.bytes.append(contentsOf: batch.text(ofField: field, in: row).utf8)
      copy.fieldEnds.append(Int32(copy.bytes.count))
    }
    record.firstField = 0
    copy.records.append(record)
    if record.fieldCount > 0 { write(0, of: copy, to: &bytes) }
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

// MARK: CSV

extension RecordWriter {
  private mutating func writeCSV(
    _ row: Int, of batch: borrowing RecordBatch, to bytes: inout [UInt8]
  ) {
    let count = writtenCount(row, of: batch)
    for field in 0..<max(count, width) {
      if field > 0 { bytes.append(0x2C) }
      guard field < count else { continue }
      let range = batch.range(ofField: field, in: row)
      guard field < columns.count else {
        CellWriter.appendCSV(range, of: batch.bytes, to: &bytes)
        continue
      }
      let value = batch.bytes.span.trimmed(range)
      switch columns[field].make(value, of: batch.bytes, into: &made) {
      case .made:
        bytes.append(contentsOf: made)
        continue
      case .misfit: misfits.append(field)
      case .kept: break
      }
      CellWriter.appendCSV(value, of: batch.bytes, to: &bytes)
    }
    bytes.append(0x0A)
  }

  private func appendCSV(_ fields: [Range<Int>], of text: [UInt8], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      CellWriter.appendCSV(
        columns.isEmpty ? field : text.span.trimmed(field), of: text, to: &bytes)
    }
    for _ in fields.count..<max(fields.count, width) { bytes.append(0x2C) }
    bytes.append(0x0A)
  }
}
