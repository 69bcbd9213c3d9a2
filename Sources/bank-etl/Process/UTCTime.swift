import Glibc

/// The time of day, as logs and monitoring need it.
enum UTCTime {
  /// The time now as RFC 3339 in UTC, to the millisecond: `2026-11-30T09:24:06.123Z`.
  static var now: String {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return text(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
  }

  /// The time now, in seconds since 1970.
  static var seconds: Int { time(nil) }

  /// A time as RFC 3339 in UTC.
  static func text(seconds: Int, milliseconds: Int) -> String {
    var seconds = seconds
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    let date = unsafe [
      digits(Int(parts.tm_year) + 1_900, 4), digits(Int(parts.tm_mon) + 1),
      digits(Int(parts.tm_mday)),
    ]
    let clock = unsafe [
      digits(Int(parts.tm_hour)), digits(Int(parts.tm_min)), digits(Int(parts.tm_sec)),
    ]
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":")
      + ".\(digits(milliseconds, 3))Z"
  }

  private static func digits(_ number: Int, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
