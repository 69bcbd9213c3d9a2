import Records

/// Reads the dates with a time of day of one column.
package struct DatetimeParser: Sendable, BitwiseCopyable {
  /// What decides where the text leaves it open.
  package var rules: DateRules { dates.rules }

  /// Reads the dates.
  let dates: DateParser

  /// A parser for a column with these rules.
  package init(rules: DateRules) {
    dates = DateParser(rules: rules)
  }

  /// Appends the moment that the text at `range` means, as ISO-8601 has it, to `output`.
  ///
  /// A date alone is midnight. A moment that is marked as UTC has a `Z`; one in another zone isn't
  /// understood. Decimals of a second are kept, up to nine, without zeros at their end.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  ///   - output: what `2009-01-02T06:17:00` is appended to.
  /// - Returns: whether the text is a moment; if not, `output` is as it was.
  package func append(
    _ range: Range<Int>, in text: Span<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    if let calendar = rules.excelSerial, let moment = calendar.moment(range, in: text) {
      Self.append(moment.day, TimeOfDay(secondOfDay: moment.second), to: &output)
      return true
    }
    guard let parts = DateText(range, in: text), let date = dates.date(parts) else { return false }
    Self.append(date, parts.time ?? .midnight, to: &output)
    return true
  }

  /// Whether a text is a time of day alone: `10:30`, `9:15:00 PM`.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  /// - Returns: whether it is one.
  package static func isTimeOfDay(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    TimeOfDay(range, in: text) != nil
  }

  private static func append(_ date: CalendarDate, _ time: TimeOfDay, to output: inout [UInt8]) {
    date.append(to: &output)
    var mark = UInt8(ascii: "T")
    for number in [time.hour, time.minute, time.second] {
      output.append(mark)
      output.append(UInt8(truncatingIfNeeded: 0x30 + number / 10))
      output.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
      mark = UInt8(ascii: ":")
    }
    if time.nanosecond > 0 {
      output.append(UInt8(ascii: "."))
      var (rest, unit) = (time.nanosecond, 100_000_000)
      while rest > 0 {
        output.append(UInt8(truncatingIfNeeded: 0x30 + rest / unit))
        (rest, unit) = (rest % unit, unit / 10)
      }
    }
    if time.isUTC { output.append(UInt8(ascii: "Z")) }
  }
}
