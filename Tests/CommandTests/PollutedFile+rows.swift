/// Those that are polluted in one row.
extension PollutedFile {
  /// Files with a pollution in each place of each row.
  static func rows(
    of table: CleanTable, _ style: CleanTable.Style = .init()
  ) -> [PollutedFile] {
    let written = table.written(table.rows, style)
    return written.indices.flatMap { row -> [PollutedFile] in
      written[row].cells.indices.flatMap { cells(of: table, written, row, $0, style) }
        + lines(of: table, written, row, style)
    }
  }

  private static func replacing(
    _ row: Int, of written: [CleanTable.WrittenRow],
    _ change: (inout CleanTable.WrittenRow) -> Void
  ) -> [CleanTable.WrittenRow] {
    var changed = written
    change(&changed[row])
    return changed
  }

  /// Files of some tables in some dialects, each with one pollution more: one in so many of them.
  static func pairs(of tables: [CleanTable], step: Int) -> [PollutedFile] {
    let styles: [CleanTable.Style] = [
      .init(delimiter: ";"), .init(delimiter: "\t"), .init(delimiter: "|", lineEnd: "\n"),
      .init(quotesAll: true), .init(delimiter: ", "), .init(delimiter: "\t", quotesAll: true),
    ]
    var all: [PollutedFile] = []
    for table in tables {
      for style in styles {
        let rows = rows(of: table, style).enumerated().filter { $0.offset % 29 == 0 }
        all += layouts(of: table, style) + rows.map(\.element)
      }
    }
    return all.indices.filter { $0 % step == 0 }.map { index in
      var file = all[index]
      file.kind = "two of these at once"
      guard index % 3 == 0 else { return file }
      file.content = { [content = file.content] in
        let units = Array(String(decoding: content(), as: UTF8.self).utf16)
        return [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      }
      return file
    }
  }

  private static func cells(
    of table: CleanTable, _ written: [CleanTable.WrittenRow], _ row: Int, _ column: Int,
    _ style: CleanTable.Style
  ) -> [PollutedFile] {
    let place = " in row \(row), column \(column)"
    var files: [PollutedFile] = []
    func add(_ kind: String, _ rows: [[String]], _ change: (inout CleanTable.WrittenRow) -> Void) {
      let changed = replacing(row, of: written, change)
      files.append(
        PollutedFile(table, kind, text(changed), rows, place: place))
    }
    add("a delimiter more", table.rows) { $0.separators[column] += style.delimiter }
    if column > 0 { add("a delimiter fewer", table.rows) { $0.separators[column] = "" } }
    var rows = table.rows
    rows[row][column] = "\"" + rows[row][column]
    add("a quote more at the start of a cell", rows) { written in
      let cell = written.cells[column]
      written.cells[column] =
        (cell.hasPrefix("\"") ? "\"" : "") + "\""
        + cell.dropFirst(
          cell.hasPrefix("\"") ? 1 : 0)
    }
    rows = table.rows
    let value = rows[row][column]
    guard value.count > 2 else { return files }
    rows[row][column] = "\(value.prefix(2))\"\(value.dropFirst(2))"
    add("a quote more within a cell", rows) { written in
      let cell = written.cells[column]
      let start = cell.hasPrefix("\"") ? 3 : 2
      written.cells[column] = "\(cell.prefix(start))\"\(cell.dropFirst(start))"
    }
    rows[row][column] = value + "\""
    add("a quote more at the end of a cell", rows) { written in
      let cell = written.cells[column]
      written.cells[column] += cell.hasPrefix("\"") ? "" : "\""
      if cell.hasPrefix("\"") { written.cells[column] += "\"" }
    }
    return files
  }

  private static func lines(
    of table: CleanTable, _ written: [CleanTable.WrittenRow], _ row: Int,
    _ style: CleanTable.Style
  ) -> [PollutedFile] {
    var files: [PollutedFile] = []
    func add(_ kind: String, _ change: (inout CleanTable.Style) -> Void) {
      var other = style
      change(&other)
      let changed = replacing(row, of: written) { $0 = table.written([table.rows[row]], other)[0] }
      files.append(
        PollutedFile(
          table, kind, text(changed), table.rows, place: " in row \(row)"))
    }
    for (name, delimiter) in [("semicolons", ";"), ("tabs", "\t"), ("spaces", " ")]
    where delimiter != style.delimiter {
      add("\(name) in one row") { $0.delimiter = delimiter }
    }
    add("apostrophes in one row") { ($0.quote, $0.escaped) = ("'", "''") }
    add("backslashes in one row") { $0.escaped = "\\\"" }
    add("another line end in one row") { $0.lineEnd = style.lineEnd == "\n" ? "\r\n" : "\n" }
    return files
  }
}
