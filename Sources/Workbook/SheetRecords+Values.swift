import Records

/// How the values of cells are written.
extension SheetRecords {
  /// Adds a number to the current cell, as what its format says it stands for.
  mutating func append(_ number: Double, _ format: NumberFormat, _ calendar: ExcelCalendar) {
    let date = format == .number ? nil : SerialDate.text(number, format, calendar)
    let text = date ?? CellNumber.text(number)
    if date == nil, format != .number, calendar == .from1900,
      Int(exactly: number.rounded(.down)) == 60
    {
      noteNoDay(text)
    }
    append(text.span)
  }

  /// Adds `TRUE` or `FALSE` to the current cell.
  mutating func append(_ isTrue: Bool) {
    let text = isTrue ? Self.yes : Self.no
    append(text.span)
  }

  private static let yes = Array("TRUE".utf8)
  private static let no = Array("FALSE".utf8)
}
