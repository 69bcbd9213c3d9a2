package import Records

/// In which order a date written in numbers alone has its day, month and year.
package enum DateOrder: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// Month, day, year: 12/31/2017.
  case monthDayYear = "mdy"
  /// Day, month, year: 31.12.2017.
  case dayMonthYear = "dmy"
  /// Year, month, day: 17/12/31.
  case yearMonthDay = "ymd"

  /// The order in words, for messages.
  package var words: String {
    switch self {
    case .monthDayYear: "month/day/year"
    case .dayMonthYear: "day/month/year"
    case .yearMonthDay: "year/month/day"
    }
  }
}

/// How a column's dates are to be read where their text leaves it open.
package struct DateRules: Sendable, Hashable, BitwiseCopyable {
  /// The order of dates in numbers; nil where nothing is declared and the values must decide.
  package var order: DateOrder?

  /// The first year of two digits that belongs to the 20th century, 0 to 100.
  package var pivot: Int

  /// The calendar of a spreadsheet whose numbers are read as days; nil where numbers are no dates.
  package var excelSerial: ExcelCalendar?

  /// The pivot where none is declared.
  ///
  /// POSIX, strptime: "values in the range [69,99] shall refer to years 1969 to 1999 inclusive, and
  /// values in the range [00,68] shall refer to years 2000 to 2068 inclusive".
  package static let defaultPivot = 69

  /// Rules of the given order, pivot and calendar.
  package init(
    order: DateOrder? = nil, pivot: Int = Self.defaultPivot, excelSerial: ExcelCalendar? = nil
  ) {
    self.order = order
    self.pivot = pivot
    self.excelSerial = excelSerial
  }

  /// The year in full that a year of two or four digits means; nil for any other length.
  @inline(__always)
  func year(_ number: Int, digits: Int) -> Int? {
    switch digits {
    case 4: number
    case 2: number >= pivot ? 1900 + number : 2000 + number
    default: nil
    }
  }
}
