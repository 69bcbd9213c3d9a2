extension CleanTable {
  /// Whether some cell that is not in quotes has a space in it.
  var hasSpacedCells: Bool {
    rows.contains { row in
      row.enumerated().contains { !quoted.contains($0) && $1.contains(" ") }
    }
  }

  /// Tables whose columns are each of few kinds.
  static let others = [pairs, prose, numbers, moments, gaps, letters, wide]

  /// A table of `count` records, each of what `cells` makes of its number.
  private init(
    _ name: String, _ header: [String], count: Int = 40, quoted: Set<Int> = [],
    _ cells: (Int) -> [String]
  ) {
    self.init(name: name, header: header, records: (0..<count).map(cells), quoted: quoted)
  }

  /// Two columns.
  private static let pairs = CleanTable("pairs", ["Name", "Amount"]) { row in
    [
      "\(["Ann", "Bob", "Cy"][row % 3]) \(["Lee", "Roe"][row % 2])",
      "\(row * 37 % 900).\(row % 10)5",
    ]
  }

  /// Sentences with commas, quotes, semicolons and colons.
  private static let prose: CleanTable = {
    let texts = [
      "He said \"no\", and left.", "Left at the gate, as agreed", "Call first; then ring",
      "No hurry",
      "It's the 6' board", "A/B: see below", "one two three four",
    ]
    return CleanTable("prose", ["Title", "Summary", "Author", "Pages"]) { row in
      [
        texts[row * 3 % 7], texts[(row * 5 + 1) % 7],
        ["Ann Lee", "Roe, Jr.", "M. \"Dot\" May"][row % 3],
        "\(row * 17 % 300 + 10)",
      ]
    }
  }()

  /// Nothing but numbers.
  private static let numbers = CleanTable("numbers", ["x", "y", "z", "w", "sum"]) { row in
    [
      "\(row * 31 % 97).\(row % 10)1", "-\(row * 13 % 41).5", "\(row * 7919 % 99_991)",
      "0.\(row + 100)",
      "\(row * 7 % 19)",
    ]
  }

  /// Dates, times and both.
  private static let moments = CleanTable("moments", ["When", "Start", "End", "Day", "Slot"]) {
    row in
    let (hour, minute) = (10 + row % 12, 10 + row * 7 % 50)
    return [
      "2021-03-\(10 + row % 20) \(hour):\(minute):00", "\(hour):\(minute)",
      "\(row % 12 + 1):\(minute) PM",
      "\(row % 12 + 1)/\(row % 28 + 1)/2021", ["am", "pm", "night shift"][row % 3],
    ]
  }

  /// Mostly nothing.
  private static let gaps = CleanTable("gaps", ["Id", "A", "B", "C", "D", "E"]) { row in
    ["\(row)"]
      + (1...5).map { (row * 5 + $0 * 3) % 7 == 0 ? "x y" : (row + $0) % 9 == 0 ? "7" : "" }
  }

  /// Letters that are no Latin ones.
  private static let letters = CleanTable("letters", ["Имя", "Город", "Größe", "説明"]) { row in
    [
      ["Анна", "Пётр Ильич", "Zoë", "李明"][row % 4], ["Москва", "São Paulo", "東京"][row % 3],
      "\(row * 7 + 3)",
      ["良い", "plan à revoir, vite", "нет; да"][row % 3],
    ]
  }

  /// Forty columns.
  private static let wide = CleanTable("wide", ["id"] + (1...39).map { "col\($0)" }) { row in
    ["\(row)"]
      + (1...39).map {
        $0 % 3 == 0
          ? ["red", "dark blue", "green"][(row + $0) % 3] : "\((row * 91 + $0 * 17) % 9999)"
      }
  }
}
