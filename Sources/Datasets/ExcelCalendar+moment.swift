import Records

/// Numbers of days as they stand in delimited text.
extension ExcelCalendar {
  /// The most digits in front of the decimals: 2958465 is the last day of the year 9999.
  private static let digitLimit = 7
  private static let secondsPerDay = 86_400

  /// The day and the time of day that the text at `range` means.
  ///
  /// The decimals are the part of the day that has passed. They are accepted where one whole second
  /// is meant: to a thousandth of a second, or as near as the digits tell, if there are five or more.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  /// - Returns: the day and the seconds since its midnight; nil where the text is no such number.
  func moment(_ range: Range<Int>, in text: Span<UInt8>) -> (day: CalendarDate, second: Int)? {
    var position = range.lowerBound
    var serial = 0
    while position < range.upperBound, case let digit = text[position] &- 0x30, digit < 10 {
      guard position - range.lowerBound < Self.digitLimit else { return nil }
      serial = serial * 10 + Int(digit)
      position += 1
    }
    guard position > range.lowerBound else { return nil }
    var second = 0
    if position < range.upperBound {
      guard let mark = DecimalMark.allCases.first(where: { $0.byte == text[position] }) else {
        return nil
      }
      // Three digits and a comma could be thousands.
      guard mark == .point || position - range.lowerBound > 3 else { return nil }
      guard let found = Self.second(position + 1..<range.upperBound, in: text) else { return nil }
      second = found
    }
    // The last second of a day may be rounded up to the next day.
    guard let day = day(serial + second / Self.secondsPerDay) else { return nil }
    return (day, second % Self.secondsPerDay)
  }

  /// The seconds that the decimals of a day are; nil where they aren't one whole second.
  private static func second(_ decimals: Range<Int>, in text: Span<UInt8>) -> Int? {
    guard !decimals.isEmpty else { return nil }
    var part = 0.0
    var unit = 1.0
    for position in decimals {
      let digit = text[position] &- 0x30
      guard digit < 10 else { return nil }
      unit /= 10
      part += Double(digit) * unit
    }
    let seconds = part * Double(secondsPerDay)
    let nearest = seconds.rounded()
    let tolerance = decimals.count < 5 ? 0.001 : max(0.001, unit / 2 * Double(secondsPerDay))
    return abs(seconds - nearest) <= tolerance ? Int(nearest) : nil
  }
}
