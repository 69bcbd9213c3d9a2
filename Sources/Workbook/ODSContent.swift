/// One sheet in the part `content.xml` of an OpenDocument spreadsheet.
///
/// A row, and a cell, says how often it is repeated: a sheet that shows nothing is a million rows in one
/// element. Rows without a value are only counted.
final class ODSContent: SheetXML {
  private let sheet: Int
  private let names = Names()
  private var outline = ODSOutline()
  private var isInSheet = false
  /// How many elements are open in the current cell, itself included; 0 outside of cells.
  private var cellDepth = 0
  private var cell = ODSCell()
  private var row = ODSRow()
  /// How many times the last row is still to be written.
  private var copies = 0
  /// How many bytes and cells rows have that are only there by repetition.
  private var repeatedSize = 0
  /// What these may be together: a kilobyte of XML could fill any disk, and no list is that much of the
  /// same.
  static let repeatedSizeMax = 256 << 20
  /// The number of the row that comes next, counting from 1.
  private var nextRow: Int64 = 1

  private struct Names {
    let row = XMLName("table-row")
    let cell = XMLName("table-cell")
    let covered = XMLName("covered-table-cell")
    let repeatedRows = XMLName("number-rows-repeated")
  }

  /// The sheet of this place, counting from 0.
  init(_ records: consuming SheetRecords, sheet: Int) {
    self.sheet = sheet
    super.init(records)
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if outline.start(name) {
      isInSheet = outline.count == sheet + 1
    } else if !isInSheet {
      return
    } else if cellDepth > 0 {
      cellDepth += 1
      cell.start(name, attributes, depth: cellDepth)
    } else if name == names.cell || name == names.covered {
      cellDepth = 1
      cell.begin(attributes, isCovered: name == names.covered)
    } else if name == names.row {
      copies = max(1, attributes.count(names.repeatedRows))
      row.removeAll()
    }
  }

  override func end(_ name: XMLName) {
    if outline.end(name) {
      guard isInSheet else { return }
      isInSheet = false
      isComplete = true
      isPaused = true
    } else if cellDepth > 1 {
      cell.end(name, depth: cellDepth)
      cellDepth -= 1
    } else if cellDepth == 1 {
      cellDepth = 0
      if cell.span != (1, 1) {
        merged.add(
          rows: nextRow, through: nextRow + Int64(cell.span.rows) - 1,
          width: row.column + cell.span.columns)
      }
      if let problem = row.add(cell) { failure = .malformed(problem) }
    } else if isInSheet, name == names.row {
      endRow()
    }
  }

  override func text(_ text: Span<UInt8>) {
    guard cellDepth > 1 else { return }
    cell.add(text)
    if cell.isTooLarge {
      failure = .malformed("a cell has more than \(SheetRecords.cellBytesMax >> 20) MiB")
    }
  }

  private func endRow() {
    if row.isEmpty {
      nextRow += Int64(copies)
      copies = 0
    } else if copies > Int(SheetRecords.rowsMax) {
      failure = .malformed("it has more than \(SheetRecords.rowsMax) rows")
    } else {
      repeatedSize += row.size * (copies - 1)
      guard repeatedSize <= Self.repeatedSizeMax else {
        failure = .malformed("repeated rows have more than \(Self.repeatedSizeMax >> 20) MiB")
        copies = 0
        return
      }
      resume()
      isPaused = records.isFull
    }
  }

  override func resume() {
    while copies > 0, !records.isFull, failure == nil {
      guard records.beginRow(nextRow) else {
        failure = .malformed("it has more than \(SheetRecords.rowsMax) rows")
        return
      }
      if !records.isSkipped { row.write(to: &records) }
      nextRow += 1
      copies -= 1
    }
  }
}

/// The cells of a row, up to the last that has a value.
struct ODSRow {
  private var text: [UInt8] = []
  private var ends: [Int] = []
  private var errors: [(column: Int, text: String)] = []
  /// How many cells there are, those without a value behind the last one included.
  private(set) var column = 0

  /// How many bytes and cells there are.
  var size: Int { text.count + ends.count }

  /// Whether no cell has a value.
  var isEmpty: Bool { ends.isEmpty }

  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    errors.removeAll(keepingCapacity: true)
    column = 0
  }

  /// Adds a cell as often as it says.
  ///
  /// - Returns: what is wrong with the row then; nil where nothing is.
  mutating func add(_ cell: ODSCell) -> String? {
    let value = cell.value
    guard !value.isEmpty else {
      column = min(SheetRecords.columnsMax, column + cell.repetitions)
      return nil
    }
    guard column + cell.repetitions <= SheetRecords.columnsMax else {
      return "a row has more than \(SheetRecords.columnsMax) cells"
    }
    guard text.count + value.count * cell.repetitions <= SheetRecords.rowBytesMax else {
      return "a row has more than \(SheetRecords.rowBytesMax >> 20) MiB"
    }
    while ends.count < column { ends.append(text.count) }
    if cell.isError {
      let text = String(decoding: value, as: UTF8.self)
      errors += (column..<column + cell.repetitions).map { ($0, text) }
    }
    for _ in 0..<cell.repetitions {
      text.append(contentsOf: value)
      ends.append(text.count)
    }
    column += cell.repetitions
    return nil
  }

  /// Writes the cells into a row that was begun, and ends it.
  func write(to records: inout SheetRecords) {
    let bytes = text.span
    var start = 0
    var errors = errors[...]
    for (column, end) in ends.enumerated() {
      if let error = errors.first, error.column == column {
        records.noteError(error.text)
        errors.removeFirst()
      }
      records.append(bytes.extracting(start..<end))
      records.endCell()
      start = end
    }
    records.endRow()
  }
}
