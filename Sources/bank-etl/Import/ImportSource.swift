import CSV
import Datasets
import Input
import Records

/// A file to be imported: opened, its dialect and header found, its dataset known.
struct ImportSource: ~Copyable {
  /// The path as it was given, `-` for standard input.
  let path: String
  /// How the file's columns go to the fields of its dataset, with what its values showed of dates
  /// and numbers.
  let match: HeaderMatch
  /// The header as the file has it, as UTF-8 without its line end.
  let headerText: [UInt8]
  /// The reader, at the first data record.
  var reader: RecordReader

  /// Opens a file and finds out what it is.
  ///
  /// - Parameters:
  ///   - path: the file, or `-`.
  ///   - datasets: what it can be.
  ///   - options: what the command line says of it.
  /// - Throws: `InputError`, `WorkbookError`, `HeaderMismatch`, `ColumnEvidenceError`, or
  ///   `CommandFailure` for what is no table or has no records.
  init(path: String, datasets: DataPackage, options: ImportOptions) throws {
    var reader = try RecordReader(path: path, options, batchRecords: Self.batchRecords(options))
    let matcher = try Self.matcher(datasets, options)
    let match = try reader.findHeader(matcher, sheet: options.sheet)
    self.match = try Self.settled(match, &reader)
    self.path = path
    headerText = reader.headerText
    self.reader = reader
  }

  /// How many records a batch has at most: no more than a transaction is to have, and so many that
  /// they fit in it a whole number of times.
  private static func batchRecords(_ options: ImportOptions) -> Int {
    let usual = ReadingLimits().batchRecords
    guard let every = options.commitEvery else { return usual }
    let batches = (every - 1) / Int64(usual) + 1
    return Int((every - 1) / batches + 1)
  }

  private static func matcher(
    _ package: DataPackage, _ options: ImportOptions
  ) throws(CommandFailure) -> HeaderMatcher {
    var datasets = package.datasets
    if let name = options.dataset {
      guard let dataset = package.dataset(named: name) else {
        let near = package.nearestName(to: name).map { "; did you mean '\($0)'?" } ?? ""
        throw CommandFailure(
          .usage, Message("expected a dataset of \(package.file) but found \"\(name)\"\(near)"))
      }
      datasets = [dataset]
    }
    for index in datasets.indices { try options.adjust(&datasets[index]) }
    return options.dataset == nil
      ? HeaderMatcher(datasets: datasets) : HeaderMatcher(dataset: datasets[0])
  }

  /// Reads the whole file once, where only its values can tell how dates and numbers are written.
  private static func settled(
    _ match: HeaderMatch, _ reader: inout RecordReader
  ) throws -> HeaderMatch {
    guard var pass = ColumnEvidencePass(match) else { return match }
    if !reader.isRegularFile { try reader.spool() }
    var batch = RecordBatch()
    while try reader.read(into: &batch) {
      guard !Interruption.isRequested else { throw CommandFailure.interrupted }
      pass.read(batch, records: batch.records.indices)
    }
    try reader.rewind()
    return try pass.settledMatch()
  }
}
