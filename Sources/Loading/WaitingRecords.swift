internal import Records
internal import SQLite

/// Records that refer to a row which is not there yet, and may come behind them in the same file.
///
/// They are in temporary tables, which SQLite keeps in a page cache of a fixed size and, beyond that, in a
/// file that is gone when the connection is: so any number of them may wait.
final class WaitingRecords {
  let database: Database
  let references: [Reference]
  /// What is unique in the tables.
  let uniqueKeys: [RowKey]
  /// How many bytes are kept in memory.
  let memory: Int
  let columnCount: Int
  private let batch: BatchTable
  private let insertRecord: Statement
  private let insertKeys: Statement
  let selectRecord: Statement
  /// The records that have come since the last batch was written.
  private var bytes: [UInt8] = []
  private var cells: [Cell] = []
  private var lines: [Int64] = []
  /// The sets of columns that records lack, by number.
  private(set) var absentColumns: [[Int]] = []
  /// How many bytes all of them had that came.
  private var size = 0
  private var added = 0

  /// How many records wait.
  private(set) var count = 0
  /// The record that came last, by its number.
  private(set) var lastRecord: Int64 = 0
  /// Their unique values, and those of others that have waited.
  var keys: WaitingKeys

  /// How much is kept in memory by default: the rest of a load leaves no more of 64 MiB.
  static let memory = 4 << 20
  /// How many are loaded at once at most.
  private static let recordsAtOnce = 4_096

  /// What a record has besides its values.
  private static let ownColumns = ["record", "lines", "raw", "absent", "repair", "repair_raw"]

  /// Makes the tables.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - references: the foreign keys of the tables.
  ///   - keys: what is unique in the tables.
  ///   - columnCount: how many cells a row has.
  ///   - memory: how many bytes are kept in memory.
  /// - Throws: `DatabaseError`.
  init(
    _ database: Database, _ references: [Reference], _ keys: [RowKey], columnCount: Int, memory: Int
  ) throws(DatabaseError) {
    self.database = database
    self.columnCount = columnCount
    uniqueKeys = keys
    self.keys = WaitingKeys(keys)
    self.memory = memory
    self.references = references.filter(\.isAmongRecords)
    let own = Self.ownColumns.count
    batch = try BatchTable(database, name: "etl_waiting_batch", columnCount: own + columnCount)
    let values = (0..<columnCount).map { "c\($0)" }
    try database.execute(
      """
      PRAGMA temp.cache_size = -\(memory >> 10);
      DROP TABLE IF EXISTS temp.etl_waiting;
      DROP TABLE IF EXISTS temp.etl_waiting_keys;
      CREATE TEMP TABLE etl_waiting (record INTEGER PRIMARY KEY,
        \((Self.ownColumns.dropFirst() + ["line"] + values).joined(separator: ", ")));
      CREATE TEMP TABLE etl_waiting_keys (record INTEGER PRIMARY KEY,
        \(WaitingRecords.keyColumns(self.references, keys)));
      """)
    let all = (0..<own + columnCount).map { "c\($0)" }
    insertRecord = try Statement(
      database,
      """
      INSERT INTO temp.etl_waiting (\((Self.ownColumns + values + ["line"]).joined(separator: ", ")))
      SELECT \(all.joined(separator: ", ")), line FROM temp.etl_waiting_batch
      """, isReused: true)
    let compared = self.references.flatMap { $0.cells + $0.parentCells } + keys.flatMap(\.cells)
    insertKeys = try Statement(
      database,
      """
      INSERT INTO temp.etl_waiting_keys
      SELECT \((["c0"] + compared.map { "c\($0.cell + own)" }).joined(separator: ", "))
      FROM temp.etl_waiting_batch
      """, isReused: true)
    selectRecord = try Statement(
      database,
      """
      SELECT record, line, lines, CAST(raw AS BLOB), absent, repair, CAST(repair_raw AS BLOB),
        \(values.joined(separator: ", "))
      FROM temp.etl_waiting WHERE record = ?
      """, isReused: true)
  }

  deinit {
    // A failure here can't matter to the run: the next one drops them before it makes them.
    try? database.execute(
      "DROP TABLE IF EXISTS temp.etl_waiting; DROP TABLE IF EXISTS temp.etl_waiting_keys")
  }

  /// How many of them are loaded at once: as many as fit in a quarter of the memory.
  var recordsAtOnce: Int {
    max(1, min(Self.recordsAtOnce, memory / 4 / max(1, size / max(1, added))))
  }

  // MARK: Coming

  /// Adds a record; `write` is to be called before the next batch.
  ///
  /// - Parameters:
  ///   - row: its row.
  ///   - source: the batch that it is in.
  ///   - sourceRows: the rows of that batch; its repair, if it has one, is counted when it is loaded.
  func add(row: Int, of source: borrowing RecordBatch, _ sourceRows: inout RowBatch) {
    let record = Int(sourceRows.records[row])
    let number = sourceRows.numbers[row]
    let (start, firstCell) = (bytes.count, cells.count)
    let absent = sourceRows.parts(in: row..<row + 1).first?.absentColumns ?? []
    let set = absentColumns.firstIndex(of: absent) ?? absentColumns.count
    if set == absentColumns.count { absentColumns.append(absent) }
    let repair = sourceRows.repairs.first { $0.record == number }
    cells += [
      .integer(number), .integer(Int64(source.records[record].lineCount)),
      text(source.rejectText(ofRecord: record)), .integer(Int64(set)),
      repair.map { text(Array($0.message.utf8)) } ?? .null, repair.map { text($0.raw) } ?? .null,
    ]
    if repair != nil { sourceRows.repairs.removeAll { $0.record == number } }
    for cell in sourceRows.cells[row * columnCount..<(row + 1) * columnCount] {
      let first = Int(cell.payload)
      cells.append(
        cell.kind == .text ? text(source.bytes[first..<first + Int(cell.length)]) : cell)
    }
    lines.append(source.records[record].line)
    size += bytes.count - start + (cells.count - firstCell) * MemoryLayout<Cell>.stride
    added += 1
    count += 1
    lastRecord = max(lastRecord, number)
  }

  private func text(_ content: some Collection<UInt8>) -> Cell {
    let start = bytes.count
    bytes += content
    return .text(start..<bytes.count)
  }

  /// Writes the records that have come.
  ///
  /// - Throws: `DatabaseError`.
  func write() throws(DatabaseError) {
    guard !lines.isEmpty else { return }
    try batch.show(bytes: bytes, cells: cells, lines: lines, order: []) {
      () throws(DatabaseError) in
      try insertRecord.run()
      try insertKeys.run()
    }
    bytes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
  }

  /// Gives the memory back that the last batch has needed.
  func shrink() { (bytes, cells, lines) = ([], [], []) }

  /// Takes note of records that have been loaded or refused.
  func leave(_ number: Int) { count -= number }

  /// Forgets what is known of records that are all gone.
  func removeAll() throws(DatabaseError) {
    try database.execute("DELETE FROM temp.etl_waiting; DELETE FROM temp.etl_waiting_keys")
    (absentColumns, size, added) = ([], 0, 0)
    keys.removeAll()
  }
}
