internal import Records
internal import SQLite

/// What the updates of a batch replace, one image per changed column.
///
/// The function that decides about an update has the stored values and the record's at hand. So
/// their differences are gathered there, in memory, and one statement writes them to `etl_changes`
/// in the order of its key: a trigger, which SQLite runs once per row with a statement per column,
/// takes five times as long.
final class RowImages {
  private let images: BatchTable
  /// Writes images whose values are all as they were gathered, and any.
  private let insertPlain: Statement
  private let insertAny: Statement
  private let columns: [ImageColumn]
  /// For each cell of a record, its column among `columns`; nil for the key's and those of others.
  private var columnOfCell: [Int?]

  /// What texts are in; the names of the columns come first.
  private var bytes: [UInt8] = []
  /// Name, old value, new value and flags, image by image.
  private var cells: [Cell] = []
  /// Whether no image has flags.
  private var isPlain = true
  /// The row of each image.
  private var rows: [Int64] = []
  /// The differences of the record that is being compared, as far as they have come.
  private var differences: [Difference] = []
  /// Where the texts of the images end that are kept; behind are those of `differences`.
  private var textEnd: Int
  /// Where the images start, behind the names of the columns.
  private let start: Mark
  private var statementStart = Mark()
  private var lastRowStart = Mark()

  private struct Difference {
    var column: Int
    var old: Cell
    var new: Cell
    var flags: Int64
  }

  private struct Mark {
    var images = 0
    var bytes = 0
  }

  private static let cellsPerImage = 4
  /// The flags of an image: how its values are to be read.
  static let oldIsBlob: Int64 = 1
  static let newIsConverted: Int64 = 2
  /// How much is gathered before it is written, in bytes.
  private static let capacity = 4 << 20

  /// Prepares the statement that writes the images.
  ///
  /// - Throws: `DatabaseError`.
  init(_ database: Database, _ table: TargetTable, run: Int64) throws(DatabaseError) {
    columns = try table.imageColumns(in: database)
    columnOfCell = Array(repeating: nil, count: (table.cells.max() ?? -1) + 1)
    for (column, cell) in table.cells.enumerated() where !columns[column].isKey {
      columnOfCell[cell] = column
    }
    images = try BatchTable(database, name: "etl_images", columnCount: Self.cellsPerImage)
    insertPlain = try Statement(
      database, table.imageStatement(old: "i.c1", new: "i.c2"), isReused: true)
    insertAny = try Statement(database, table.imageStatement, isReused: true)
    insertPlain.bind([.integer(run), .text(table.name)])
    insertAny.bind([.integer(run), .text(table.name)])
    for column in columns { bytes.append(contentsOf: column.name.utf8) }
    (start, textEnd) = (Mark(images: 0, bytes: bytes.count), bytes.count)
  }

  /// Whether it is time to write what is gathered.
  var isFull: Bool {
    bytes.count + cells.count * MemoryLayout<Cell>.stride >= Self.capacity
  }

  // MARK: Gathering

  /// Starts a statement that updates rows.
  func beginStatement() {
    forgetDifferences()
    statementStart = end
    lastRowStart = end
  }

  /// Takes back what the statement has gathered: SQLite has undone it.
  func undoStatement() { truncate(to: statementStart) }

  /// Takes back what the last update has gathered.
  func withdrawLastUpdate() { truncate(to: lastRowStart) }

  /// Notes how stored values differ from a record's.
  ///
  /// - Parameters:
  ///   - call: a function call.
  ///   - firstArgument: from which of its arguments on they are stored values.
  ///   - row: the record's row in the batch.
  ///   - batch: the batch.
  ///   - firstCell: the record's cell that the first of them is compared with.
  /// - Returns: whether they are the same.
  func compare(
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

  /// The same for one stored value and one cell of the record.
  @discardableResult
  func compare(
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
  func forgetDifferences() {
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
  func keepDifferences(
    row: Int64, run: (old: Int64?, new: Int64), line: (old: Int64?, new: Int64)
  ) {
    lastRowStart = end
    note(run, column: columns.count - TableShape.bookkeeping.count)
    note(line, column: columns.count - TableShape.bookkeeping.count + 1)
    differences.sort { columns[$0.column].rank < columns[$1.column].rank }
    for difference in differences {
      if difference.flags != 0 { isPlain = false }
      let name = columns[difference.column].nameRange
      cells.append(.text(name))
      cells.append(difference.old)
      cells.append(difference.new)
      cells.append(.integer(difference.flags))
      rows.append(row)
    }
    differences.removeAll(keepingCapacity: true)
    textEnd = bytes.count
  }

  private func note(_ number: (old: Int64?, new: Int64), column: Int) {
    guard number.old != number.new else { return }
    differences.append(
      Difference(
        column: column, old: number.old.map(Cell.integer) ?? .null, new: .integer(number.new),
        flags: 0))
  }

  private var end: Mark { Mark(images: rows.count, bytes: textEnd) }

  private func truncate(to mark: Mark) {
    differences.removeAll(keepingCapacity: true)
    rows.removeLast(rows.count - mark.images)
    cells.removeLast(cells.count - mark.images * Self.cellsPerImage)
    bytes.removeLast(bytes.count - mark.bytes)
    textEnd = mark.bytes
    lastRowStart = mark
  }

  // MARK: Writing

  /// Writes what is gathered.
  ///
  /// - Throws: `DatabaseError`.
  func write() throws(DatabaseError) {
    guard !rows.isEmpty else { return }
    try images.show(bytes: bytes, cells: cells, lines: rows, order: order()) {
      () throws(DatabaseError) in
      try isPlain ? insertPlain.run() : insertAny.run()
    }
    truncate(to: start)
    statementStart = start
    isPlain = true
  }

  /// The images by row: those of one row are in order already.
  private func order() -> [Int32] {
    let isAscending = rows.indices.dropFirst().allSatisfy { rows[$0 - 1] <= rows[$0] }
    guard !isAscending else { return [] }
    return rows.indices.map(Int32.init).sorted { left, right in
      let (leftRow, rightRow) = (rows[Int(left)], rows[Int(right)])
      return leftRow == rightRow ? left < right : leftRow < rightRow
    }
  }
}
