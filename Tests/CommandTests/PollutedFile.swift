/// A file made of a clean table by one pollution, and the rows that it should be read as.
struct PollutedFile: Sendable {
  /// What was done to it, as the page about malformed files names it.
  var kind: String
  /// The kind with its place.
  let name: String
  /// Makes the bytes: of many files, few are written in a short run.
  var content: @Sendable () -> [UInt8]
  /// The header, then the records; without a header, the records only.
  let expected: [[String]]
  var hasHeader = true

  init(
    _ table: CleanTable, _ kind: String, _ text: @escaping @Sendable @autoclosure () -> String,
    _ rows: [[String]], place: String = ""
  ) {
    self.init(table, kind, bytes: Array(text().utf8), rows, place: place)
  }

  init(
    _ table: CleanTable, _ kind: String, bytes: @escaping @Sendable @autoclosure () -> [UInt8],
    _ rows: [[String]], place: String = ""
  ) {
    self.kind = kind
    name = "\(table.name): \(kind)\(place)"
    content = bytes
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
  static func text(_ rows: [CleanTable.WrittenRow]) -> String {
    rows.map(\.text).joined()
  }

  /// Files in another dialect.
  static func dialects(of table: CleanTable) -> [PollutedFile] {
    var files: [PollutedFile] = []
    func add(_ kind: String, _ change: (inout CleanTable.Style) -> Void) {
      var style = CleanTable.Style()
      change(&style)
      let made = style
      files.append(
        PollutedFile(
          table, kind, text(table.written(table.rows, made)), table.rows))
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
    let mixed = table.written(table.rows).enumerated().map { index, row in
      var row = row
      row.lineEnd = ["\r\n", "\n", "\r"][index % 3]
      return row
    }
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
    // Other letters can't be written in it.
    let latin =
      body.unicodeScalars.allSatisfy { $0.value < 0x100 }
      ? [
        PollutedFile(
          table, "windows-1252", bytes: body.unicodeScalars.map { UInt8($0.value) }, table.rows)
      ] : []
    return latin + [
      PollutedFile(table, "UTF-16 with a mark", bytes: [0xFF, 0xFE] + little, table.rows),
      PollutedFile(table, "UTF-16 without a mark", bytes: big, table.rows),
      PollutedFile(table, "a byte order mark", "\u{FEFF}" + body, table.rows),
    ]
  }
}
