import CSV
import Datasets
import Input
import Records
import Workbook

/// What a file's records are read with: one of two readers, for a delimited text or for a sheet of a
/// workbook.
struct RecordReader: ~Copyable {
  private var text: CSVReader?
  private let workbook: WorkbookReader?
  /// The header as the source has it, as UTF-8 without its line end, once it was found.
  private(set) var headerText: [UInt8] = []

  /// Opens a file; its content tells which of them it is.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - options: what the command line says of it.
  ///   - limits: how much is read at once.
  /// - Throws: `InputError`, `WorkbookError`, or `CommandFailure` for what is neither, or empty.
  init(_ file: SourceFile, _ options: ImportOptions, _ limits: ReadingLimits) throws {
    let path = file.path
    var input = try Self.input(file, options)
    if let file = try input.findWorkbook() {
      workbook = try WorkbookReader(file, batchRecords: limits.batchRecords)
      text = nil
      return
    }
    if options.sheet != nil {
      throw Self.refusal(path, "expected a workbook for --sheet but found text")
    }
    let reader = try Self.textReader(input, options, limits)
    text = consume reader
    workbook = nil
  }

  /// Opens a file that is to be delimited text.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - options: what the command line says of it.
  ///   - limits: how much is read at once.
  /// - Returns: the reader, which has read the head.
  /// - Throws: `InputError`, or `CommandFailure` for what is no delimited text, or empty.
  static func text(
    _ file: SourceFile, _ options: ImportOptions, _ limits: ReadingLimits
  ) throws -> CSVReader {
    try textReader(input(file, options), options, limits)
  }

  private static func input(_ file: SourceFile, _ options: ImportOptions) throws -> TextInput {
    let limit = options.liftsSizeLimit ? ExpansionLimit.none : .standard
    guard let download = file.download else {
      return try TextInput(path: file.path, encoding: options.encoding, limit: limit)
    }
    return try TextInput(download, encoding: options.encoding, limit: limit)
  }

  private static func textReader(
    _ input: consuming TextInput, _ options: ImportOptions, _ limits: ReadingLimits
  ) throws -> CSVReader {
    let path = input.path
    let reader = try CSVReader(input, request: options.dialect, limits: limits)
    if let format = reader.input.foreignFormat {
      throw refusal(path, "expected delimited text but found \(format)")
    }
    guard !reader.isEmpty else {
      throw refusal(path, "expected a header and records but the file is empty")
    }
    return reader
  }

  /// Finds the header among the first records, and goes to the one behind it.
  ///
  /// - Parameters:
  ///   - matcher: knows the datasets that it can be of.
  ///   - options: the header and the sheet that the command line asks for.
  /// - Returns: how the header fits.
  /// - Throws: `HeaderMismatch` where none fits, `CommandFailure` where several sheets do, `InputError`
  ///   or `WorkbookError`.
  mutating func findHeader(
    _ matcher: HeaderMatcher, _ options: ImportOptions
  ) throws -> HeaderMatch {
    if let workbook {
      let match: HeaderMatch
      (match, headerText) = try Self.findSheet(of: workbook, matcher, options)
      workbook.beginRecords(afterLine: match.lastLine, fieldCount: match.fieldCount)
      return match
    }
    var head = RecordBatch()
    text?.readHead(into: &head)
    let fieldCount: Int? =
      switch text {
      case .some(let reader): reader.detection.fieldCount
      case nil: nil
      }
    let match = try matcher.match(head, options.header, fieldCount: fieldCount)
    if options.header != .none { headerText = head.rejectText(ofRecord: match.record) }
    text?.beginRecords(
      afterLine: match.lastLine, fieldCount: match.fieldCount,
      leastFieldCount: match.leastFieldCount)
    return match
  }

  /// Chooses the sheet that has a header.
  private static func findSheet(
    of reader: WorkbookReader, _ matcher: HeaderMatcher, _ options: ImportOptions
  ) throws -> (HeaderMatch, header: [UInt8]) {
    let sheets =
      try options.sheet.map { [try reader.sheet(named: $0)] } ?? reader.sheets.filter(\.isVisible)
    var found: [(sheet: Sheet, match: HeaderMatch, header: [UInt8])] = []
    var mismatch: HeaderMismatch?
    var head = RecordBatch()
    for sheet in sheets {
      reader.select(sheet)
      try reader.readHead(into: &head)
      do throws(HeaderMismatch) {
        let match = try matcher.match(head)
        found.append((sheet, match, head.rejectText(ofRecord: match.record)))
      } catch {
        mismatch = mismatch ?? error
      }
    }
    let all = (found.isEmpty ? sheets : found.map(\.sheet)).map { "\"\($0.name)\"" }
    let list = all.joined(separator: ", ")
    guard let first = found.first else {
      if let mismatch, sheets.count == 1 { throw mismatch }
      let reason = mismatch.map { ": \($0.description)" } ?? ""
      throw refusal(
        reader.path, "expected a header on one of the sheets \(list) but found none\(reason)")
    }
    guard found.count == 1 else {
      throw refusal(
        reader.path,
        "expected one sheet with the header but found \(found.count): \(list); "
          + "choose one with --sheet")
    }
    reader.select(first.sheet)
    return (first.match, first.header)
  }

  private static func refusal(_ path: String, _ text: String) -> CommandFailure {
    CommandFailure(.dataError, Message(text, at: CommandFailure.place(path, nil)))
  }
}

// MARK: What both can do

extension RecordReader {
  /// Whether the records come from a sheet of a workbook.
  var isWorkbook: Bool { workbook != nil }

  /// Whether the source is a regular file: it can be read again without a copy.
  var isRegularFile: Bool {
    switch text {
    case .some(let reader): reader.input.isRegularFile
    case nil: workbook?.isRegularFile ?? false
    }
  }

  /// The name of the encoding, as far as it is known; nil for a workbook.
  var encodingName: String? {
    switch text {
    case .some(let reader): reader.input.encoding.name
    case nil: nil
    }
  }

  /// What is between two fields; nil for a workbook.
  var delimiterName: String? {
    switch text {
    case .some(let reader): reader.dialect.delimiterName
    case nil: nil
    }
  }

  /// What a text is compressed in, if it is.
  var containerName: String? {
    switch text {
    case .some(let reader): reader.input.container?.rawValue
    case nil: nil
    }
  }

  /// The name of the sheet; nil for a text.
  var sheetName: String? { workbook?.sheet?.name }

  /// The length and SHA-256 of what has been read of the source.
  func digest() throws -> SourceDigest {
    if let workbook { return workbook.digest }
    switch text {
    case .some(let reader): return try reader.input.digest()
    case nil: preconditionFailure("there is one reader or the other")
    }
  }

  /// Gives the next records; false at the end.
  mutating func read(into batch: inout RecordBatch) throws -> Bool {
    if let workbook { return try workbook.read(into: &batch) }
    return try text?.read(into: &batch) ?? false
  }

  /// Makes `rewind()` possible for a pipe.
  mutating func spool() throws { try text?.spool() }

  /// Starts again behind the header.
  mutating func rewind() throws {
    workbook?.rewind()
    try text?.rewind()
  }
}
