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
  ///   - path: the file, or `-`.
  ///   - options: what the command line says of it.
  ///   - batchRecords: the most records in a batch.
  /// - Throws: `InputError`, `WorkbookError`, or `CommandFailure` for what is neither, or empty.
  init(path: String, _ options: ImportOptions, batchRecords: Int) throws {
    var input = try TextInput(
      path: path, encoding: options.encoding, limit: options.liftsSizeLimit ? .none : .standard)
    if let file = try input.findWorkbook() {
      workbook = try WorkbookReader(file, batchRecords: batchRecords)
      text = nil
      return
    }
    if let format = input.foreignFormat {
      throw Self.refusal(path, "expected delimited text but found \(format)")
    }
    if options.sheet != nil {
      throw Self.refusal(path, "expected a workbook for --sheet but found text")
    }
    var limits = ReadingLimits()
    limits.batchRecords = batchRecords
    let reader = try CSVReader(input, delimiter: options.delimiter, limits: limits)
    guard !reader.isEmpty else {
      throw Self.refusal(path, "expected a header and records but the file is empty")
    }
    text = consume reader
    workbook = nil
  }

  /// Finds the header among the first records, and goes to the one behind it.
  ///
  /// - Parameters:
  ///   - matcher: knows the datasets that it can be of.
  ///   - sheet: the name of the sheet; nil to look at all that are visible.
  /// - Returns: how the header fits.
  /// - Throws: `HeaderMismatch` where none fits, `CommandFailure` where several sheets do, `InputError`
  ///   or `WorkbookError`.
  mutating func findHeader(_ matcher: HeaderMatcher, sheet: String?) throws -> HeaderMatch {
    if let workbook {
      let match: HeaderMatch
      (match, headerText) = try Self.findSheet(of: workbook, matcher, named: sheet)
      workbook.beginRecords(afterLine: match.line, fieldCount: match.fieldCount)
      return match
    }
    var head = RecordBatch()
    text?.readHead(into: &head)
    let match = try matcher.match(head)
    let header = head.records[match.record]
    headerText = head.rejectText(ofRecord: match.record)
    text?.beginRecords(
      afterLine: header.line + Int64(header.lineCount) - 1, fieldCount: match.fieldCount)
    return match
  }

  /// Chooses the sheet that has a header.
  private static func findSheet(
    of reader: WorkbookReader, _ matcher: HeaderMatcher, named name: String?
  ) throws -> (HeaderMatch, header: [UInt8]) {
    let sheets =
      try name.map { [try reader.sheet(named: $0)] } ?? reader.sheets.filter(\.isVisible)
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
