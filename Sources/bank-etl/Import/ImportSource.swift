import CSV
import Datasets
import Input
import Records

/// A file to be imported: opened, its dialect and header found, its dataset known.
struct ImportSource: ~Copyable {
  /// The path as it was given, `-` for standard input.
  let path: String
  /// How the file's columns go to the fields of its dataset.
  let match: HeaderMatch
  /// The orders of dates that the file's own values showed, by the table's column.
  let dateOrders: [String: DateOrder]
  /// The reader, at the first data record.
  var reader: CSVReader

  /// Opens a file and finds out what it is.
  ///
  /// - Parameters:
  ///   - path: the file, or `-`.
  ///   - datasets: what it can be.
  ///   - options: what the command line says of it.
  /// - Throws: `InputError`, `HeaderMismatch`, `DateOrderError`, or `CommandFailure` for what is no
  ///   delimited text or has no records.
  init(path: String, datasets: DataPackage, options: ImportOptions) throws {
    var reader = try Self.open(path, options, Self.limits(options))
    var head = RecordBatch()
    reader.readHead(into: &head)
    let matcher = try Self.matcher(datasets, options)
    let match = try matcher.match(head, options.header, fieldCount: reader.detection.fieldCount)
    reader.beginRecords(
      afterLine: match.lastLine, fieldCount: match.fieldCount,
      leastFieldCount: match.leastFieldCount)
    let dateOrders = try Self.dateOrders(match, &reader)
    self.path = path
    self.match = match
    self.dateOrders = dateOrders
    self.reader = reader
  }

  /// Opens a file of delimited text.
  ///
  /// - Parameters:
  ///   - path: the file, or `-`.
  ///   - options: what the command line says of it.
  ///   - limits: how much is read at once.
  /// - Returns: the reader, which has read the head.
  /// - Throws: `InputError`, or `CommandFailure` for what is no delimited text, or empty.
  static func open(
    _ path: String, _ options: ImportOptions, _ limits: ReadingLimits
  ) throws -> CSVReader {
    let reader = try CSVReader(
      TextInput(path: path, encoding: options.encoding), request: options.dialect, limits: limits)
    if let format = reader.input.foreignFormat {
      throw refusal(path, "expected delimited text but found \(format)")
    }
    guard !reader.isEmpty else {
      throw refusal(path, "expected a header and records but the file is empty")
    }
    return reader
  }

  /// Batches are no larger than a transaction is to be, and fit in it a whole number of times.
  private static func limits(_ options: ImportOptions) -> ReadingLimits {
    var limits = ReadingLimits()
    limits.footerLines = options.footerLines
    guard let every = options.commitEvery else { return limits }
    let batches = (every - 1) / Int64(limits.batchRecords) + 1
    limits.batchRecords = Int((every - 1) / batches + 1)
    return limits
  }

  static func matcher(
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

  /// Reads the whole file once, where only its values can tell the order of its dates.
  private static func dateOrders(
    _ match: HeaderMatch, _ reader: inout CSVReader
  ) throws -> [String: DateOrder] {
    guard var pass = DateOrderPass(match) else { return [:] }
    if !reader.input.isRegularFile { try reader.spool() }
    var batch = RecordBatch()
    while try reader.read(into: &batch) {
      guard !Interruption.isRequested else { throw CommandFailure.interrupted }
      pass.read(batch, records: batch.records.indices)
    }
    try reader.rewind()
    return try pass.orders()
  }

  private static func refusal(_ path: String, _ text: String) -> CommandFailure {
    CommandFailure(.dataError, Message(text, at: path))
  }
}
