import Workbook
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

  /// For how long a pipe may be silent before what it has said decides how it is read, in milliseconds; twice
  /// as long after its first byte, it decides anyway.
  static let patience = 1000

  /// Writes the records of the file, each of them; of a workbook, those of all its visible sheets.
  ///
  /// - Parameter datasets: the declarations, whose headers may be on several lines; nil where there are none.
  /// - Returns: `success`, or `rejects` where some records are not as the header says.
  /// - Throws: `InputError`, `OutputError` or `CommandFailure`.
  func run(knowing datasets: DataPackage?) throws -> ExitStatus {
    let matcher = try? datasets.map {
      try ImportSource.matcher($0, options.limited(to: $0.datasets))
    }
    var limits = ReadingLimits()
    limits.salvages = true
    limits.footerLines = options.footerLines
    limits.patience = Self.patience
    ProgressLine.read(totalBytes: file.download == nil ? file.totalBytes : nil)
    let reader = try RecordReader(file, options, limits, allowsEmpty: true)
    ProgressLine.note(totalBytes: file.totalBytes)
    let sheets = try reader.selectSheets(named: options.sheets)
    if !isQuiet { notePassedOver(reader) }
    guard let workbook = reader.workbook else {
      return try write(reader, matcher, as: file.path).status
    }
    var status = ExitStatus.success
    var above: TableLayout?
    for sheet in sheets {
      workbook.select(sheet)
      let name = sheets.count > 1 ? SourcePart.sheet(sheet.name).name(in: file.path) : file.path
      let found = try write(RecordReader(of: workbook), matcher, as: name, below: above)
      above = found.layout
      status = max(status, found.status)
      if found.isClosed || Interruption.isRequested { break }
    }
    return status
  }

  /// Writes the records of a text, or of a sheet.
  ///
  /// - Parameters:
  ///   - reader: the text, or the sheet that is selected.
  ///   - matcher: knows the datasets.
  ///   - name: what messages call it.
  ///   - above: the table of the sheet before; nil for the first one. The same header is not written
  ///     again, another one is.
  /// - Returns: its table, and whether nobody reads the output any more.
  /// - Throws: `InputError`, `WorkbookError`, `OutputError` or `CommandFailure`.
  private func write(
    _ reader: consuming RecordReader, _ matcher: HeaderMatcher?, as name: String,
    below above: TableLayout? = nil
  ) throws -> (status: ExitStatus, layout: TableLayout, isClosed: Bool) {
    var head = RecordBatch()
    let layout = try reader.findTable(into: &head, options.header, matcher)
    let request = try ReadingRequest(options, layout)
    let columns = keepsText ? [] : values(in: head, layout, request, reader.hasNamesInRecords)
    let width = layout.labels.isEmpty ? layout.fieldCount : layout.labels.count
    var writer = RecordWriter(layout, width: width, columns: columns, format: format)
    writer.isFromJSON = reader.hasNamesInRecords
    var deviations = Deviations(path: name)
    let notes = isQuiet ? nil : ReadingNotes(path: name)
    let (isEmpty, isSkipped) = (reader.isEmpty, reader.isSkipped)
    // What lacks a member of an object, or its values, is as much data as the others.
    let hasFooter = !reader.hasNamesInRecords
    let isText = reader.dialect != nil
    var hasRecords = !head.records.isEmpty
    if hasRecords {
      let space = keepsText ? DelimiterSpace(head, layout, reader.dialect) : nil
      if let line = layout.headerLine, space?.header(layout, of: head) != nil {
        deviations.add(line: line, DelimiterSpace.message)
      }
      writer.delimiterSpace = space
      notes?.show(reader.textDetection, reader.pausedAfter, layout, columns)
    }
    deviations.addHeader(layout, of: head)
    for finding in HeaderFinding.all(layout, of: reader) {
      if finding.isGrave {
        deviations.add(line: finding.line, finding.text)
      } else {
        notes?.show(finding)
      }
    }
    if let wrapped = reader.wrappedRecords { deviations.add(column: wrapped) }
    if let text = reader.textDetection?.objection { deviations.add(column: text) }
    for (index, column) in columns.enumerated() {
      if let text = column.objection(layout.name(ofColumn: index)) { deviations.add(column: text) }
    }
    var footer = TableFooter(layout)
    var survey = TableSurvey(layout, isOnly: reader.hasNamesInRecords)
    var output = Output()
    if above?.labels == layout.labels, !layout.labels.isEmpty {
      notes?.showFollowing()
    } else {
      if above != nil { deviations.add(survey.tables[0]) }
      try output.write { writer.writeHeader(head, layout, to: &$0) }
    }
    let stream = try Self.stream(reader)
    while let batch = stream.next(unless: { ProgressLine.shallStop() || output.checkClosed() }),
      !output.isClosed
    {
      let known = survey.tables.count
      _ = survey.add(batch)
      writer.tables += survey.tables.dropFirst(known)
      hasRecords = true
      try output.write {
        writer.write(batch, holdingLast: survey.isUndecided, to: &$0, &deviations)
      }
      // Somebody may be waiting for it: a batch of a pipe ends where there is nothing more to read.
      try output.flush()
      footer.add(batch)
      stream.recycle(batch)
    }
    try output.write { writer.writeHeld(to: &$0, &deviations) }
    try output.flush()
    stream.stop()
    if !output.isClosed, let ending = try stream.finish(), hasRecords {
      notes?.show(ending.encoding)
    }
    if !output.isClosed, above == nil, survey.tables.allSatisfy({ $0.records == 0 }) {
      notes?.showNothing(
        isEmpty: isEmpty, isSkipped: isSkipped, isBlank: isText && !hasRecords, layout,
        without: options.footerLines)
    }
    // What follows the last table is no footer of the first one.
    if !output.isClosed, survey.tables.count == 1, hasFooter {
      notes?.show(footer: footer, besides: isText ? options.footerLines : nil)
    }
    return (deviations.finish(), layout, output.isClosed)
  }

  /// Says what the file's name does not say of it, and what of it is not read.
  func notePassedOver(_ reader: borrowing RecordReader) {
    let hidden = reader.workbook?.sheets.filter { !$0.isVisible }.map(\.name) ?? []
    let texts = [
      NameDisagreement.message(path: file.path, content: reader.container),
      options.dataset == nil && options.sheets.isEmpty && !hidden.isEmpty
        ? PassedOver.message(hidden: hidden) : reader.passedOver,
    ]
    Message.show(texts.compactMap { $0.map { Message($0, at: file.path) } })
  }

  private func values(
    in head: borrowing RecordBatch, _ layout: TableLayout, _ request: ReadingRequest,
    _ hasNamesInRecords: Bool
  ) -> [ColumnValues] {
    let first = head.records.firstIndex { $0.line > layout.lastHeaderLine } ?? head.records.count
    let header = RepeatedHeader(layout.headerLines)
    // Records of another table further down are no evidence, and neither is the header once more.
    var survey = TableSurvey(layout, isOnly: hasNamesInRecords)
    _ = survey.add(head)
    let other = survey.tables.dropFirst().first {
      $0.line > layout.lastHeaderLine && $0.labels != layout.labels
    }
    let unread = Set(
      head.problems.filter { [.malformed, .truncated, .tooLarge].contains($0.code) }.map(\.record))
    let rows = (first..<min(head.records.count, first + ColumnValues.recordLimit)).filter { row in
      guard !unread.contains(row) else { return false }
      let record = head.records[row]
      return other.map { record.line < $0.line } ?? true
        && !header.matches(record, head.fieldEnds.span, in: head.bytes.span)
    }
    return (0..<layout.fieldCount).map {
      ColumnValues($0, of: head, width: layout.fieldCount, rows: rows, request)
    }
  }

  /// Starts the reading on a thread of its own.
  static func stream(_ reader: consuming RecordReader) throws -> RecordStream<
    RecordBatch, Ending
  > {
    var reader = reader
    return try RecordStream(of: RecordBatch.init) { batch in
      try reader.read(into: &batch) ? nil : Ending(encoding: reader.encoding)
    }
  }

  /// What is known at the end of the reading.
  struct Ending: Sendable {
    /// The encoding of a text.
    var encoding: EncodingDecision?
  }
}
