/// What a cell of a sheet holds.
package enum SpreadsheetCell: Sendable, Equatable {
  /// Nothing.
  case empty
  /// A text, which no spreadsheet takes for a formula, a number or a date.
  case text(String)
  /// A number.
  case number(Double)
  /// A whole number.
  case integer(Int64)
  /// A day, shown as ISO-8601 has it.
  case day(year: Int, month: Int, day: Int)
}

extension SpreadsheetCell {
  /// The day of an ISO-8601 text; nil for any other text, and for days before March 1900: a sheet
  /// counts its days from the year 1900, which it takes for a leap year.
  ///
  /// - Parameter text: a text such as `2020-10-23`.
  package init?(iso text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard case let digit = byte &- 0x30, digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, of: year),
      (year, month) >= (1900, 3)
    else { return nil }
    self = .day(year: year, month: month, day: day)
  }

  private static func length(ofMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
