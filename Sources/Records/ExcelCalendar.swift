/// From which day a spreadsheet counts: its cells keep dates as numbers of days.
package enum ExcelCalendar: Int, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// Day 1 is the 1st of January 1900, and day 60 the 29th of February 1900, which never was.
  case from1900 = 1900
  /// Day 0 is the 1st of January 1904, as in workbooks of old Macintosh versions.
  case from1904 = 1904

  /// The day that a number of days means; nil where there is no such day.
  ///
  /// - Parameter serial: the number of days, without decimals.
  /// - Returns: the day.
  package func day(_ serial: Int) -> CalendarDate? {
    guard serial >= 0, serial < 10_000_000 else { return nil }
    switch self {
    case .from1904:
      return CalendarDate(daysSince1970: serial - 24_107)
    case .from1900:
      // Day 0 is shown as "0 January 1900". The days before the false leap day are one further on.
      guard serial != 0, serial != 60 else { return nil }
      return CalendarDate(daysSince1970: serial - (serial < 60 ? 25_568 : 25_569))
    }
  }
}
