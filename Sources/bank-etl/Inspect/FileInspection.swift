import CSV
import Datasets
import Input
import Records
import Workbook

/// What is found out about one file.
struct FileInspection {
  let path: String
  /// How many bytes were read of the source, and how many a workbook has.
  let readBytes: Int64
  /// How many bytes of text were looked at, as UTF-8; nil for a workbook.
  let textBytes: Int64?
  /// Whether all records were read.
  let isWhole: Bool
  /// What the file is where it is no plain text.
  let container: ForeignFormat?
  /// The files beside it in an archive, which were passed over because they are no lists.
  let passedOver: [String]
  /// The encoding and the dialect of a text; nil for a workbook.
  let encoding: EncodingDecision?
  let detection: DialectDetection?
  /// The sheets of a workbook, and the one that was read.
  let sheets: [Sheet]
  let sheet: Sheet?
  /// The year from which on a workbook counts days.
  let dateSystem: Int?
  let layout: TableLayout
  /// What was assumed of the header, and may be wrong.
  let findings: [HeaderFinding]
  let census: RecordCensus
  /// The records above the header, the first ones.
  let preamble: [RecordCensus.Mention]
  /// The tables below one another, and which datasets their headers are of.
  let tables: [(table: TableSurvey.Table, dataset: String?)]
  let fit: DatasetFit

  /// How much text is read at least, in bytes, where not all of the file is.
  static let sampleBytes: Int64 = 4 << 20

  /// Reads a file, or its start.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - options: what the command line says of it.
  ///   - package: the datasets it may be of.
  ///   - isFull: whether all of it is read.
  /// - Throws: `InputError`, `WorkbookError`, or `CommandFailure` for what has no table.
  init(
    _ file: SourceFile, options: ImportOptions, _ package: DataPackage, isFull: Bool
  ) throws {
    var limits = ReadingLimits()
    limits.footerLines = options.footerLines
    ProgressLine.read(totalBytes: file.download == nil ? file.totalBytes : nil)
    var reader = try RecordReader(file, options, limits)
    ProgressLine.note(totalBytes: isFull ? file.totalBytes : nil)
    _ = try reader.selectSheets(named: options.sheets)
    var options = options
    options.sheets = reader.sheetName.map { [$0] } ?? []
    var batch = RecordBatch()
    let fitOptions = options.limited(to: package.datasets)
    let matcher = try ImportSource.matcher(package, fitOptions)
    layout = try reader.findTable(into: &batch, options.header, matcher)
    findings = HeaderFinding.all(layout, of: reader)
    // It reads the file a second time, of which nothing counts as progress here.
    fit = ProgressLine.aside("comparing with the datasets") { [layout] in
      DatasetFit(file, head: batch, fieldCount: layout.fieldCount, package, fitOptions)
    }
    preamble = RecordCensus.preamble(layout, of: batch)
    let request = try ReadingRequest(
      options, layout,
      besides: fitOptions.dateOrders.compactMap(\.column)
        + fitOptions.decimals.compactMap(\.column))
    var census = RecordCensus(layout, request, hasNames: reader.hasNamesInRecords)
    var survey = TableSurvey(layout, isOnly: reader.hasNamesInRecords)
    var isWhole = false
    var (consumedBytes, textBytes): (Int64, Int64) = (0, 0)
    repeat {
      guard !Interruption.isRequested else { throw CommandFailure.interrupted }
      isWhole = try !reader.read(into: &batch)
      census.add(batch, first: survey.add(batch))
      consumedBytes = max(consumedBytes, batch.consumedBytes)
      textBytes += Int64(batch.raw.count)
    } while !isWhole && (isFull || textBytes < Self.sampleBytes)
    path = file.path
    self.isWhole = isWhole
    self.census = census
    tables = survey.tables.map { ($0, matcher.dataset(of: $0.labels)) }
    readBytes = consumedBytes
    self.textBytes = reader.givenBytes
    container = reader.container
    passedOver = reader.passedOverMembers
    encoding = reader.encoding
    detection = reader.textDetection
    sheets = reader.workbook?.sheets ?? []
    sheet = reader.workbook?.sheet
    dateSystem = reader.workbook?.dateSystem
  }
}

extension EncodingDecision {
  /// What speaks for the encoding, in words.
  var reason: String {
    switch evidence {
    case .onlyASCII: return "all bytes are ASCII"
    case .byteOrderMark: return "byte order mark"
    case .requested: return "as asked for"
    case .zeroBytes: return "a zero byte in each character"
    case .declared: return "as the dataset declares, because it is no UTF-8"
    case .declaredOfASCII: return "as the dataset declares"
    case .content(let census):
      guard let place = census.firstInvalid, let byte = census.firstInvalidByte else {
        return "\(census.sequences) characters beyond ASCII, the first at byte "
          + "\(census.firstNonASCII), all of them UTF-8"
      }
      let rest = census.sequences > 0 ? "; \(census.sequences) are" : ""
      return "byte 0x\(TerminalText.hexadecimal(byte)) at \(place) is not UTF-8"
        + " (\(census.invalidBytes) such bytes\(rest)); "
        + (doubt ?? "\(name) is an assumption, --encoding overrules it")
    }
  }
  /// Why the encoding may well be another one; nil where nothing says so.
  var doubt: String? {
    guard case .content(let census) = evidence, census.firstInvalid != nil else { return nil }
    if let place = census.firstEuroOffset {
      return
        "\(name) is an assumption, and doubtful: the byte at \(place), beside a number, would be "
        + "¤; if it was meant as €, --encoding ISO-8859-15 reads it"
    }
    guard let place = census.firstDOSByteOffset else { return nil }
    return
      "\(name) is an assumption, and doubtful: the byte at \(place) would be no letter amid letters; "
      + "if this was written under DOS, --encoding cp437 or cp850 reads it"
  }
}
