/// A file made of a clean table by one pollution, and the rows that it should be read as.
struct PollutedFile: Sendable {
  /// What was done to it, as the page about malformed files names it.
  var kind: String
  /// The kind with its place.
  let name: String
  var bytes: [UInt8]
  /// The header, then the records; without a header, the records only.
  let expected: [[String]]
  var hasHeader = true

  init(
    _ table: CleanTable, _ kind: String, _ text: String, _ rows: [[String]], place: String = ""
  ) {
    self.init(table, kind, Array(text.utf8), rows, place: place)
  }

  init(
    _ table: CleanTable, _ kind: String, _ bytes: [UInt8], _ rows: [[String]], place: String = ""
  ) {
    self.kind = kind
    name = "\(table.name): \(kind)\(place)"
    self.bytes = bytes
    expected = rows
  }

  /// Every file that is made of a table.
  static func all(of table: CleanTable) -> [PollutedFile] {
    whole(of: table) + rows(of: table)
  }

  /// Those that are polluted as a whole.
  static func whole(of table: CleanTable) -> [PollutedFile] {
    dialects(of: table) + layouts(of: table) + encodings(of: table)
  }
}

// MARK: The whole file

extension PollutedFile {
  private static func text(_ rows: [CleanTable.WrittenRow]) -> String {
    rows.map(\.text).joined()
  }

  /// Files in another dialect.
  static func dialects(of table: CleanTable) -> [PollutedFile] {
    var files: [PollutedFile] = []
    func add(_ kind: String, _ change: (inout CleanTable.Style) -> Void) {
      var style = CleanTable.Style()
      change(&style)
      files.append(
        PollutedFile(table, kind, text(table.written(table.rows, style)), table.rows))
    }
    add("as it is") { _ in }
    for (name, delimiter) in [
      ("semicolons", ";"), ("tabs", "\t"), ("pipes", "|"), ("commas and spaces", ", "),
      ("semicolons and commas", ";,"), ("carets", "^"), ("two tabs", "\t\t"),
    ] {
      add("\(name) between fields") { $0.delimiter = delimiter }
    }
    if table.hasSpacedCells {
      add("spaces between fields, and in cells without quotes") { $0.delimiter = " " }
    }
    add("spaces between fields, cells with spaces in quotes") {
      ($0.delimiter, $0.quotesSpaces) = (" ", true)
    }
    for (name, delimiter) in [("commas", ","), ("tabs", "\t"), ("spaces", " ")] {
      add("\(name), and quotes around every field") {
        ($0.delimiter, $0.quotesAll) = (delimiter, true)
      }
    }
    add("apostrophes around fields") { ($0.quote, $0.escaped) = ("'", "''") }
    add("backslashes before quotes") { $0.escaped = "\\\"" }
    add("quotes not escaped") { $0.escaped = "\"" }
    add("LF at the end of lines") { $0.lineEnd = "\n" }
    add("CR at the end of lines") { $0.lineEnd = "\r" }
    add("tabs, and nothing around fields") { ($0.delimiter, $0.quote) = ("\t", "") }
    var mixed = table.written(table.rows)
    for index in mixed.indices { mixed[index].lineEnd = ["\r\n", "\n", "\r"][index % 3] }
    files.append(PollutedFile(table, "mixed line ends", text(mixed), table.rows))
    return files
  }

  /// Files with more or less than a header and its records.
  static func layouts(
    of table: CleanTable, _ style: CleanTable.Style = .init()
  ) -> [PollutedFile] {
    let (written, width) = (table.written(table.rows, style), table.header.count)
    let body = text(written)
    var files: [PollutedFile] = []
    func add(_ kind: String, _ text: String, _ rows: [[String]]) {
      files.append(PollutedFile(table, kind, text, rows))
    }
    add("no line end at the end", String(body.dropLast()), table.rows)
    add("two line ends at the end", body + "\r\n", table.rows)
    var headerless = PollutedFile(
      table, "no header", text(Array(written.dropFirst())), table.records)
    headerless.hasHeader = false
    files.append(headerless)
    for count in 2...3 {
      let joined = table.header.map { Array(repeating: $0, count: count).joined(separator: " ") }
      add(
        "a header on \(count) lines", String(repeating: written[0].text, count: count - 1) + body,
        [joined] + table.records)
    }
    let commas = String(repeating: style.delimiter, count: width - 1)
    add(
      "a title and an empty row, delimited", "Report\(commas)\r\n\(commas)\r\n" + body, table.rows)
    add("a title and an empty line", "Report of the year\r\n\r\n" + body, table.rows)
    add("three lines above", "Report\r\nMade by us\r\nNot final\r\n" + body, table.rows)
    add("the header only", written[0].text, [table.header])
    add("one record only", written[0].text + written[1].text, Array(table.rows.prefix(2)))
    // What convert writes is every table: where the second one starts is for `inspect` to say.
    add("the same table again", body + body, table.rows + table.rows)
    let wider = table.rows.map { $0 + [$0[0] + "x"] }
    add(
      "a wider table below", body + text(table.written(wider, style)), table.rows + wider)
    guard width > 2 else { return files }
    let narrower = table.rows.map { Array($0.dropLast()) }
    add(
      "a narrower table below", body + text(table.written(narrower, style)),
      table.rows + narrower)
    return files
  }

  /// Files in another encoding.
  static func encodings(of table: CleanTable) -> [PollutedFile] {
    let body = text(table.written(table.rows))
    let wide = Array(body.utf16)
    let little: [UInt8] = wide.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let big: [UInt8] = wide.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    let latin = body.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return [
      PollutedFile(table, "UTF-16 with a mark", [0xFF, 0xFE] + little, table.rows),
      PollutedFile(table, "UTF-16 without a mark", big, table.rows),
      PollutedFile(table, "windows-1252", latin, table.rows),
      PollutedFile(table, "a byte order mark", "\u{FEFF}" + body, table.rows),
    ]
  }
}

// MARK: One row

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
      let units = Array(String(decoding: file.bytes, as: UTF8.self).utf16)
      file.bytes = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
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
      var changed = written
      change(&changed[row])
      files.append(PollutedFile(table, kind, text(changed), rows, place: place))
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
      var changed = written
      changed[row] = table.written([table.rows[row]], other)[0]
      files.append(PollutedFile(table, kind, text(changed), table.rows, place: " in row \(row)"))
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
