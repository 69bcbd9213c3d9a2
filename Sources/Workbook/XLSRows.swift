import Records

/// The rows of one sheet of an .xls workbook.
///
/// Excel writes cells row by row, but nothing says that it must: they are put in order first.
final class XLSRows: SheetRows {
  private var records: SheetRecords
  private let workbook: XLSWorkbook
  private var cells: [Cell] = []
  private var next = 0
  private(set) var merged = MergedCells()

  /// A cell that has a value.
  private struct Cell {
    var row: UInt16
    var column: UInt16
    var style: UInt16
    var value: Value
    var place: Int { Int(row) << 16 | Int(column) }
  }

  private enum Value {
    case number(Double)
    case text([UInt8])
    case shared(Int)
    case boolean(Bool)
    case error(UInt8)
  }

  /// Reads the cells of the sheet whose part begins at `place`.
  ///
  /// - Throws: the kind of a `WorkbookError`.
  init(
    of workbook: XLSWorkbook, at place: Int, _ records: consuming SheetRecords
  ) throws(WorkbookError.Kind) {
    self.workbook = workbook
    self.records = records
    var stream = BIFFRecords(workbook.stream, from: place)
    guard stream.next()?.kind == .startOfPart else { throw .malformed("a sheet has no start") }
    // A chart within the sheet is a part within the part.
    var depth = 1
    while depth > 0 {
      guard let record = stream.next() else { throw .malformed("a sheet ends too early") }
      switch record.kind {
      case .startOfPart: depth += 1
      case .endOfPart: depth -= 1
      default: if depth == 1 { try read(record) }
      }
    }
    if zip(cells, cells.dropFirst()).contains(where: { $0.place >= $1.place }) {
      cells.sort { $0.place < $1.place }
    }
  }

  /// Takes in the cells of a record.
  private func read(_ record: BIFFRecords.Record) throws(WorkbookError.Kind) {
    let bytes = record.bytes
    switch record.kind {
    case .number: add(bytes, bytes.double(at: 6).map(Value.number))
    case .rk: add(bytes, bytes.uint32(at: 6).map { .number(Self.number(rk: $0)) })
    case .sharedString: add(bytes, bytes.uint32(at: 6).map { .shared(Int($0)) })
    case .text:
      var reader = BIFFTextReader(record, from: 6)
      add(bytes, reader.next().map(Value.text))
    case .booleanOrError where bytes.count >= 8:
      add(bytes, bytes[7] == 0 ? .boolean(bytes[6] != 0) : .error(bytes[6]))
    case .multipleRK: addMultiple(bytes)
    case .formula where bytes.count >= 14: add(bytes, Self.result(bytes))
    case .formulaText:
      // The text of the formula before it.
      var reader = BIFFTextReader(record, from: 0)
      if case .text = cells.last?.value, let text = reader.next() {
        cells[cells.count - 1].value = .text(text)
      }
    case .merged: addMerged(bytes)
    case .encryption: throw .encrypted
    default: break
    }
  }

  private func add(_ bytes: [UInt8], _ value: Value?) {
    guard let value, let row = bytes.uint16(at: 0), let column = bytes.uint16(at: 2),
      let style = bytes.uint16(at: 4)
    else { return }
    cells.append(Cell(row: row, column: column, style: style, value: value))
  }

  private func addMultiple(_ bytes: [UInt8]) {
    guard let row = bytes.uint16(at: 0), let first = bytes.uint16(at: 2) else { return }
    for index in 0..<max(0, (bytes.count - 6) / 6) {
      guard let style = bytes.uint16(at: 4 + index * 6), let rk = bytes.uint32(at: 6 + index * 6),
        Int(first) + index <= Int(UInt16.max)
      else { return }
      cells.append(
        Cell(
          row: row, column: first + UInt16(index), style: style,
          value: .number(Self.number(rk: rk))))
    }
  }

  /// Adds ranges: how many, then the first and last row and the first and last column of each, counting
  /// from 0 (MS-XLS, 2.4.168, MergeCells).
  private func addMerged(_ bytes: [UInt8]) {
    for start in stride(from: 2, to: bytes.count, by: 8) {
      guard let first = bytes.uint16(at: start), let last = bytes.uint16(at: start + 2),
        let column = bytes.uint16(at: start + 6)
      else { return }
      merged.add(rows: Int64(first) + 1, through: Int64(last) + 1, width: Int(column) + 1)
    }
  }

  /// The value that a formula had when the workbook was saved (MS-XLS, 2.5.133, FormulaValue).
  private static func result(_ bytes: [UInt8]) -> Value? {
    guard bytes[12] == 0xFF, bytes[13] == 0xFF else { return bytes.double(at: 6).map(Value.number) }
    return switch bytes[6] {
    case 0, 3: .text([])
    case 1: .boolean(bytes[8] != 0)
    case 2: .error(bytes[8])
    default: nil
    }
  }

  /// A number in 30 bits: a whole one or the upper part of a double, either in hundredths or not.
  private static func number(rk: UInt32) -> Double {
    let bits = rk & ~3
    let value =
      rk & 2 != 0
      ? Double(Int32(bitPattern: rk) >> 2) : Double(bitPattern: UInt64(bits) << 32)
    return rk & 1 != 0 ? value / 100 : value
  }

  func read(into batch: inout RecordBatch) throws {
    swap(&batch, &records.batch)
    defer { swap(&batch, &records.batch) }
    while next < cells.count, !records.isFull {
      let row = cells[next].row
      guard records.beginRow(Int64(row) + 1) else {
        throw WorkbookError.Kind.malformed("its rows are not in order")
      }
      while next < cells.count, cells[next].row == row {
        // Of two cells in one place, the later one counts.
        let isReplaced = next + 1 < cells.count && cells[next + 1].place == cells[next].place
        if !records.isSkipped, !isReplaced { try append(cells[next]) }
        next += 1
      }
      if !records.isSkipped { records.endRow() }
    }
  }

  private func append(_ cell: Cell) throws(WorkbookError.Kind) {
    guard records.moveTo(column: Int(cell.column)) else { throw .malformed("a cell has no column") }
    switch cell.value {
    case .number(let number):
      let style = Int(cell.style)
      let format = style < workbook.formats.count ? workbook.formats[style] : .number
      records.append(number, format, workbook.dateSystem)
    case .text(let text): records.append(text.span)
    case .shared(let index):
      guard index < workbook.strings.count else {
        throw .malformed("a cell names a shared string that is not there")
      }
      let text = workbook.strings[index]
      records.append(text.span)
    case .boolean(let isTrue): records.append(isTrue)
    case .error(let code):
      let text = Self.errors[code] ?? "#ERROR!"
      let bytes = Array(text.utf8)
      records.noteError(text)
      records.append(bytes.span)
    }
    records.endCell()
  }

  private static let errors: [UInt8: String] = [
    0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!",
    0x2A: "#N/A", 0x2B: "#GETTING_DATA",
  ]
}
