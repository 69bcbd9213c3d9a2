import CSV
import Datasets
import Documents
import Input
import Loading
import Records

/// A file to be imported: opened, its dialect and header found, its dataset known.
struct ImportSource: ~Copyable {
  /// The path as it was given, `-` for standard input.
  let path: String
  /// What the ledger calls it: the path, and the member of an archive that was asked for.
  let name: String
  /// How the file's columns go to the fields of its dataset, with what its values showed of dates
  /// and numbers.
  let match: HeaderMatch
  /// The header as the file has it, as UTF-8 without its line end.
  let headerText: [UInt8]
  /// Where the file came from, when it is read by its URL.
  let download: DownloadRecord?
  /// The reader, at the first data record.
  var reader: RecordReader

  /// Whether the file can be read a second time by its path, while it is being read: a regular file
  /// can, but not standard input, whose place in the file two readers would share.
  var canBeReopened: Bool { path != "-" && reader.isRegularFile }

  /// Whether its last record may be cut off, as far as can be told before it is read.
  ///
  /// That of a workbook can't be, nor one behind which the line ends; where a pipe or what is
  /// compressed ends is not known yet.
  var mayBeTruncated: Bool {
    guard !reader.isWorkbook else { return false }
    // A line end may be within what is cut.
    if reader.document?.format == .json { return true }
    return !canBeReopened || reader.container != nil || !FileStatus.endsWithLineEnd(path)
  }

  /// Opens a file and finds out what it is.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - datasets: what it can be.
  ///   - options: what the command line says of it.
  ///   - patience: see `ReadingLimits`.
  /// - Throws: `InputError`, `WorkbookError`, `HeaderMismatch`, `ColumnEvidenceError`, or
  ///   `CommandFailure` for what is no table or has no records.
  init(
    _ file: SourceFile, datasets: DataPackage, options: ImportOptions, patience: Int? = nil
  ) throws {
    if file.download == nil, let record = try FileRecord(file.path, datasets, options) {
      match = record.match
      reader = RecordReader(file: file.path, record: record.fields)
      (path, name, headerText, download) = (file.path, file.path, [], nil)
      return
    }
    var limits = Self.limits(options)
    limits.patience = patience
    ProgressLine.read(totalBytes: file.download == nil ? file.totalBytes : nil)
    var options = options
    options.declaredEncoding = options.dataset.flatMap { datasets.dataset(named: $0)?.encoding }
    var reader = try RecordReader(file, options, limits)
    ProgressLine.note(totalBytes: file.totalBytes)
    let matcher = try Self.matcher(datasets, options, decimal: reader.isWorkbook ? .point : nil)
    var match = try reader.findHeader(matcher, options)
    if let encoding = match.dataset.encoding, options.declaredEncoding != encoding,
      options.encoding == nil, !reader.isWorkbook
    {
      // Its header told which dataset it is; its bytes are to be read as that one declares.
      guard file.download == nil, file.path != "-", reader.isRegularFile else {
        throw CommandFailure(
          .usage,
          Message(
            "expected --dataset \(match.dataset.name), which declares an encoding: what can be read "
              + "but once needs it from the start", at: file.path))
      }
      options.declaredEncoding = encoding
      reader = try RecordReader(file, options, limits)
      match = try reader.findHeader(matcher, options)
    }
    self.match = try Self.settled(match, &reader)
    path = file.path
    download = file.record
    name = options.name(of: file.path)
    headerText = reader.headerText
    self.reader = reader
  }

  /// Batches are no larger than a transaction is to be, and fit in it a whole number of times.
  static func limits(_ options: ImportOptions) -> ReadingLimits {
    var limits = ReadingLimits()
    limits.footerLines = options.footerLines
    guard let every = options.commitEvery else { return limits }
    let batches = (every - 1) / Int64(limits.batchRecords) + 1
    limits.batchRecords = Int((every - 1) / batches + 1)
    return limits
  }

  static func matcher(
    _ package: DataPackage, _ options: ImportOptions, decimal: DecimalMark? = nil
  ) throws(CommandFailure) -> HeaderMatcher {
    let datasets = try datasets(package, options, decimal: decimal)
    return options.dataset == nil
      ? HeaderMatcher(datasets: datasets) : HeaderMatcher(dataset: datasets[0])
  }

  /// The datasets that a file can be, as the command line changes them.
  ///
  /// - Parameters:
  ///   - package: the datasets as declared.
  ///   - options: what the command line says.
  ///   - decimal: the decimal mark of all numbers, where it is known.
  /// - Returns: one dataset or more.
  /// - Throws: `CommandFailure` when there is no such dataset, or something does not fit it.
  static func datasets(
    _ package: DataPackage, _ options: ImportOptions, decimal: DecimalMark? = nil
  ) throws(CommandFailure) -> [Dataset] {
    var datasets = package.datasets
    if let name = options.dataset {
      guard let dataset = package.dataset(named: name) else {
        let near = NearestMatch.suggestion(for: name, in: package.datasets.map(\.name))
        throw CommandFailure(
          .usage, Message("expected a dataset of \(package.file) but found \"\(name)\"\(near)"))
      }
      datasets = [dataset]
    }
    if options.dataset == nil { try options.checkColumns(of: datasets) }
    for index in datasets.indices {
      // The numbers of a workbook's cells are written with a point, whatever the sheet shows.
      if let decimal, let settled = datasets[index].settingDecimalMark(decimal) {
        datasets[index] = settled
      }
      try options.adjust(&datasets[index])
    }
    return datasets
  }

  /// Reads the whole file once, where only its values can tell how dates and numbers are written.
  private static func settled(
    _ match: HeaderMatch, _ reader: inout RecordReader
  ) throws -> HeaderMatch {
    guard var pass = ColumnEvidencePass(match) else { return match }
    ProgressLine.readAgain("first of two readings")
    if !reader.isRegularFile { try reader.spool() }
    var batch = RecordBatch()
    while try reader.read(into: &batch) {
      guard !Interruption.isRequested else { throw CommandFailure.interrupted }
      pass.read(batch, records: batch.records.indices)
    }
    try reader.rewind()
    ProgressLine.readAgain("second reading")
    return try pass.settledMatch()
  }
}
