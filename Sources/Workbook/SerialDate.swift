import Records

/// Days and times as spreadsheets keep them: a number of days, its fraction the time.
enum SerialDate {
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
  ///   - calendar: which day is 0.
  /// - Returns: nil where the number is no day of the years up to 9999, as day 60 of 1900 is none.
  static func text(_ serial: Double, _ format: NumberFormat, _ calendar: ExcelCalendar) -> [UInt8]?
  {
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
    let isTimeAlone = day == 0 && calendar == .from1900 && (time != 0 || format == .time)
    if format == .time && day == 0 || isTimeAlone {
      append(milliseconds: time, to: &output)
      return output
    }
    guard let date = calendar.day(day) else { return nil }
    date.append(to: &output)
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
