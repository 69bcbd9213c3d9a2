import CSV
import Datasets
import Input
import Records

/// A file that is one record itself: its name, and its bytes as the value of a field.
struct FileRecord {
  /// How the record's fields go to those of the dataset.
  let match: HeaderMatch
  /// The record's fields: the file's name in those of the key, its path where the bytes go.
  let fields: [String]

  /// The record that a file is; nil where it is a list, or for a dataset without files.
  ///
  /// A picture is one, whatever its name is. Whatever has no header of the dataset is one too: it then
  /// becomes a reject, which is better than to refuse a whole command line of files.
  ///
  /// - Parameters:
  ///   - path: the file; standard input, or another pipe, is a list.
  ///   - datasets: the declarations.
  ///   - options: what the command line says; only the dataset that it names can be meant.
  /// - Throws: `InputError` where the file can't be read, or what a list may throw.
  init?(_ path: String, _ datasets: DataPackage, _ options: ImportOptions) throws {
    guard path != "-", !FileStatus.isSpecial(path), let name = options.dataset,
      let dataset = datasets.dataset(named: name),
      dataset.fields.contains(where: { $0.content != nil })
    else { return nil }
    let matcher = try ImportSource.matcher(datasets, options)
    let isPicture = try WholeFile(path: path).pictureKind != nil
    if try !isPicture && Self.isList(path, matcher, options) { return nil }
    guard let match = matcher.matchByPosition(fieldCount: dataset.fields.count) else { return nil }
    self.match = match
    let fileName = FilePath.parts(path).name
    let keys = dataset.keyColumns
    fields = dataset.fields.map {
      $0.content != nil ? path : keys.contains($0.column) ? fileName : ""
    }
  }

  /// Whether a file is a table with a header of the dataset.
  private static func isList(
    _ path: String, _ matcher: HeaderMatcher, _ options: ImportOptions
  ) throws -> Bool {
    do {
      var reader = try RecordReader(
        SourceFile(path, options.transfer), options, ImportSource.limits(options))
      _ = try reader.findHeader(matcher, options)
      return true
    } catch is HeaderMismatch {
      return false
    } catch let failure as CommandFailure where failure.status == .dataError {
      return false
    }
  }
}
