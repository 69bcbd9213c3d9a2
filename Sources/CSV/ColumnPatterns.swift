import Records

/// How the values of each column are written, as most records of a source show it: the evidence for
/// where a record that has a field too many or too few was cut wrongly.
struct ColumnPatterns {
  /// One column.
  private struct Column {
    /// The ways in which its values are written; nil where they are free text.
    var masks: Set<[UInt8]>?
    /// The same, each digit or run of digits as one.
    var looseMasks: Set<[UInt8]> = []
    /// Those that one value alone has.
    var singleMasks: Set<[UInt8]> = []
    var hasEmpty = false
    /// Whether some value is digits alone.
    var hasBareDigits = false
  }

  private var columns: [Column] = []

  /// Fewer records than this show nothing.
  private static let leastRecords = 20
  /// How many records are looked at.
  private static let recordLimit = 400
  /// A column that is written in more ways than this is free text.
  private static let maskLimit = 12
  /// A longer value is free text.
  private static let lengthLimit = 80

  /// Looks at the records that have as many fields as they should, and no problem.
  ///
  /// - Returns: nil where there are too few of them.
  init?(_ batch: borrowing RecordBatch, width: Int, afterLine line: Int64) {
    let good = batch.records.indices.filter {
      Int(batch.records[$0].fieldCount) == width && batch.records[$0].line > line
        && !batch.hasProblem($0)
    }.prefix(Self.recordLimit)
    guard good.count >= Self.leastRecords else { return nil }
    for column in 0..<width {
      var found = Column()
      var counts: [[UInt8]: Int] = [:]
      var values = 0
      var withDigits = 0
      for record in good {
        let field = Array(batch.bytes[batch.range(ofField: column, in: record)])
        guard !field.isEmpty else {
          found.hasEmpty = true
          continue
        }
        values += 1
        let mask = Self.mask(field)
        if mask.contains(Self.digit) { withDigits += 1 }
        if mask.allSatisfy({ $0 == Self.digit }) { found.hasBareDigits = true }
        counts[mask, default: 0] += 1
      }
      let isRegular =
        values >= Self.leastRecords && counts.count <= Self.maskLimit
        && counts.count * 4 <= values && withDigits * 10 >= values * 9
      if isRegular {
        // What has no digit and is there once may be a label.
        let masks = counts.filter { $0.value > 1 || $0.key.contains(Self.digit) }.keys
        found.masks = Set(masks)
        found.looseMasks = Set(masks.map(Self.loose))
        found.singleMasks = Set(counts.filter { $0.value == 1 }.keys)
      }
      columns.append(found)
    }
    guard columns.contains(where: { $0.masks != nil }) else { return nil }
  }

  private static let digit: UInt8 = 0x30
  private static let letter: UInt8 = 0x61

  /// How a value is written: each digit as `0`, letters in a row as `a`, all else as it is.
  private static func mask(_ field: [UInt8]) -> [UInt8] {
    guard field.count <= lengthLimit else { return [] }
    var mask: [UInt8] = []
    for byte in field {
      switch byte {
      case 0x30...0x39: mask.append(digit)
      case 0x41...0x5A, 0x61...0x7A, 0x80...:
        if mask.last != letter { mask.append(letter) }
      default: mask.append(byte)
      }
    }
    return mask
  }

  /// The same for numbers of any length.
  private static func loose(_ mask: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in mask where byte != digit || result.last != digit { result.append(byte) }
    return result
  }

  /// Whether the values of a column are written in few ways.
  func isRegular(_ column: Int) -> Bool { columns[column].masks != nil }

  /// Whether some value of a column is digits alone.
  func hasBareDigits(_ column: Int) -> Bool { columns[column].hasBareDigits }

  /// Whether a field is written like the values of a column.
  func fits(_ field: [UInt8], column: Int) -> Bool {
    guard !field.isEmpty else { return columns[column].hasEmpty }
    guard let masks = columns[column].masks else { return true }
    return masks.contains(Self.mask(field))
  }

  /// The same, where numbers may be shorter or longer.
  func fitsLoosely(_ field: [UInt8], column: Int) -> Bool {
    guard !field.isEmpty else { return columns[column].hasEmpty }
    guard columns[column].masks != nil else { return true }
    return columns[column].looseMasks.contains(Self.loose(Self.mask(field)))
  }

  /// Whether a field is the start of what the values of a column all are, dates or times, and none
  /// of them.
  ///
  /// Numbers are of any length, and have decimals or not. Where nothing but digits is missing, all
  /// values must be written in one way.
  func isCut(_ field: [UInt8], column: Int) -> Bool {
    guard !field.isEmpty, var masks = columns[column].masks else { return false }
    let mask = Self.mask(field)
    // The field may be among those that the column was learnt from.
    if columns[column].singleMasks.contains(mask) { masks.remove(mask) }
    guard !masks.isEmpty, masks.allSatisfy(Self.isMoment) else { return false }
    let loose = Self.loose(mask)
    let looseMasks = masks.map(Self.loose)
    guard looseMasks.contains(loose) else { return looseMasks.contains { $0.starts(with: loose) } }
    return masks.count == 1 && masks.allSatisfy { mask.count < $0.count && $0.starts(with: mask) }
  }

  /// Whether a value has as many signs between its digits as dates and times have, and no number.
  private static func isMoment(_ mask: [UInt8]) -> Bool {
    mask.first == digit && mask.count { [0x2D, 0x2F, 0x3A, letter].contains($0) } > 1
  }

  /// Whether each field is written like the values of its column, numbers of any length.
  func fit(_ fields: [[UInt8]]) -> Bool {
    fields.count == columns.count
      && fields.indices.allSatisfy { fitsLoosely(fields[$0], column: $0) }
  }
}
