internal import Records
internal import SQLite

/// Images of rows in memory, on their way to `etl_changes`: of each changed column its name, the old
/// value, the new one and flags.
///
/// A value, held by `RowImages`: a call changes it as a whole, where each property of a class that
/// is changed costs a check of its own, several times for each updated row.
struct GatheredImages {
  private let columns: [ImageColumn]
  /// For each cell of a record, its column among `columns`; nil for fixed ones and those of others.
  private var columnOfCell: [Int?]

  /// What texts are in; the names of the columns come first.
  private(set) var bytes: [UInt8] = []
  /// Name, old value, new value and flags, image by image.
  private(set) var cells: [Cell] = []
  /// Whether no image has flags.
  private(set) var isPlain = true
  /// The row of each image.
  private(set) var rows: [Int64] = []
  /// The differences of the record that is being compared, as far as they have come.
  private var differences: [Difference] = []
  /// Where the texts of the images end that are kept; behind are those of `differences`.
  private var textEnd: Int
  /// Where the images start, behind the names of the columns.
  private let start: Mark
  private var statementStart: Mark
  private var lastRowStart: Mark

  private struct Difference {
    var column: Int
    var old: Cell
    var new: Cell
    var flags: Int64
  }

  private struct Mark {
    var images = 0
    var bytes: Int
  }

  /// How many cells an image has.
  static let cellsPerImage = 4
  /// The flags of an image: how its values are to be read.
  static let oldIsBlob: Int64 = 1
  static let newIsConverted: Int64 = 2
  /// How much is gathered before it is written, in bytes.
  private static let capacity = 4 << 20

  /// No images.
  ///
  /// - Parameters:
  ///   - columns: the table's columns that images can be of, those of the bookkeeping last.
  ///   - cells: for each of the first ones, its cell in a record.
  init(_ columns: [ImageColumn], cells: [Int]) {
    self.columns = columns
    columnOfCell = Array(repeating: nil, count: (cells.max() ?? -1) + 1)
    for (column, cell) in cells.enumerated() where !columns[column].isFixed {
      columnOfCell[cell] = column
    }
    for column in columns { bytes.append(contentsOf: column.name.utf8) }
    textEnd = bytes.count
    start = Mark(bytes: bytes.count)
    (statementStart, lastRowStart) = (start, start)
  }

  /// Whether it is time to write what is gathered.
  var isFull: Bool {
    bytes.count + cells.count * MemoryLayout<Cell>.stride >= Self.capacity
  }

  // MARK: Gathering

  /// Starts a statement that updates rows.
  mutating func beginStatement() {
    forgetDifferences()
    statementStart = end
    lastRowStart = end
  }

  /// Takes back what the statement has gathered: SQLite has undone it.
  mutating func undoStatement() { truncate(to: statementStart) }

  /// Takes back what the last update has gathered.
  mutating func withdrawLastUpdate() { truncate(to: lastRowStart) }

  /// Forgets all images: they are written.
  mutating func removeAll() {
    truncate(to: start)
    statementStart = start
    isPlain = true
  }

  /// Notes how stored values differ from a record's.
  ///
  /// - Parameters:
  ///   - call: a function call.
  ///   - firstArgument: from which of its arguments on they are stored values.
  ///   - row: the record's row in the batch.
  ///   - batch: the batch.
  ///   - firstCell: the record's cell that the first of them is compared with.
  /// - Returns: whether they are the same.
  mutating func compare(
    _ call: borrowing FunctionCall, from firstArgument: Int, row: Int, of batch: BatchTable,
    from firstCell: Int
  ) -> Bool {
    var isSame = true
    for argument in firstArgument..<call.count {
      let cell = firstCell + argument - firstArgument
      if !compare(call, argument, row: row, of: batch, cell: cell) { isSame = false }
    }
    return isSame
  }

  /// Notes how one stored value differs from a record's.
  ///
  /// - Parameters:
  ///   - call: a function call.
  ///   - argument: which of its arguments is the stored value.
  ///   - row: the record's row in the batch.
  ///   - batch: the batch.
  ///   - cell: the record's cell.
  /// - Returns: whether they are the same.
  @discardableResult
  mutating func compare(
    _ call: borrowing FunctionCall, _ argument: Int, row: Int, of batch: BatchTable, cell: Int
  ) -> Bool {
    guard !batch.isEqual(call, argument, row: row, column: cell) else { return true }
    guard let column = columnOfCell[cell] else { return false }
    let old = call.copy(argument, to: &bytes)
    let new = batch.copy(row: row, column: cell, to: &bytes)
    let isStored = columns[column].storesAsIs(new)
    differences.append(
      Difference(
        column: column, old: old.cell, new: new,
        flags: (old.isBlob ? Self.oldIsBlob : 0) | (isStored ? 0 : Self.newIsConverted)))
    return false
  }

  /// Forgets the differences: the row stays as it is.
  mutating func forgetDifferences() {
    guard !differences.isEmpty else { return }
    bytes.removeLast(bytes.count - textEnd)
    differences.removeAll(keepingCapacity: true)
  }

  /// Keeps the differences as images of a row that is being updated.
  ///
  /// - Parameters:
  ///   - row: the row's id.
  ///   - run: the run that wrote it before, nil for NULL, and the one that writes it now.
  ///   - line: the lines, likewise.
  mutating func keepDifferences(
    row: Int64, run: (old: Int64?, new: Int64), line: (old: Int64?, new: Int64)
  ) {
    lastRowStart = end
    note(run, column: columns.count - TableShape.bookkeeping.count)
    note(line, column: columns.count - TableShape.bookkeeping.count + 1)
    sortDifferences()
    for difference in differences {
      if difference.flags != 0 { isPlain = false }
      cells.append(.text(columns[difference.column].nameRange))
      cells.append(difference.old)
      cells.append(difference.new)
      cells.append(.integer(difference.flags))
      rows.append(row)
    }
    differences.removeAll(keepingCapacity: true)
    textEnd = bytes.count
  }

  /// Puts the differences in the order of their columns' names; there are few, mostly in order.
  private mutating func sortDifferences() {
    for index in differences.indices.dropFirst() {
      let difference = differences[index]
      let rank = columns[difference.column].rank
      var place = index
      while place > 0, columns[differences[place - 1].column].rank > rank {
        differences[place] = differences[place - 1]
        place -= 1
      }
      differences[place] = difference
    }
  }

  private mutating func note(_ number: (old: Int64?, new: Int64), column: Int) {
    guard number.old != number.new else { return }
    differences.append(
      Difference(
        column: column, old: number.old.map(Cell.integer) ?? .null, new: .integer(number.new),
        flags: 0))
  }

  private var end: Mark { Mark(images: rows.count, bytes: textEnd) }

  private mutating func truncate(to mark: Mark) {
    differences.removeAll(keepingCapacity: true)
    rows.removeLast(rows.count - mark.images)
    cells.removeLast(cells.count - mark.images * Self.cellsPerImage)
    bytes.removeLast(bytes.count - mark.bytes)
    textEnd = mark.bytes
    lastRowStart = mark
  }

  // MARK: Order

  /// The images by row: those of one row are in order already.
  ///
  /// - Returns: their indexes; nothing where they are to stay as they are.
  /// - Complexity: O(*n* log *n*), O(*n*) when the rows are in order.
  func order() -> [Int32] {
    let isAscending = rows.indices.dropFirst().allSatisfy { rows[$0 - 1] <= rows[$0] }
    guard !isAscending else { return [] }
    return rows.indices.map(Int32.init).sorted { left, right in
      let (leftRow, rightRow) = (rows[Int(left)], rows[Int(right)])
      return leftRow == rightRow ? left < right : leftRow < rightRow
    }
  }
}
