import Records

/// The part of one sheet of an .xlsx workbook.
final class SheetContent: SheetXML {
  /// The shared strings, one behind the other, and where they end.
  private let strings: [UInt8]
  private let stringEnds: [Int32]
  private let formats: [NumberFormat]
  private let dateSystem: ExcelCalendar
  private let names = Names()
  private var isText = false
  private var isPhonetic = false
  private var isPassedOver = false
  private var type = CellType.number
  private var style = 0
  private var value: [UInt8] = []

  private struct Names {
    let row = XMLName("row")
    let cell = XMLName("c")
    let value = XMLName("v")
    let text = XMLName("t")
    let phonetic = XMLName("rPh")
    let reference = XMLName("r")
    let style = XMLName("s")
    let merged = XMLName("mergeCell")
    let range = XMLName("ref")
  }

  /// What stands in a cell's value, by the attribute `t`.
  private enum CellType {
    case number
    /// The number of a shared string.
    case shared
    case boolean
    case error
    /// The text itself: of a formula, of the cell, or a date in ISO-8601.
    case text
  }

  /// The content of a sheet, with what it refers to.
  init(
    _ records: consuming SheetRecords, strings: SharedStrings, formats: [NumberFormat],
    dateSystem: ExcelCalendar
  ) {
    self.strings = strings.bytes
    stringEnds = strings.ends
    self.formats = formats
    self.dateSystem = dateSystem
    super.init(records)
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == names.cell {
      if !isPassedOver { startCell(attributes) }
    } else if name == names.value {
      isText = !isPassedOver
    } else if name == names.row {
      let number = attributes.number(names.reference)
      if !records.beginRow(number.map(Int64.init)) {
        failure = .malformed("row \(number ?? 0) follows row \(records.row)")
      }
      isPassedOver = records.isSkipped
    } else if name == names.text {
      isText = !isPassedOver && !isPhonetic
    } else if name == names.phonetic {
      isPhonetic = true
    } else if name == names.merged {
      // They stand behind the rows (ECMA-376, part 1, 18.3.1.55).
      attributes.forEach { if $0 == names.range { merged.add(reference: $1) } }
    }
  }

  override func end(_ name: XMLName) {
    if name == names.value || name == names.text {
      isText = false
    } else if name == names.cell {
      if !isPassedOver { endCell() }
    } else if name == names.row {
      if !isPassedOver { records.endRow() }
      isPaused = records.isFull
    } else if name == names.phonetic {
      isPhonetic = false
    }
  }

  override func text(_ text: Span<UInt8>) {
    guard isText else { return }
    if value.count + text.count <= SheetRecords.cellBytesMax {
      value.append(text)
    } else {
      failure = .malformed("a cell has more than \(SheetRecords.cellBytesMax >> 20) MiB")
    }
  }

  private func startCell(_ attributes: XMLAttributes) {
    // Variables here cost less than the object's: nobody else can change them meanwhile.
    var (type, style) = (CellType.number, 0)
    var column: Int?
    attributes.forEach { name, value in
      if name == names.reference {
        column = Self.column(value) ?? -1
      } else if name == names.style {
        style = Int(decimal: value) ?? 0
      } else {
        type = Self.type(value) ?? type
      }
    }
    self.type = type
    self.style = style
    value.removeAll(keepingCapacity: true)
    if let column, !records.moveTo(column: column) {
      failure = .malformed("a cell of row \(records.row) is not in its place")
    }
  }

  /// The column of a reference such as `AB12`, counting from 0; nil where it is none.
  private static func column(_ reference: Span<UInt8>) -> Int? {
    var column = 0
    for index in reference.indices {
      let letter = reference[index] &- 0x41
      if letter >= 26 { break }
      column = column * 26 + Int(letter) + 1
      if column > SheetRecords.columnsMax { return nil }
    }
    return column == 0 ? nil : column - 1
  }

  private static func type(_ text: Span<UInt8>) -> CellType? {
    guard let first = text.isEmpty ? nil : text[0] else { return nil }
    return switch (first, text.count) {
    case (UInt8(ascii: "s"), 1): .shared
    case (UInt8(ascii: "b"), 1): .boolean
    case (UInt8(ascii: "e"), 1): .error
    case (UInt8(ascii: "n"), 1): .number
    case (UInt8(ascii: "d"), 1), (UInt8(ascii: "s"), 3), (UInt8(ascii: "i"), 9): .text
    default: nil
    }
  }

  private func endCell() {
    // The copy is not one of the bytes: they are not changed while it is there.
    let value = value
    guard !value.isEmpty else { return records.endCell() }
    switch type {
    case .number: endNumber(value)
    case .shared: endShared(value)
    case .boolean:
      records.append(value != [0x30])
      records.endCell()
    case .error:
      records.noteError(String(decoding: value, as: UTF8.self))
      records.endCell(with: value.span)
    case .text:
      let text = unescaped(value)
      records.endCell(with: text.span)
    }
  }

  private func endShared(_ value: [UInt8]) {
    guard let index = Int(decimal: value.span), index < stringEnds.count else {
      failure = .malformed("row \(records.row) names a shared string that is not there")
      return
    }
    let start = index == 0 ? 0 : Int(stringEnds[index - 1])
    let strings = strings
    records.endCell(with: strings.span.extracting(start..<Int(stringEnds[index])))
  }

  private func endNumber(_ value: [UInt8]) {
    let format = style < formats.count ? formats[style] : .number
    if format == .number, CellNumber.isCanonical(value.span) {
      records.endCell(with: value.span)
    } else if format == .number {
      let text = CellNumber.kept(value.span) ?? value
      records.endCell(with: text.span)
    } else if let number = CellNumber.value(value.span) {
      records.append(number, format, dateSystem)
      records.endCell()
    } else {
      records.endCell(with: value.span)
    }
  }
}
