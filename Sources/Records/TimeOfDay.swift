/// A time of day as it is written behind a date: `T00:00:00`, `6:17`, `12:00 AM`, `6:17 p.m.`,
/// `00:00:00.000Z`, `10:11:12 UTC`, `T101112Z`, and `:10:11:12.5` as SAS writes it.
package struct TimeOfDay: Equatable {
  /// Hours since midnight, 0 to 23.
  package let hour: Int
  /// Minutes of the hour, 0 to 59.
  package let minute: Int
  /// Seconds of the minute, 0 to 59.
  package let second: Int
  /// The decimals of a second, in billionths.
  package let nanosecond: Int
  /// Whether the time is marked as UTC.
  package let isUTC: Bool

  /// Whether a day begins with it.
  package var isMidnight: Bool { hour == 0 && minute == 0 && second == 0 && nanosecond == 0 }

  /// The beginning of a day.
  package static let midnight = TimeOfDay(secondOfDay: 0)

  /// The time that many seconds after midnight, of 86,400.
  package init(secondOfDay: Int) {
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    nanosecond = 0
    isUTC = false
  }

  /// The time of day that a text is alone, `10:30`, `9:15:00 PM`; nil where it is none.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  package init?(_ range: Range<Int>, in text: Span<UInt8>) {
    var scanner = DateScanner(range)
    self.init(clock: &scanner, in: text)
  }

  /// Reads the rest of the text, from the `T`, comma, colon or space after the date; nil where it is no
  /// time.
  init?(_ scanner: inout DateScanner, in text: Span<UInt8>) {
    if scanner.skip(letter: UInt8(ascii: "t"), in: text) {
      var compact = scanner
      if let time = TimeOfDay(compact: &compact, in: text) {
        (scanner, self) = (compact, time)
        return
      }
    } else if !scanner.skip(UInt8(ascii: ":"), in: text) {
      // "1/2/2009, 6:17:00 AM" is how web browsers write a moment.
      _ = scanner.skip(UInt8(ascii: ","), in: text)
      guard scanner.skipSpace(in: text) else { return nil }
    }
    self.init(clock: &scanner, in: text)
  }

  /// Reads `1011` or `101112` and what follows, the basic format of ISO 8601; nil where it is none.
  private init?(compact scanner: inout DateScanner, in text: Span<UInt8>) {
    guard let number = scanner.number(in: text), number.digits == 4 || number.digits == 6 else {
      return nil
    }
    let seconds = number.digits == 6 ? number.value : number.value * 100
    (hour, minute, second) = (seconds / 10_000, seconds / 100 % 100, seconds % 100)
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let decimals = number.digits == 6 ? Self.decimals(&scanner, in: text) : 0
    guard let decimals, let isUTC = Self.utc(&scanner, in: text), scanner.isAtEnd else {
      return nil
    }
    (nanosecond, self.isUTC) = (decimals, isUTC)
  }

  /// Reads the hour and what follows it, up to the end of the text; nil where it is no time.
  private init?(clock scanner: inout DateScanner, in text: Span<UInt8>) {
    guard let hour = scanner.number(in: text), hour.digits <= 2 else { return nil }
    guard let minute = Self.sixtieth(&scanner, in: text) else { return nil }
    self.minute = minute
    if scanner.isNext(UInt8(ascii: ":"), in: text) {
      guard let second = Self.sixtieth(&scanner, in: text) else { return nil }
      self.second = second
      guard let decimals = Self.decimals(&scanner, in: text) else { return nil }
      nanosecond = decimals
    } else {
      second = 0
      nanosecond = 0
    }
    _ = scanner.skipSpace(in: text)
    guard let inFull = Self.hour(hour.value, &scanner, in: text) else { return nil }
    self.hour = inFull
    guard let isUTC = Self.utc(&scanner, in: text), scanner.isAtEnd else { return nil }
    self.isUTC = isUTC
  }

  /// Reads a colon and two digits below 60.
  private static func sixtieth(_ scanner: inout DateScanner, in text: Span<UInt8>) -> Int? {
    guard scanner.skip(UInt8(ascii: ":"), in: text) else { return nil }
    guard let number = scanner.number(in: text), number.digits == 2 else { return nil }
    return number.value < 60 ? number.value : nil
  }

  /// Reads the decimals of a second, if there are any; nil where a billionth does not hold them.
  private static func decimals(_ scanner: inout DateScanner, in text: Span<UInt8>) -> Int? {
    guard
      scanner.skip(UInt8(ascii: "."), in: text) || scanner.skip(UInt8(ascii: ","), in: text)
    else { return 0 }
    var (value, unit) = (0, 1_000_000_000)
    var hasDigit = false
    while let digit = scanner.digit(in: text) {
      hasDigit = true
      unit /= 10
      guard unit > 0 || digit == 0 else { return nil }
      value += Int(digit) * unit
    }
    return hasDigit ? value : nil
  }

  /// The hour of 24 that an hour and the `AM` or `PM` behind it mean.
  private static func hour(
    _ hour: Int, _ scanner: inout DateScanner, in text: Span<UInt8>
  ) -> Int? {
    let isAM = scanner.skip(letter: UInt8(ascii: "a"), in: text)
    let isPM = !isAM && scanner.skip(letter: UInt8(ascii: "p"), in: text)
    guard isAM || isPM else { return hour < 24 ? hour : nil }
    let hasDots = scanner.skip(UInt8(ascii: "."), in: text)
    guard scanner.skip(letter: UInt8(ascii: "m"), in: text), hour >= 1, hour <= 12,
      !hasDots || scanner.skip(UInt8(ascii: "."), in: text)
    else { return nil }
    return hour % 12 + (isPM ? 12 : 0)
  }

  /// Reads `Z`, `UTC`, `GMT`, `+00:00`, `+0000` or `+00`, with a space in front or without, and says
  /// whether one was there; nil where it is another zone.
  private static func utc(_ scanner: inout DateScanner, in text: Span<UInt8>) -> Bool? {
    _ = scanner.skipSpace(in: text)
    if scanner.skip(UInt8(ascii: "+"), in: text) {
      guard let hours = scanner.number(in: text), hours.value == 0 else { return nil }
      if hours.digits == 2, scanner.skip(UInt8(ascii: ":"), in: text) {
        guard let minutes = scanner.number(in: text), minutes.value == 0, minutes.digits == 2
        else { return nil }
        return true
      }
      return hours.digits == 2 || hours.digits == 4 ? true : nil
    }
    let letters = scanner.word(in: text)
    if letters.isEmpty { return false }
    return zones.contains { zone in
      letters.count == zone.count && zip(letters, zone).allSatisfy { text[$0] | 0x20 == $1 }
    } ? true : nil
  }

  /// What marks a time as UTC, in lower case.
  private static let zones = ["z", "utc", "gmt"].map { Array($0.utf8) }
}
