import CSV
import Datasets
import Input
import Records

/// What is found out about one file.
struct FileInspection {
  let path: String
  /// How many bytes were read, and whether that is all of the file.
  let readBytes: Int64
  let isWhole: Bool
  let encoding: EncodingDecision
  let detection: DialectDetection
  let layout: TableLayout
  let census: RecordCensus
  let fit: DatasetFit

  /// How much is read at least, in bytes, where not all of the file is.
  static let sampleBytes: Int64 = 4 << 20

  /// Reads a file, or its start.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - options: what the command line says of it.
  ///   - package: the datasets it may be of.
  ///   - isFull: whether all of it is read.
  /// - Throws: `InputError`, or `CommandFailure` for what is no delimited text.
  init(
    _ file: SourceFile, options: ImportOptions, _ package: DataPackage, isFull: Bool
  ) throws {
    var limits = ReadingLimits()
    limits.footerLines = options.footerLines
    var reader = try RecordReader.text(file, options, limits)
    var batch = RecordBatch()
    reader.readHead(into: &batch)
    layout = try TableLayout(batch, reader.detection, options.header)
    fit = DatasetFit(file, head: batch, package, options)
    var census = RecordCensus(layout)
    reader.beginRecords(
      afterLine: layout.lastHeaderLine,
      fieldCount: layout.labels.isEmpty ? layout.fieldCount : layout.labels.count,
      leastFieldCount: layout.leastFieldCount)
    var isWhole = false
    var readBytes: Int64 = 0
    repeat {
      guard !Interruption.isRequested else { throw CommandFailure.interrupted }
      isWhole = try !reader.read(into: &batch)
      census.add(batch)
      readBytes = max(readBytes, batch.consumedBytes)
    } while !isWhole && (isFull || readBytes < Self.sampleBytes)
    path = file.path
    self.isWhole = isWhole
    self.readBytes = readBytes
    self.census = census
    encoding = reader.input.encoding
    detection = reader.detection
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
    case .content(let census):
      guard let place = census.firstInvalid, let byte = census.firstInvalidByte else {
        return "\(census.sequences) characters beyond ASCII, the first at byte "
          + "\(census.firstNonASCII), all of them UTF-8"
      }
      let rest = census.sequences > 0 ? "; \(census.sequences) are" : ""
      return "byte 0x\(TerminalText.hexadecimal(byte)) at \(place) is not UTF-8"
        + " (\(census.invalidBytes) such bytes\(rest))"
    }
  }
}
