/// What is on either side of the colons of a text.
enum Colons: Sendable {
  /// Times, below a label that says so if any: `10:20`, `Duration (mm:ss)`.
  case times
  /// Labels, or dates and what is none of a time.
  case fields
  /// What may be one value as well.
  case parts

  /// Looks at the records that have as many fields as most.
  ///
  /// - Parameters:
  ///   - rows: the fields of each.
  ///   - hasLabels: whether the first one is labels.
  init(_ rows: [[ArraySlice<UInt8>]], hasLabels: Bool) {
    var rows = rows
    // A label with a colon before a digit, as `Time (UTC+1:00)`, is none of several.
    let isHeaded = rows.first.map { hasLabels || !Self.isClock($0) } ?? false
    let header = isHeaded ? rows.removeFirst() : []
    let areTimes = !rows.isEmpty && rows.allSatisfy(Self.isClock)
    if hasLabels {
      // As in `Time: local`, a space is behind what is no delimiter.
      let isText = header.contains { $0.first == 0x20 }
      let isOfTime = areTimes && header.dropFirst().allSatisfy(Self.isUnitOfTime)
      self = isOfTime || isText && areTimes ? .times : isText ? .parts : .fields
    } else {
      let areDated = !rows.isEmpty && rows.allSatisfy { $0.contains(where: Self.isDate) }
      self = areTimes ? .times : areDated ? .fields : .parts
    }
  }

  /// Whether all that is behind the first colon of a record is minutes and seconds, or a time behind a date
  /// as `30SEP2025:10:11:12`.
  private static func isClock(_ row: [ArraySlice<UInt8>]) -> Bool {
    let isDated = row.prefix(1).contains { date in date.contains { $0 &- 0x30 >= 10 } }
    return (row.count < 4 || isDated) && row.dropFirst().allSatisfy(isSixtieth)
  }

  /// Whether a field is minutes or seconds: two digits, less than 60, and decimals if any.
  private static func isSixtieth(_ field: ArraySlice<UInt8>) -> Bool {
    let digits = field.prefix { $0 &- 0x30 < 10 }
    guard digits.count == 2, let tens = digits.first, tens < 0x36 else { return false }
    let rest = field.dropFirst(2)
    return rest.isEmpty || rest.first == 0x2E || rest.first == 0x2C || rest.first == 0x20
  }

  /// Whether a label starts with a word for minutes or seconds.
  private static func isUnitOfTime(_ label: ArraySlice<UInt8>) -> Bool {
    let word = String(decoding: label, as: UTF8.self).lowercased().prefix { $0.isLetter }
    return word == "m" || word == "mm" || word == "s" || word == "ss"
      || word.hasPrefix("min") || word.hasPrefix("sec")
  }

  /// Whether a field is a date of digits with the same sign between its three parts, and nothing else.
  private static func isDate(_ field: ArraySlice<UInt8>) -> Bool {
    let signs = field.filter { $0 &- 0x30 >= 10 }
    guard let sign = signs.first, [0x2D, 0x2E, 0x2F].contains(sign) else { return false }
    return signs == [sign, sign] && field.count >= 6 && field.first != sign && field.last != sign
  }
}
