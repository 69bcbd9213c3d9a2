import Datasets
import Input
import Loading
import Records
import SQLite

/// The import of a file, or of a list that names files, into a dataset whose rows have files in them.
struct FilesImport {
  let target: ImportDatabase
  let options: ImportOptions

  /// Loads a source.
  ///
  /// - Parameters:
  ///   - source: the source, opened.
  ///   - report: gets what is found out.
  /// - Throws: `LoadError`, `DatabaseError`, `InputError` or `CommandFailure`; the ledger then says
  ///   that the run failed.
  func run(_ source: consuming ImportSource, _ report: inout ImportReport) throws {
    let dataset = source.match.dataset
    guard dataset.targets.count == 1, dataset.policy != .replace else {
      throw CommandFailure(
        .configuration, Message("\(dataset.name) has files: one table and no --policy replace"))
    }
    let table = dataset.targetTables(source.match)[0]
    let isFile = source.reader.isFile
    // A file is known by its name and its bytes; a list can name files that changed.
    let start = Ledger.Start(
      dataset: dataset.name, source: source.name,
      declaration: dataset.canonicalText + options.readingText
        + (isFile ? "\nfile \(source.path)" : ""),
      dialect: report.dialect, toolVersion: Version.number, tables: [table.name],
      header: source.headerText)
    if isFile, !isTooLarge(source.path), !options.isForced,
      try Ledger(target.database).hasLoaded(start, bytes: FileStatus.size(source.path))
    {
      let digest = try SourceDigest.of(path: source.path)
      let ledger = try Ledger(target.database)
      if let run = try ledger.runThatLoaded(sha256: digest.hexadecimal, start) {
        try ledger.noteSeen(run)
        return report.finishUnchanged(
          run, sha256: digest.hexadecimal, openRejects: try ledger.openRejects(of: run))
      }
    }
    let loader = try FileLoader(
      target.database, table, start, GuardCheck(dataset.guards, lifting: options.liftedGuards),
      isInterrupted: { Interruption.isRequested })
    do {
      try load(source, with: loader, &report)
    } catch {
      loader.fail(CommandFailure(error).messages.first?.text ?? "\(error)")
      report.run = loader.run
      throw error
    }
    target.keep()
    target.useWriteAheadLog()
  }

  private func load(
    _ source: consuming ImportSource, with loader: FileLoader, _ report: inout ImportReport
  ) throws {
    let (match, path) = (source.match, source.path)
    let files = StoredFiles(source: path, isSource: source.reader.isFile)
    var converter = RecordConverter(match)
    var batch = ConvertedBatch(columnCount: converter.columns.count)
    var reader = source.reader
    while try reader.read(into: &batch.records) {
      batch.convert(with: &converter)
      try load(&batch, match, files, with: loader)
      report.add(batch.records, batch.rows)
    }
    // A file that was refused by its size is not read for its hash either.
    let digest = reader.isFile && isTooLarge(path) ? nil : try reader.digest()
    let size = digest?.byteCount ?? FileStatus.size(path) ?? 0
    let absent = try loader.finish(sha256: digest?.hexadecimal, bytes: size)
    report.finish(
      run: loader.run, loader.counts, absent: absent, sha256: digest?.hexadecimal)
  }

  /// Whether a file has more bytes than a value can have.
  private func isTooLarge(_ path: String) -> Bool {
    FileStatus.size(path).map { $0 > LentBytes.byteCountMax } ?? false
  }

  /// Loads the rows of a batch one by one; what can't be loaded is added to the rejects.
  private func load(
    _ batch: inout ConvertedBatch, _ match: HeaderMatch, _ files: StoredFiles,
    with loader: FileLoader
  ) throws {
    loader.skip(batch.rows.repeatedHeaders.count)
    let parts = batch.rows.parts(in: 0..<batch.rows.rowCount)
    for (row, absent) in parts.flatMap({ part in part.rows.map { ($0, part.absentColumns) } }) {
      let record = Int(batch.rows.records[row])
      let line = batch.records.records[record].line
      var refusal: FileLoader.Refusal?
      var label: String?
      var values: [(column: String, value: Value)] = []
      var contents: [FileColumn] = []
      for (index, column) in match.columns.enumerated() where !absent.contains(index) {
        let cell = batch.rows.cells[row * match.columns.count + index]
        let isEncoded =
          column.field.content != nil && batch.hasBytes(at: column.position, in: record)
        let value = isEncoded ? .null : Value(cell, in: batch.records.bytes)
        guard let content = column.field.content else {
          values.append((column.field.column, value))
          continue
        }
        do throws(StoredFiles.Problem) {
          let found =
            isEncoded
            ? try files.contents(encoded: cell, in: batch.records.bytes, content)
            : try value.text.map { name throws(StoredFiles.Problem) in
              try files.contents(named: name, content)
            }
          contents.append((column.field.column, found))
        } catch {
          refusal = (error.code, error.message)
          label = column.label
        }
      }
      if refusal == nil {
        refusal = try loader.load(
          FileLoader.Record(line: line, values: values, files: contents))
      }
      guard let refusal else { continue }
      let key = match.dataset.keyColumns.compactMap { column in
        values.first { $0.column == column }?.value.plainText
      }
      batch.rows.rejects.append(
        Reject(
          line: line, record: batch.rows.numbers[row], column: label, code: refusal.code,
          message: refusal.message, raw: batch.records.rejectText(ofRecord: record),
          key: key.isEmpty ? nil : key.joined(separator: String(Reject.keySeparator))))
    }
    for reject in batch.rows.rejects { try loader.reject(reject) }
  }
}

extension Value {
  /// The value of a cell, copied out of its batch.
  init(_ cell: Cell, in bytes: [UInt8]) {
    switch cell.kind {
    case .null: self = .null
    case .integer: self = .integer(cell.payload)
    case .real: self = .real(cell.double)
    case .text:
      let start = Int(cell.payload)
      self = .text(String(decoding: bytes[start..<start + Int(cell.length)], as: UTF8.self))
    }
  }
}
