import CSV
import Datasets
import Documents
import Input
import Records
import Workbook

/// What a file's records are read with: one of three readers, for a delimited text, for a sheet of a
/// workbook, or for a document of JSON or Markdown.
struct RecordReader: ~Copyable {
  var text: CSVReader?
  /// The reader of a workbook; nil for a text.
  let workbook: WorkbookReader?
  /// The reader of a document; nil for any other source.
  let document: DocumentReader?
  /// The header as the source has it, as UTF-8 without its line end, once it was found.
  var headerText: [UInt8] = []
  /// How many records with several values are above the dataset's header, once it was found.
  var recordsAbove = 0
  /// The sheets beside the one that is read that have records and no header of a dataset, or are
  /// hidden, once the header was found.
  var otherSheets: [String] = []
  /// The header of a dataset that is one line of those that are joined to that of the table, once it was
  /// found.
  var importedHeader: HeaderMatch?
  /// How many columns the header of a sheet has, its merged cells included, where rows below have values in
  /// more.
  var narrowHeader: Int?
  /// The path as it was given; `-` is the standard input.
  let path: String
  /// Whether the source is a file that becomes the value of a field, so that it is one record itself.
  let isFile: Bool
  /// The fields of that record, until it has been read.
  private var fileRecord: [String]?

  /// Opens a file; its content tells which of them it is.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - options: what the command line says of it.
  ///   - limits: how much is read at once.
  ///   - allowsEmpty: whether a file without a byte may be read, and JSON without an object: it has no
  ///     record.
  /// - Throws: `InputError`, `WorkbookError`, or `CommandFailure` for what is neither, or empty.
  init(
    _ file: SourceFile, _ options: ImportOptions, _ limits: ReadingLimits,
    allowsEmpty: Bool = false
  ) throws {
    path = file.path
    isFile = false
    var input = try Self.input(file, options, patience: limits.patience)
    if let file = try input.findWorkbook() {
      guard limits.footerLines == 0 else {
        throw Self.refusal(path, "expected delimited text for --skip-footer but found a workbook")
      }
      workbook = try WorkbookReader(file, batchRecords: limits.batchRecords)
      text = nil
      document = nil
      return
    }
    if !options.sheets.isEmpty {
      throw Self.refusal(path, "expected a workbook for --sheet but found text")
    }
    if let format = input.foreignFormat, format.isDocument, options.dialect.delimiter == nil {
      document = try Self.document(
        input, format, options, limits, allowsEmpty: allowsEmpty)
      text = nil
      workbook = nil
      return
    }
    let reader = try CSVReader(input, request: options.dialect, limits: limits)
    if let format = reader.input.foreignFormat,
      !format.isText || options.dialect.delimiter == nil
    {
      throw Self.refusal(path, "expected delimited text but found \(format)")
    }
    guard !reader.isEmpty || allowsEmpty else {
      let found =
        reader.isSkipped
        ? "--skip-footer \(limits.footerLines) leaves out all lines" : "the file is empty"
      throw Self.refusal(path, "expected a header and records but \(found)")
    }
    text = consume reader
    workbook = nil
    document = nil
  }

  /// A reader of the sheet of a workbook that is selected.
  ///
  /// - Parameter workbook: the workbook.
  init(of workbook: WorkbookReader) {
    path = workbook.path
    isFile = false
    text = nil
    document = nil
    self.workbook = workbook
  }

  private static func input(
    _ file: SourceFile, _ options: ImportOptions, patience: Int?
  ) throws -> TextInput {
    let limit = options.liftsSizeLimit ? ExpansionLimit.none : .standard
    guard let download = file.download else {
      return try TextInput(
        path: file.path, encoding: options.encoding, declared: options.declaredEncoding,
        limit: limit, member: options.member, patience: patience)
    }
    return try TextInput(
      download, encoding: options.encoding, declared: options.declaredEncoding, limit: limit,
      member: options.member)
  }

  /// A reader of one record, for a file that becomes the value of a field.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - record: the fields of the record.
  init(file path: String, record: [String]) {
    self.path = path
    isFile = true
    fileRecord = record
    text = nil
    workbook = nil
    document = nil
  }

  static func refusal(_ path: String, _ text: String) -> CommandFailure {
    CommandFailure(.dataError, Message(text, at: CommandFailure.place(path, nil)))
  }
}

// MARK: What both can do

extension RecordReader {
  /// The length and SHA-256 of what has been read of the source.
  func digest() throws -> SourceDigest {
    if isFile { return try SourceDigest.of(path: path) }
    if let workbook { return workbook.digest }
    if let document { return try document.digest() }
    switch text {
    case .some(let reader): return try reader.input.digest()
    case nil: preconditionFailure("there is one of the readers")
    }
  }

  /// Gives the next records; false at the end.
  mutating func read(into batch: inout RecordBatch) throws -> Bool {
    let isMore = try readOn(into: &batch)
    if isMore { ProgressLine.add(records: batch.records.count) }
    return isMore
  }

  private mutating func readOn(into batch: inout RecordBatch) throws -> Bool {
    if isFile {
      batch.removeAll()
      guard let record = fileRecord else { return false }
      fileRecord = nil
      batch.append(record, line: 1)
      return true
    }
    if let workbook { return try workbook.read(into: &batch) }
    if let document { return try document.read(into: &batch) }
    return try text?.read(into: &batch) ?? false
  }

  /// Makes `rewind()` possible for a pipe.
  mutating func spool() throws {
    try text?.spool()
    try document?.spool()
  }

  /// Starts again behind the header.
  mutating func rewind() throws {
    workbook?.rewind()
    try document?.rewind()
    try text?.rewind()
  }
}
