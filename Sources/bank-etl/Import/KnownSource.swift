import Datasets
import Loading
import SQLite
import Transfer

/// A file on a server that was loaded before: then the server is asked whether it has another one now.
struct KnownSource {
  /// What the ledger has of the last load.
  let download: KnownDownload
  /// The dataset that it was loaded into, as it would be now.
  let dataset: Dataset

  /// What is known of the file that an operand names; nil where it is no URL, was not loaded, or would
  /// be loaded otherwise now.
  ///
  /// - Parameters:
  ///   - operand: the operand.
  ///   - location: the database.
  ///   - package: the datasets.
  ///   - options: what the command line says.
  /// - Throws: `CommandFailure` for an address that is none, or options that do not fit.
  init?(
    _ operand: String, in location: DatabaseLocation, _ package: DataPackage,
    _ options: ImportOptions
  ) throws(CommandFailure) {
    guard !options.isForced, WebAddress.isAddress(operand) else { return nil }
    let url = try SourceFile.name(of: operand)
    guard let download = Self.lastDownload(from: url, in: location) else { return nil }
    // In a workbook, all numbers are written with a point.
    for decimal in [nil, DecimalMark.point] {
      let datasets = try ImportSource.datasets(package, options, decimal: decimal)
      guard let dataset = datasets.first(where: { $0.name == download.dataset }),
        dataset.canonicalText + options.readingText == download.declaration
      else { continue }
      self.download = download
      self.dataset = dataset
      return
    }
    return nil
  }

  /// What goes wrong here goes wrong again when the database is opened to be written: it is said then.
  private static func lastDownload(from url: String, in location: DatabaseLocation)
    -> KnownDownload?
  {
    try? location.read { database in
      guard try LedgerSchema.isPresent(in: database) else { return nil }
      try LedgerSchema.requireCurrent(in: database)
      return try Ledger.lastDownload(from: url, in: database)
    }
  }

  /// What the server is asked to compare with.
  var validators: Validators {
    Validators(etag: download.etag, lastModified: download.lastModified)
  }
}
