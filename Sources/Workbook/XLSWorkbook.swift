import Records

/// An .xls workbook of Excel 97 to 2003 (BIFF8), held in memory.
struct XLSWorkbook {
  /// The sheets in the order of their tabs.
  private(set) var sheets: [Sheet] = []
  private(set) var dateSystem = ExcelCalendar.from1900
  /// The shared strings.
  private(set) var strings: [[UInt8]] = []
  /// By the style's place, counting from 0.
  private(set) var formats: [NumberFormat] = []
  /// The stream that all parts are in.
  let stream: [UInt8]

  private var formatsByNumber: [Int: NumberFormat] = [:]
  private var styleNumbers: [Int] = []

  /// Reads what a workbook says of itself.
  ///
  /// - Throws: the kind of a `WorkbookError`.
  init(_ file: [UInt8]) throws(WorkbookError.Kind) {
    guard let container = CompoundFile(file) else { throw .malformed("its container is cut") }
    guard !container.names.contains("EncryptedPackage") else { throw .encrypted }
    guard let stream = container.stream(named: "Workbook") else {
      throw container.names.contains("Book")
        ? .unsupported("a workbook of Excel 95 or older") : .malformed("it has no workbook stream")
    }
    self.stream = stream
    var records = BIFFRecords(stream)
    guard let start = records.next(), start.kind == .startOfPart, start.bytes.uint16(at: 0) == 0x600
    else { throw .malformed("its first record is no start of a workbook") }
    while true {
      guard let record = records.next() else { throw .malformed("it ends too early") }
      if record.kind == .endOfPart { break }
      try read(record)
    }
    formats = styleNumbers.map { formatsByNumber[$0] ?? NumberFormat(builtIn: $0) }
  }

  private mutating func read(_ record: BIFFRecords.Record) throws(WorkbookError.Kind) {
    let bytes = record.bytes
    switch record.kind {
    case .encryption: throw .encrypted
    case .dateSystem: if bytes.uint16(at: 0) == 1 { dateSystem = .from1904 }
    case .style: styleNumbers.append(Int(bytes.uint16(at: 2) ?? 0))
    case .format:
      var reader = BIFFTextReader(record, from: 2)
      if let number = bytes.uint16(at: 0), let code = reader.next() {
        formatsByNumber[Int(number)] = NumberFormat(code: String(decoding: code, as: UTF8.self))
      }
    case .sheet:
      var reader = BIFFTextReader(record, from: 6)
      // A type other than 0 is a chart, a macro or a module.
      guard let place = bytes.uint32(at: 0), let name = reader.next(isShort: true), bytes[5] == 0
      else { return }
      sheets.append(
        Sheet(
          name: String(decoding: name, as: UTF8.self), isVisible: bytes[4] & 3 == 0,
          id: String(place)))
    case .strings: try readStrings(record)
    default: break
    }
  }

  private mutating func readStrings(_ record: BIFFRecords.Record) throws(WorkbookError.Kind) {
    guard let count = record.bytes.uint32(at: 4) else { return }
    var reader = BIFFTextReader(record, from: 8)
    for _ in 0..<count {
      guard let text = reader.next() else { throw .malformed("its shared strings are cut") }
      strings.append(text)
    }
  }
}
