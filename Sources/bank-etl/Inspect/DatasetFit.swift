import CSV
import Datasets
import Records

/// Which dataset a file is of, and how well it fits.
struct DatasetFit {
  /// The dataset; nil where none fits.
  private(set) var dataset: String?
  /// How many of the dataset's columns the file has, and which it lacks.
  private(set) var columns = 0
  private(set) var missing: [String] = []
  /// The labels that are no column of the dataset.
  private(set) var unknown: [String] = []
  /// How many of the records were converted, and how many of these would be rejected.
  private(set) var records: Int64 = 0
  private(set) var rejected: Int64 = 0
  /// Why there is none, or why its records can't be converted.
  private(set) var message: String?

  /// How many records are converted at most.
  static let recordLimit: Int64 = 20_000

  /// Looks for the dataset of a file, and converts records of it.
  ///
  /// - Parameters:
  ///   - file: the file; of one that can't be read twice only the header is looked at.
  ///   - head: the first records.
  ///   - fieldCount: how many fields most of them have.
  ///   - package: the datasets.
  ///   - options: what the command line says of the file.
  init(
    _ file: SourceFile, head: borrowing RecordBatch, fieldCount: Int, _ package: DataPackage,
    _ options: ImportOptions
  ) {
    do {
      let matcher = try ImportSource.matcher(package, options)
      let match = try matcher.match(head, options.header, fieldCount: fieldCount)
      dataset = match.dataset.name
      columns = match.columns.count
      missing = match.missingLabels
      unknown = match.unknownLabels
      if file.path != "-", file.download == nil { try convert(file, package, options) }
    } catch {
      message = CommandFailure(error, source: file.path).messages.first?.text
    }
  }

  private mutating func convert(
    _ file: SourceFile, _ package: DataPackage, _ options: ImportOptions
  ) throws {
    var source = try ImportSource(file, datasets: package, options: options)
    var converter = RecordConverter(source.match)
    var rows = RowBatch(columnCount: converter.columns.count)
    var batch = RecordBatch()
    while records < Self.recordLimit, try source.reader.read(into: &batch) {
      rows.removeAll()
      converter.convert(&batch, records: batch.records.indices, into: &rows)
      rejected += Int64(rows.rejects.count)
      records = converter.recordCount
    }
  }
}
