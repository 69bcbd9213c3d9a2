/// A table as it should be read, from which polluted files are made.
struct CleanTable: Sendable {
  let name: String
  let header: [String]
  let records: [[String]]
  /// The columns that are always in quotes.
  let quoted: Set<Int>

  /// The table with its header as the first row.
  var rows: [[String]] { [header] + records }

  /// How a file is written.
  struct Style: Sendable {
    var delimiter = ","
    var quote = "\""
    /// What stands for a quote within quotes.
    var escaped = "\"\""
    var lineEnd = "\r\n"
    /// Whether every cell is in quotes.
    var quotesAll = false
    /// Whether spaces between fields put a cell that has some, or nothing in it, in quotes.
    var quotesSpaces = false
  }

  /// A row as it is written: its cells, and what is before, between and behind them.
  struct WrittenRow: Sendable {
    var cells: [String]
    var separators: [String]
    var lineEnd: String

    var text: String {
      var text = ""
      for index in cells.indices { text += separators[index] + cells[index] }
      return text + (separators.last ?? "") + lineEnd
    }
  }

  /// The rows as a style writes them.
  func written(_ rows: [[String]], _ style: Style = Style()) -> [WrittenRow] {
    rows.map { row in
      WrittenRow(
        cells: row.enumerated().map { cell($1, inQuotes: quoted.contains($0), style) },
        separators: [""] + Array(repeating: style.delimiter, count: row.count - 1) + [""],
        lineEnd: style.lineEnd)
    }
  }

  private func cell(_ text: String, inQuotes: Bool, _ style: Style) -> String {
    let special = style.delimiter + style.quote + "\r\n"
    // A file in spaces has them in any cell: only what was in quotes before stays in them.
    let needsQuotes =
      style.quotesAll || style.quotesSpaces && text.isEmpty
      || text.unicodeScalars.contains {
        ($0 != " " || style.quotesSpaces) && special.unicodeScalars.contains($0)
      }
    guard !style.quote.isEmpty, needsQuotes || inQuotes && !text.isEmpty else { return text }
    return style.quote + text.replacing(style.quote, with: style.escaped) + style.quote
  }
}

extension CleanTable {
  /// Orders of a shop: a code, a day, a time, numbers, an amount, and text of several kinds.
  static let orders: CleanTable = {
    let branches = [
      "Porto Alegre", "St. John's", "Ulm", "Rio Grande do Sul", "Oxford", "Aix", "Bad Tölz",
    ]
    let remarks = [
      "Left at the gate, as agreed", "Two parcels, one with a 5\" pipe", "Call first",
      "No hurry; any day will do, says Ann", "Signed \"M. Roe\", porter", "Paid in cash, 10 short",
      "It's the 6' board, not the 8\\' one, and 9\" wide",
    ]
    let pages = ["box", "pipe/long", "gate", "wax"]
    let records = (0..<80).map { row -> [String] in
      let whole = row * 37 % 1900 + 3
      let amount = (whole > 999 ? "1,\(two(whole % 1000 / 10))\(whole % 10)" : "\(whole)")
      return [
        "SO-\(10_400 + row * 7)", "2021-\(two(row % 12 + 1))-\(two(row * 5 % 28 + 1))",
        "\(two(8 + row % 9)):\(two(row * 13 % 60))", "\(row % 23 + 1)",
        "$\(amount).\(two(row * 29 % 100))", branches[row % branches.count],
        remarks[row % remarks.count],
        "https://shop.example/\(pages[row % pages.count])?id=\(300 + row)",
        row % 11 == 3 ? "late" : "",
      ]
    }
    return CleanTable(
      name: "orders",
      header: [
        "Order", "Day", "Time", "Units", "Amount", "Branch", "Remarks", "Page", "Flag",
      ], records: records, quoted: [6, 7])
  }()

  /// People: text in nearly every column, in quotes only where it needs them.
  static let people: CleanTable = {
    let names = ["Ann Lee", "Bob O'Hara", "Cy Roe, Jr.", "Dee \"Dot\" May", "Eve Ash", "Flo Ng"]
    let streets = ["1 Elm Street", "22 Oak Lane, Flat 3", "7 Mill Road", "90 High Street"]
    let towns = ["Leeds", "Kings Lynn", "Bath", "Stoke-on-Trent", "Ely"]
    let notes = ["new", "prefers mail", "moved, ask again", "", "owes \"a lot\""]
    let records = (0..<60).map { row -> [String] in
      let name = names[row % names.count]
      return [
        name, streets[row % streets.count], towns[row % towns.count],
        "0113 496 \(1000 + row * 61)", "p\(row)@mail.example", "\(1950 + row * 7 % 50)",
        notes[row % notes.count],
      ]
    }
    return CleanTable(
      name: "people", header: ["Name", "Street", "Town", "Phone", "Mail", "Born", "Note"],
      records: records, quoted: [])
  }()

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
