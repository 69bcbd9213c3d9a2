/// Days and times as spreadsheets keep them: a number of days, its fraction the time.
enum SerialDate {
  /// The day that is 0 in the workbook.
  enum System: Sendable {
    /// Day 1 is the first of January 1900, and day 60 the 29th of February, which that year did not
    /// have.
    case from1900
    /// Day 0 is the first of January 1904: workbooks of old Macs.
    case from1904
  }

  /// The first day number that is beyond the year 9999 in either system.
  private static let daysEnd = 2_958_466.0

  private static let dayMilliseconds = 86_400_000

  /// Writes a serial number as ISO-8601.
  ///
  /// A day without a time is `2017-12-15`, with one `2017-12-15T13:45:00`; a time alone `13:45:00`.
  ///
  /// - Parameters:
  ///   - serial: the number of days.
  ///   - format: what it stands for; not `number`.
  ///   - system: which day is 0.
  /// - Returns: nil where the number is no day of the years up to 9999.
  static func text(_ serial: Double, _ format: NumberFormat, _ system: System) -> [UInt8]? {
    guard serial >= 0, serial < daysEnd else { return nil }
    var day = Int(serial)
    // To the millisecond: a double keeps a little less than a microsecond here.
    var time = Int(((serial - Double(day)) * Double(dayMilliseconds)).rounded())
    if time == dayMilliseconds {
      day += 1
      time = 0
    }
    var output: [UInt8] = []
    if format == .duration {
      append(milliseconds: day * dayMilliseconds + time, to: &output)
      return output
    }
    let isTimeAlone = day == 0 && system == .from1900 && (time != 0 || format == .time)
    if format == .time && day == 0 || isTimeAlone {
      append(milliseconds: time, to: &output)
      return output
    }
    guard append(day: day, system, to: &output) else { return nil }
    if time != 0 || format == .time {
      output.append(UInt8(ascii: "T"))
      append(milliseconds: time, to: &output)
    }
    return output
  }

  /// Writes a duration of XML Schema, such as `PT13H45M30.5S`, as `13:45:30.500`.
  ///
  /// - Parameter duration: days, hours, minutes and seconds, each of them optional.
  /// - Returns: nil where it is something else, negative, or longer than ten million hours.
  static func text(duration: Span<UInt8>) -> [UInt8]? {
    guard duration.count > 2, duration.count <= 40, duration[0] == UInt8(ascii: "P") else {
      return nil
    }
    var milliseconds = 0
    var number = 0
    // What a digit counts while it is before the point, and behind it.
    var scale = 0
    for index in 1..<duration.count {
      let byte = duration[index]
      if byte &- 0x30 < 10 {
        number = number * 10 + Int(byte &- 0x30)
        scale *= 10
        guard number < 10_000_000_000_000 else { return nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: ","): scale = 1
      case UInt8(ascii: "T") where number == 0: break
      case UInt8(ascii: "D"): milliseconds += number * dayMilliseconds
      case UInt8(ascii: "H"): milliseconds += number * 3_600_000
      case UInt8(ascii: "M"): milliseconds += number * 60_000
      case UInt8(ascii: "S"):
        milliseconds += (number * 1000 + max(scale, 1) / 2) / max(scale, 1)
      default: return nil
      }
      guard milliseconds < 36_000_000_000_000 else { return nil }
      if byte != UInt8(ascii: "."), byte != UInt8(ascii: ",") { (number, scale) = (0, 0) }
    }
    var output: [UInt8] = []
    append(milliseconds: milliseconds, to: &output)
    return output
  }

  /// Writes a day as `2017-12-15`.
  private static func append(day: Int, _ system: System, to output: inout [UInt8]) -> Bool {
    // Days since the first of January 1970.
    let unix: Int
    switch (system, day) {
    case (.from1904, _): unix = day - 24_107
    case (.from1900, 0):
      output += Array("1900-01-00".utf8)
      return true
    case (.from1900, 60):
      output += Array("1900-02-29".utf8)
      return true
    case (.from1900, 1..<60): unix = day - 25_568
    case (.from1900, _): unix = day - 25_569
    }
    let (year, month, day) = civil(unix)
    guard year <= 9999 else { return false }
    append(year, digits: 4, to: &output)
    output.append(UInt8(ascii: "-"))
    append(month, digits: 2, to: &output)
    output.append(UInt8(ascii: "-"))
    append(day, digits: 2, to: &output)
    return true
  }

  /// The day of the Gregorian calendar that is `days` after the first of January 1970.
  ///
  /// Counted in eras of 400 years, which have 146,097 days each, from the first of March of year 0,
  /// so that the day that leap years have is the last of its year.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let sinceMarch = days + 719_468
    let era = sinceMarch / 146_097
    let dayOfEra = sinceMarch % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Writes `13:45:00`, with milliseconds where there are some.
  private static func append(milliseconds: Int, to output: inout [UInt8]) {
    let seconds = milliseconds / 1000
    append(seconds / 3600, digits: 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(seconds / 60 % 60, digits: 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(seconds % 60, digits: 2, to: &output)
    guard milliseconds % 1000 != 0 else { return }
    output.append(UInt8(ascii: "."))
    append(milliseconds % 1000, digits: 3, to: &output)
  }

  /// Writes a number with at least so many digits.
  private static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
    var power = 1
    for _ in 1..<digits { power *= 10 }
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      output.append(UInt8(truncatingIfNeeded: 0x30 + number / power % 10))
      power /= 10
    }
  }
}
