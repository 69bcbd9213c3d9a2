/// An .xls workbook (BIFF8) that a test makes of its cells.
package struct BIFFSample {
  /// What is in a cell.
  package enum Value {
    case number(Double)
    case rk(UInt32)
    case shared(String)
    case label(String)
    case boolean(Bool)
    case error(UInt8)
    case formula(Double)
    case formulaText(String)
    case formulaError(UInt8)
    case several([UInt32])
  }

  /// A cell in its place, counting from 0.
  package struct Cell {
    var row: Int
    var column: Int
    var style: Int
    var value: Value

    /// A cell.
    package init(_ row: Int, _ column: Int, _ value: Value, style: Int = 0) {
      (self.row, self.column, self.value, self.style) = (row, column, value, style)
    }
  }

  /// A sheet; its state is 1 or 2 where it is hidden, its type is 2 where it is a chart.
  package struct Sheet {
    var name: String
    var cells: [Cell]
    var state: UInt8
    var type: UInt8

    /// A sheet.
    package init(_ name: String, _ cells: [Cell], state: UInt8 = 0, type: UInt8 = 0) {
      (self.name, self.cells, self.state, self.type) = (name, cells, state, type)
    }
  }

  /// The sheets in the order of their tabs.
  package var sheets: [Sheet] = []
  /// The merged cells of each sheet: first and last row, first and last column, counting from 0.
  package var merged: [[Int]] = []
  /// The codes of the number formats of styles 1, 2, …; style 0 is General.
  package var formats: [String] = []
  /// Whether days are counted from 1904 on.
  package var is1904 = false
  /// Whether the workbook says that the rest is encrypted.
  package var isEncrypted = false

  /// A workbook of one sheet.
  package init(_ cells: [Cell]) { sheets = [Sheet("Sheet1", cells)] }

  /// The workbook as a file's bytes.
  package func bytes() -> [UInt8] { CompoundSample.bytes([("Workbook", stream)]) }

  /// The stream that all records are in.
  package var stream: [UInt8] {
    let strings = sheets.flatMap(\.cells).compactMap { cell in
      if case .shared(let text) = cell.value { text } else { nil }
    }
    let parts = sheets.map { part($0, strings) }
    // The places of the parts need no fewer bytes than zeros do.
    var place = globals([Int](repeating: 0, count: sheets.count), strings).count
    let places = parts.map { part in
      defer { place += part.count }
      return place
    }
    return globals(places, strings) + parts.flatMap { $0 }
  }

  private func globals(_ places: [Int], _ strings: [String]) -> [UInt8] {
    var bytes = Self.record(0x0809, [0, 6, 5, 0] + [UInt8](repeating: 0, count: 12))
    if isEncrypted { bytes += Self.record(0x002F, [1, 0, 1, 0]) }
    bytes += Self.record(0x0022, [is1904 ? 1 : 0, 0])
    for (index, code) in formats.enumerated() {
      bytes += Self.record(0x041E, UInt16(164 + index).littleEndian + Self.text(code))
    }
    for style in 0...formats.count {
      let number = UInt16(style == 0 ? 0 : 163 + style)
      bytes += Self.record(
        0x00E0, [0, 0] + number.littleEndian + [UInt8](repeating: 0, count: 16))
    }
    for (sheet, place) in zip(sheets, places) {
      let name = Self.text(sheet.name)
      bytes += Self.record(
        0x0085, UInt32(place).littleEndian + [sheet.state, sheet.type, name[0]] + name[2...])
    }
    let count = UInt32(strings.count).littleEndian
    bytes += Self.record(0x00FC, count + count + strings.flatMap(Self.text))
    return bytes + Self.record(0x000A, [])
  }

  private func part(_ sheet: Sheet, _ strings: [String]) -> [UInt8] {
    var bytes = Self.record(0x0809, [0, 6, 0x10, 0] + [UInt8](repeating: 0, count: 12))
    for cell in sheet.cells { bytes += record(cell, strings) }
    if !merged.isEmpty {
      let ranges = merged.flatMap { $0.flatMap { UInt16($0).littleEndian } }
      bytes += Self.record(0x00E5, UInt16(merged.count).littleEndian + ranges)
    }
    return bytes + Self.record(0x000A, [])
  }

  private func record(_ cell: Cell, _ strings: [String]) -> [UInt8] {
    let place = [cell.row, cell.column].flatMap { UInt16($0).littleEndian }
    let head = place + UInt16(cell.style).littleEndian
    let rest = [UInt8](repeating: 0, count: 8)
    switch cell.value {
    case .number(let value): return Self.record(0x0203, head + value.bitPattern.littleEndian)
    case .rk(let value): return Self.record(0x027E, head + value.littleEndian)
    case .shared(let text):
      let index = UInt32(strings.firstIndex(of: text) ?? 0)
      return Self.record(0x00FD, head + index.littleEndian)
    case .label(let text): return Self.record(0x0204, head + Self.text(text))
    case .boolean(let value): return Self.record(0x0205, head + [value ? 1 : 0, 0])
    case .error(let code): return Self.record(0x0205, head + [code, 1])
    case .formula(let value):
      return Self.record(0x0006, head + value.bitPattern.littleEndian + rest)
    case .formulaText(let text):
      return Self.record(0x0006, head + [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + rest)
        + Self.record(0x0207, Self.text(text))
    case .formulaError(let code):
      return Self.record(0x0006, head + [2, 0, code, 0, 0, 0, 0xFF, 0xFF] + rest)
    case .several(let values):
      let cells = values.flatMap { UInt16(cell.style).littleEndian + $0.littleEndian }
      let last = UInt16(cell.column + values.count - 1)
      return Self.record(0x00BD, place + cells + last.littleEndian)
    }
  }

  private static func record(_ kind: UInt16, _ bytes: [UInt8]) -> [UInt8] {
    kind.littleEndian + UInt16(bytes.count).littleEndian + bytes
  }

  /// A text with its length in front: in bytes where they do, else in units of UTF-16.
  private static func text(_ text: String) -> [UInt8] {
    let units = Array(text.utf16)
    let isWide = units.contains { $0 > 0xFF }
    let bytes = isWide ? units.flatMap(\.littleEndian) : units.map { UInt8($0) }
    return UInt16(units.count).littleEndian + [isWide ? 1 : 0] + bytes
  }
}
