/// A time of day as it is written behind a date: `T00:00:00`, `6:17`, `12:00 AM`,
/// `6:17 p.m.`, `00:00:00.000Z`.
struct TimeOfDay: Equatable {
  /// Hours since midnight, 0 to 23.
  let hour: Int
  let minute: Int
  let second: Int
  /// Whether there are decimals of a second other than zero.
  let hasFraction: Bool
  /// Whether the time is marked as UTC.
  let isUTC: Bool

  var isMidnight: Bool { hour == 0 && minute == 0 && second == 0 && !hasFraction }

  /// The beginning of a day.
  static let midnight = TimeOfDay(secondOfDay: 0)

  /// The time that many seconds after midnight, of 86,400.
  init(secondOfDay: Int) {
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    hasFraction = false
    isUTC = false
  }

  /// Reads the rest of the text, from the `T`, comma or space after the date; nil where it is no
  /// time.
  init?(_ scanner: inout DateScanner, in text: Span<UInt8>) {
    // "1/2/2009, 6:17:00 AM" is how web browsers write a moment.
    _ = scanner.skip(UInt8(ascii: ","), in: text)
    guard scanner.skip(letter: UInt8(ascii: "t"), in: text) || scanner.skipSpace(in: text) else {
      return nil
    }
    self.init(clock: &scanner, in: text)
  }

  /// Reads the hour and what follows it, up to the end of the text; nil where it is no time.
  init?(clock scanner: inout DateScanner, in text: Span<UInt8>) {
    guard let hour = scanner.number(in: text), hour.digits <= 2 else { return nil }
    guard let minute = Self.sixtieth(&scanner, in: text) else { return nil }
    self.minute = minute
    if scanner.isNext(UInt8(ascii: ":"), in: text) {
      guard let second = Self.sixtieth(&scanner, in: text) else { return nil }
      self.second = second
      guard let fraction = Self.fraction(&scanner, in: text) else { return nil }
      hasFraction = fraction
    } else {
      second = 0
      hasFraction = false
    }
    _ = scanner.skipSpace(in: text)
    guard let inFull = Self.hour(hour.value, &scanner, in: text) else { return nil }
    self.hour = inFull
    _ = scanner.skipSpace(in: text)
    guard let isUTC = Self.utc(&scanner, in: text), scanner.isAtEnd else { return nil }
    self.isUTC = isUTC
  }

  /// Reads a colon and two digits below 60.
  private static func sixtieth(_ scanner: inout DateScanner, in text: Span<UInt8>) -> Int? {
    guard scanner.skip(UInt8(ascii: ":"), in: text) else { return nil }
    guard let number = scanner.number(in: text), number.digits == 2 else { return nil }
    return number.value < 60 ? number.value : nil
  }

  /// Reads the decimals of a second, if there are any, and says whether one isn't zero.
  private static func fraction(_ scanner: inout DateScanner, in text: Span<UInt8>) -> Bool? {
    guard
      scanner.skip(UInt8(ascii: "."), in: text) || scanner.skip(UInt8(ascii: ","), in: text)
    else { return false }
    var isNonZero = false
    var hasDigit = false
    while let digit = scanner.digit(in: text) {
      hasDigit = true
      isNonZero = isNonZero || digit != 0
    }
    return hasDigit ? isNonZero : nil
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

  /// Reads `Z`, `+00:00` or `+0000` and says whether one was there; nil where it is another zone.
  private static func utc(_ scanner: inout DateScanner, in text: Span<UInt8>) -> Bool? {
    if scanner.skip(letter: UInt8(ascii: "z"), in: text) { return true }
    guard scanner.skip(UInt8(ascii: "+"), in: text) else { return false }
    var zeros = 0
    while scanner.skip(UInt8(ascii: "0"), in: text) {
      zeros += 1
      if zeros == 2 { _ = scanner.skip(UInt8(ascii: ":"), in: text) }
    }
    return zeros == 4 ? true : nil
  }
}
