import CSV
import Datasets
import Input
import Records

/// The conversion of one file: reading on one thread, writing on another.
struct FileConversion {
  let file: SourceFile
  let options: ImportOptions
  let format: RecordFormat
  /// Whether the text of the cells stays as it is.
  let keepsText: Bool
  let isQuiet: Bool

  /// For how long a pipe may be silent before what it has said decides how it is read, in milliseconds.
  private static let patience = 1000

  /// Writes the records of the file, each of them.
  ///
  /// - Returns: `success`, or `rejects` where some records are not as the header says.
  /// - Throws: `InputError`, `OutputError` or `CommandFailure`.
  func run() throws -> ExitStatus {
    var limits = ReadingLimits()
    limits.salvages = true
    limits.footerLines = options.footerLines
    limits.patience = Self.patience
    var reader = try RecordReader(file, options, limits)
    try reader.selectSheet(named: options.sheet, isOnly: true)
    var head = RecordBatch()
    let layout = try reader.findTable(into: &head, options.header)
    let request = try ReadingRequest(options, layout)
    let columns = keepsText ? [] : values(in: head, layout, request)
    let width = layout.labels.isEmpty ? layout.fieldCount : layout.labels.count
    var writer = RecordWriter(layout, width: width, columns: columns, format: format)
    var deviations = Deviations(path: file.path)
    let notes = isQuiet ? nil : ReadingNotes(path: file.path)
    if !isQuiet { noteDisagreement(reader.container) }
    notes?.show(reader.textDetection, reader.pausedAfter, layout, columns)
    deviations.addHeader(layout, of: head)
    for (index, column) in columns.enumerated() {
      if let text = column.objection(layout.name(ofColumn: index)) { deviations.add(column: text) }
    }
    var footer = TableFooter(layout)
    var output = Output()
    try output.write { writer.writeHeader(head, layout, to: &$0) }
    let stream = try Self.stream(reader)
    var survey = TableSurvey(layout)
    while let batch = stream.next(unless: { Interruption.isRequested }), !output.isClosed {
      let known = survey.tables.count
      _ = survey.add(batch)
      for table in survey.tables.dropFirst(known) { deviations.add(table) }
      try output.write { writer.write(batch, to: &$0, &deviations) }
      // Somebody may be waiting for it: a batch of a pipe ends where there is nothing more to read.
      try output.flush()
      footer.add(batch)
      stream.recycle(batch)
    }
    try output.flush()
    stream.stop()
    if !output.isClosed, let ending = try stream.finish() { notes?.show(ending.encoding) }
    if !output.isClosed { notes?.show(footer: footer) }
    return deviations.finish()
  }

  /// Writes the values that an import of the file would load.
  ///
  /// - Parameter datasets: the declarations.
  /// - Returns: `success`, or `rejects` where some records were rejected.
  /// - Throws: what the import's source throws, or `OutputError`.
  func run(with datasets: DataPackage) throws -> ExitStatus {
    let source = try ImportSource(
      file, datasets: datasets, options: options, patience: Self.patience)
    if !isQuiet { noteDisagreement(source.reader.container) }
    let recordsAbove = source.reader.recordsAbove
    var converter = RecordConverter(source.match)
    var rows = RowBatch(columnCount: converter.columns.count)
    let writer = RowTextWriter(columns: converter.columns, format: format)
    var deviations = Deviations(path: file.path)
    var output = Output()
    try output.write { writer.writeHeader(to: &$0) }
    let stream = try Self.stream(source.reader)
    while var batch = stream.next(unless: { Interruption.isRequested }), !output.isClosed {
      rows.removeAll()
      converter.convert(&batch, records: batch.records.indices, into: &rows)
      for reject in rows.rejects { deviations.add(reject) }
      try output.write { writer.write(rows, of: batch, to: &$0) }
      try output.flush()
      stream.recycle(batch)
    }
    try output.flush()
    stream.stop()
    if !output.isClosed { _ = try stream.finish() }
    if !isQuiet {
      let lines = TableListing.lines(converter.tables, recordsAbove: recordsAbove)
      Message.show(lines.map { Message($0, at: file.path) })
    }
    return deviations.finish()
  }

  private func noteDisagreement(_ content: ForeignFormat?) {
    guard let text = NameDisagreement.message(path: file.path, content: content) else { return }
    Message.show([Message(text, at: file.path)])
  }

  private func values(
    in head: borrowing RecordBatch, _ layout: TableLayout, _ request: ReadingRequest
  ) -> [ColumnValues] {
    let first = head.records.firstIndex { $0.line > layout.lastHeaderLine } ?? head.records.count
    let rows = first..<min(head.records.count, first + ColumnValues.recordLimit)
    return (0..<layout.fieldCount).map {
      ColumnValues($0, of: head, width: layout.fieldCount, rows: rows, request)
    }
  }

  /// Starts the reading on a thread of its own.
  private static func stream(_ reader: consuming RecordReader) throws -> RecordStream<
    RecordBatch, Ending
  > {
    var reader = reader
    return try RecordStream(of: RecordBatch.init) { batch in
      try reader.read(into: &batch) ? nil : Ending(encoding: reader.encoding)
    }
  }

  /// What is known at the end of the reading.
  private struct Ending: Sendable {
    /// The encoding of a text.
    var encoding: EncodingDecision?
  }
}
