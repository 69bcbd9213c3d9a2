import Records

/// What is between the spaces of a text whose lines have as many words as the first one has labels.
enum Spaces: Sendable {
  /// Values of their own.
  case fields
  /// Two numbers, which may be one with a space in it: a telephone number, a range.
  case numbers
  /// Parts of one value: groups of digits, a date and a time.
  case parts

  /// Looks at the records, all of which have as many fields; the first one is labels.
  ///
  /// It is nil where they have words, too: those are no part of a number.
  ///
  /// - Parameters:
  ///   - records: the records.
  ///   - batch: what they are part of.
  init?(_ records: some Collection<RecordBatch.Record>, of batch: borrowing RecordBatch) {
    let rows = records.map { record in
      let first = Int(record.firstField)
      return (first..<first + Int(record.fieldCount)).map { field in
        let start = field == 0 ? 0 : Int(batch.fieldEnds[field - 1])
        return batch.bytes[start..<Int(batch.fieldEnds[field])]
      }
    }
    // Below a title are labels, and below labels may be units.
    let values = rows.drop { row in row.allSatisfy { !$0.contains(where: Self.isDigit) } }
    guard !values.isEmpty else { return nil }
    var (areGroups, areMoments, areNumbers) = (true, true, true)
    for row in values {
      guard row.allSatisfy({ $0.contains(where: Self.isDigit) }) || Self.isMoment(row) else {
        return nil
      }
      areGroups = areGroups && row.dropFirst().allSatisfy(Self.isGroup)
      areMoments = areMoments && Self.isMoment(row)
      areNumbers = areNumbers && row.count == 2 && !row.contains(where: Self.isOfDate)
    }
    self = areGroups || areMoments ? .parts : areNumbers ? .numbers : .fields
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a field begins with a group of three digits.
  private static func isGroup(_ field: ArraySlice<UInt8>) -> Bool {
    field.prefix(while: isDigit).count == 3
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
    let others = row.indices.filter { $0 != time }
    return others.allSatisfy { index in
      let isZone = index > time && (row[index].first == 0x2B || row[index].first == 0x2D)
      return isZone || !row[index].contains(where: isDigit)
        || index < 2 && isOfDate(row[index]) && !isTime(row[index])
    }
  }
}
