/// The records that the stream of an .xls workbook consists of (MS-XLS, 2.1.4).
struct BIFFRecords {
  private let bytes: [UInt8]
  private var position: Int

  /// One record: what it is, and its bytes.
  struct Record {
    var kind: Kind
    /// The bytes, followed by those of the records that continue it.
    var bytes: [UInt8]
    /// Where in `bytes` each continuing record begins.
    var seams: [Int]
  }

  /// The kinds of records that are read.
  enum Kind: UInt16 {
    case formula = 0x0006
    case endOfPart = 0x000A
    case dateSystem = 0x0022
    case encryption = 0x002F
    case continuation = 0x003C
    case sheet = 0x0085
    case multipleRK = 0x00BD
    case style = 0x00E0
    case merged = 0x00E5
    case strings = 0x00FC
    case sharedString = 0x00FD
    case number = 0x0203
    case text = 0x0204
    case booleanOrError = 0x0205
    case formulaText = 0x0207
    case rk = 0x027E
    case format = 0x041E
    case startOfPart = 0x0809
  }

  /// The records from a place of the stream on.
  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next record of a kind that is read.
  ///
  /// - Returns: nil where the stream ends, whether or not between two records.
  mutating func next() -> Record? {
    while let (kind, range) = take() {
      guard let kind = Kind(rawValue: kind), kind != .continuation else { continue }
      var record = Record(kind: kind, bytes: Array(bytes[range]), seams: [])
      while bytes.uint16(at: position) == Kind.continuation.rawValue, let (_, more) = take() {
        record.seams.append(record.bytes.count)
        record.bytes += bytes[more]
      }
      return record
    }
    return nil
  }

  /// Takes the head of a record, and the range of its bytes.
  private mutating func take() -> (kind: UInt16, range: Range<Int>)? {
    guard let kind = bytes.uint16(at: position), let count = bytes.uint16(at: position + 2) else {
      return nil
    }
    let start = position + 4
    guard start + Int(count) <= bytes.count else { return nil }
    position = start + Int(count)
    return (kind, start..<position)
  }
}

/// Reads texts out of a record and of those that continue it.
struct BIFFTextReader {
  private let bytes: [UInt8]
  private var seams: ArraySlice<Int>
  private(set) var position: Int

  init(_ record: BIFFRecords.Record, from position: Int) {
    bytes = record.bytes
    seams = record.seams[...]
    self.position = position
  }

  /// Reads a text that has its length in front of it (MS-XLS, 2.5.293, XLUnicodeRichExtendedString).
  ///
  /// - Parameter isShort: whether the length is one byte rather than two.
  /// - Returns: the text as UTF-8; nil where the record is cut.
  mutating func next(isShort: Bool = false) -> [UInt8]? {
    let count: Int
    if isShort {
      guard position < bytes.count else { return nil }
      count = Int(bytes[position])
      position += 1
    } else {
      guard let length = bytes.uint16(at: position) else { return nil }
      count = Int(length)
      position += 2
    }
    guard position < bytes.count else { return nil }
    let flags = bytes[position]
    position += 1
    var skipped = 0
    if flags & 0x08 != 0 {
      guard let runs = bytes.uint16(at: position) else { return nil }
      skipped += Int(runs) * 4
      position += 2
    }
    if flags & 0x04 != 0 {
      guard let extra = bytes.uint32(at: position) else { return nil }
      skipped += Int(extra)
      position += 4
    }
    guard let units = units(count, isWide: flags & 1 != 0) else { return nil }
    position += skipped
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Reads units of UTF-16; where a record continues, it says anew whether they are wide.
  private mutating func units(_ count: Int, isWide: Bool) -> [UInt16]? {
    var isWide = isWide
    var units: [UInt16] = []
    units.reserveCapacity(count)
    while units.count < count {
      while let seam = seams.first, seam < position { seams.removeFirst() }
      if seams.first == position, position < bytes.count {
        isWide = bytes[position] & 1 != 0
        seams.removeFirst()
        position += 1
      }
      if isWide {
        guard let unit = bytes.uint16(at: position) else { return nil }
        units.append(unit)
        position += 2
      } else {
        guard position < bytes.count else { return nil }
        units.append(UInt16(bytes[position]))
        position += 1
      }
    }
    return units
  }
}
