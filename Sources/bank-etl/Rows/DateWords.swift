import Records

/// Dates in words.
enum DateWords {
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The day of an ISO-8601 date in words: `Sunday, 12 March 2023`.
  ///
  /// - Parameter text: a date, or a date with a time.
  /// - Returns: nil where it is none.
  static func of(_ text: String) -> String? {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count >= 10, let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2]),
      let date = CalendarDate(year: year, month: month, day: day), text.hasPrefix("\(date)")
    else { return nil }
    return "\(weekdays[date.weekday]), \(day) \(months[month - 1]) \(year)"
  }
}
