import Records

/// What is between the spaces of a text whose lines have as many words as the first one has labels.
enum Spaces: Sendable {
  /// Values of their own.
  case fields
  /// Two numbers, which may be one with a space in it: a telephone number, a range.
  case numbers
  /// Parts of one value: groups of digits, a date and a time.
  case parts

  /// Looks at the records, all of which have as many fields.
  ///
  /// It is nil where they have words, too: those are no part of a number. So it is without labels, unless
  /// they are parts of a date with its time: numbers may be several then, or one.
  ///
  /// - Parameters:
  ///   - rows: the fields of each.
  ///   - hasLabels: whether the first one is labels.
  init?(_ rows: [[ArraySlice<UInt8>]], hasLabels: Bool) {
    let records = rows.dropFirst(hasLabels ? 1 : 0)
    if !records.isEmpty, records.allSatisfy({ Self.isWrittenDate($0) || Self.isSpan($0) }) {
      self = .parts
      return
    }
    // Below a title are labels, and below labels may be units, or those of another table.
    let values = rows.filter { row in row.contains { $0.contains(where: Self.isDigit) } }
    guard !values.isEmpty, values.count * 2 >= rows.count || rows.count < 4 else { return nil }
    var (areGroups, areMoments, areNumbers) = (true, true, true)
    for row in values {
      guard row.allSatisfy({ $0.contains(where: Self.isDigit) }) || Self.isMoment(row) else {
        return nil
      }
      let isCode = row.first.map(Self.isCode) ?? false
      areGroups = areGroups && !isCode && row.dropFirst().allSatisfy(Self.isGroup)
      areMoments = areMoments && Self.isMoment(row)
      areNumbers = areNumbers && !isCode && row.count == 2 && !row.contains(where: Self.isOfDate)
    }
    guard hasLabels || areMoments else { return nil }
    self = areGroups || areMoments ? .parts : areNumbers ? .numbers : .fields
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a field begins with a group of three digits.
  private static func isGroup(_ field: ArraySlice<UInt8>) -> Bool {
    field.prefix(while: isDigit).count == 3
  }

  /// Whether a field begins with a letter, as no number does.
  private static func isCode(_ field: ArraySlice<UInt8>) -> Bool {
    field.first.map { 0x61...0x7A ~= $0 | 0x20 } ?? false
  }

  /// Whether fields are a date with its month in letters: `18 January 2000`.
  private static func isWrittenDate(_ row: [ArraySlice<UInt8>]) -> Bool {
    guard row.contains(where: { !$0.contains(where: isDigit) }) else { return false }
    let text = Array(row.joined(separator: [0x20]))
    return DateText(text.indices, in: text.span) != nil
  }

  /// Whether fields are two dates or times with a dash between them: `07:00 - 14:30`.
  private static func isSpan(_ row: [ArraySlice<UInt8>]) -> Bool {
    guard let first = row.first, let last = row.last, isOfDate(first), isOfDate(last) else {
      return false
    }
    let dashes: [[UInt8]] = [[0x2D], Array("–".utf8)]
    return row.count == 3 && dashes.contains(Array(row[1]))
  }

  /// Whether a field has the signs of a date or a time between its digits.
  private static func isOfDate(_ field: ArraySlice<UInt8>) -> Bool {
    let signs = field.drop(while: isDigit).prefix { !isDigit($0) }
    return isTime(field) || [[0x2F], [0x2D]].contains(Array(signs))
      || field.split(separator: 0x2E).count == 3
  }

  private static func isTime(_ field: ArraySlice<UInt8>) -> Bool { field.contains(0x3A) }

  /// Whether fields are a date and a time, or a time, and its zone if any.
  private static func isMoment(_ row: [ArraySlice<UInt8>]) -> Bool {
    guard let time = row.prefix(2).firstIndex(where: isTime) else { return false }
    return row.indices.allSatisfy { index in
      index == time || index > time && isZone(row[index])
        || index < 2 && isOfDate(row[index]) && !isTime(row[index])
    }
  }

  /// Whether a field behind a time is its zone, or the half of the day.
  private static func isZone(_ field: ArraySlice<UInt8>) -> Bool {
    if field.first == 0x2B || field.first == 0x2D { return true }
    let word = String(
      decoding: field.prefix { !isDigit($0) && $0 != 0x2B && $0 != 0x2D }, as: UTF8.self)
    if ["UTC", "GMT", "Z"].contains(word) { return true }
    guard word.utf8.count == field.count else { return false }
    let isSummerOrStandard = 3...4 ~= word.count && word.last == "T" && word == word.uppercased()
    return isSummerOrStandard || ["am", "pm", "a.m.", "p.m."].contains(word.lowercased())
  }
}
