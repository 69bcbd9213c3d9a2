import Datasets
import Records

/// The conversion of a file to what an import of it would load.
extension FileConversion {
  /// Writes the values that an import of the file would load.
  ///
  /// - Parameter datasets: the declarations.
  /// - Returns: `success`, or `rejects` where some records were rejected.
  /// - Throws: what the import's source throws, or `OutputError`.
  func run(with datasets: DataPackage) throws -> ExitStatus {
    var columns: [String]?
    do {
      return try write(file, datasets, options, below: &columns)
    } catch {
      guard file.download == nil, let found = SourceParts(error, file.path) else { throw error }
      if let text = found.passedOver, !isQuiet { Message.show([Message(text, at: file.path)]) }
      return try found.parts.indices.map { index in
        let options = options.choosing(index, of: found.parts)
        return try write(file, datasets, options, below: &columns)
      }.max() ?? .success
    }
  }

  /// Writes the values that an import of a file, or of one of its lists, would load: the names of the
  /// columns too, unless they are those of the list above it, which `columns` has.
  private func write(
    _ file: SourceFile, _ datasets: DataPackage, _ options: ImportOptions,
    below columns: inout [String]?
  ) throws -> ExitStatus {
    let source = try ImportSource(
      file, datasets: datasets, options: options, patience: Self.patience)
    if !isQuiet { notePassedOver(source.reader) }
    let recordsAbove = source.reader.recordsAbove
    var converter = RecordConverter(source.match)
    var rows = RowBatch(columnCount: converter.columns.count)
    let writer = RowTextWriter(columns: converter.columns, format: format)
    var deviations = Deviations(path: source.name)
    var output = Output()
    if columns != converter.columns { try output.write { writer.writeHeader(to: &$0) } }
    columns = converter.columns
    let name = source.name
    let stream = try Self.stream(source.reader)
    while var batch = stream.next(unless: { ProgressLine.shallStop() || output.checkClosed() }),
      !output.isClosed
    {
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
      Message.show(lines.map { Message($0, at: name) })
    }
    return deviations.finish()
  }
}
