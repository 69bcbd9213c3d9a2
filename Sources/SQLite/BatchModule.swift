internal import CSQLite
internal import Records

// The virtual table's methods, as sqlite.org/vtab.html describes them. A table is read from its
// first row to its last; there is no index, and nothing can be written.

/// A `sqlite3_vtab` with what this module needs behind it.
///
/// "Virtual table implementations will normally subclass this structure to add additional private
/// and implementation-specific fields." (sqlite.org/vtab.html)
@unsafe private struct BatchVirtualTable {
  var base = unsafe sqlite3_vtab()
  var state: UnsafeMutablePointer<BatchState>
}

/// A `sqlite3_vtab_cursor` with its row.
@unsafe private struct BatchCursor {
  var base = unsafe sqlite3_vtab_cursor()
  var state: UnsafeMutablePointer<BatchState>
  /// Where the cursor is in the order of the table, and the row there.
  var place = 0
  var row = 0
}

/// The methods; it lives as long as the program, as SQLite asks.
nonisolated(unsafe) let batchModule: UnsafePointer<sqlite3_module> = {
  let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
  unsafe module.initialize(to: sqlite3_module())
  unsafe module.pointee.xCreate = connect
  unsafe module.pointee.xConnect = connect
  unsafe module.pointee.xBestIndex = bestIndex
  unsafe module.pointee.xDisconnect = disconnect
  unsafe module.pointee.xDestroy = disconnect
  unsafe module.pointee.xOpen = openCursor
  unsafe module.pointee.xClose = closeCursor
  unsafe module.pointee.xFilter = filter
  unsafe module.pointee.xNext = next
  unsafe module.pointee.xEof = isAtEnd
  unsafe module.pointee.xColumn = column
  unsafe module.pointee.xRowid = rowID
  return unsafe UnsafePointer(module)
}()

private func connect(
  _ database: OpaquePointer?, _ state: UnsafeMutableRawPointer?, _ count: Int32,
  _ arguments: UnsafePointer<UnsafePointer<CChar>?>?,
  _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let state = unsafe state?.assumingMemoryBound(to: BatchState.self) else {
    return SQLITE_MISUSE
  }
  let columns = unsafe (0..<state.pointee.columnCount).map { "c\($0), " }.joined()
  let code = unsafe sqlite3_declare_vtab(database, "CREATE TABLE batch(\(columns)line)")
  guard code == SQLITE_OK else { return code }
  let made = UnsafeMutablePointer<BatchVirtualTable>.allocate(capacity: 1)
  unsafe made.initialize(to: BatchVirtualTable(state: state))
  unsafe table?.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab.self)
  return SQLITE_OK
}

private func disconnect(_ table: UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 {
  unsafe table?.deallocate()
  return SQLITE_OK
}

private func bestIndex(
  _ table: UnsafeMutablePointer<sqlite3_vtab>?, _ plan: UnsafeMutablePointer<sqlite3_index_info>?
) -> Int32 {
  unsafe plan?.pointee.estimatedCost = 10_000
  unsafe plan?.pointee.estimatedRows = 10_000
  return SQLITE_OK
}

private func openCursor(
  _ table: UnsafeMutablePointer<sqlite3_vtab>?,
  _ cursor: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
) -> Int32 {
  guard let table = unsafe table else { return SQLITE_MISUSE }
  let owner = unsafe UnsafeRawPointer(table).assumingMemoryBound(to: BatchVirtualTable.self)
  let made = UnsafeMutablePointer<BatchCursor>.allocate(capacity: 1)
  unsafe made.initialize(to: BatchCursor(state: owner.pointee.state))
  unsafe cursor?.pointee =
    UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
  return SQLITE_OK
}

private func closeCursor(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
  unsafe cursor?.deallocate()
  return SQLITE_OK
}

/// The cursor as this module made it; SQLite hands back what `openCursor` gave it.
@inline(__always)
private func batchCursor(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
) -> UnsafeMutablePointer<BatchCursor> {
  unsafe UnsafeMutableRawPointer(cursor.unsafelyUnwrapped)
    .assumingMemoryBound(to: BatchCursor.self)
}

private func filter(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ index: Int32,
  _ indexName: UnsafePointer<CChar>?, _ count: Int32,
  _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  let cursor = unsafe batchCursor(cursor)
  unsafe move(cursor, to: cursor.pointee.state.pointee.window.lowerBound)
  return SQLITE_OK
}

private func next(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
  let cursor = unsafe batchCursor(cursor)
  unsafe move(cursor, to: cursor.pointee.place + 1)
  return SQLITE_OK
}

@inline(__always)
private func move(_ cursor: UnsafeMutablePointer<BatchCursor>, to place: Int) {
  let state = unsafe cursor.pointee.state
  let found = unsafe state.pointee.next(from: place)
  unsafe cursor.pointee.place = found
  guard unsafe found < state.pointee.window.upperBound else { return }
  unsafe cursor.pointee.row = unsafe state.pointee.row(at: found)
  unsafe state.pointee.current = found
}

private func isAtEnd(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
  let cursor = unsafe batchCursor(cursor)
  return unsafe cursor.pointee.place < cursor.pointee.state.pointee.window.upperBound ? 0 : 1
}

private func rowID(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ result: UnsafeMutablePointer<Int64>?
) -> Int32 {
  unsafe result?.pointee = Int64(batchCursor(cursor).pointee.row)
  return SQLITE_OK
}

private func column(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ index: Int32
) -> Int32 {
  let cursor = unsafe batchCursor(cursor)
  let (state, row) = unsafe (cursor.pointee.state, cursor.pointee.row)
  unsafe state.pointee.give(row: row, column: Int(index), to: context)
  return SQLITE_OK
}
