internal import CSQLite

/// One compiled SQL statement; it keeps its connection open and is finalized with its owner.
@safe package struct Statement: ~Copyable {
  let handle: OpaquePointer
  let database: Database

  /// Compiles the first statement of `sql`.
  ///
  /// - Parameters:
  ///   - database: the connection it is to run on.
  ///   - sql: the statement.
  ///   - isReused: whether it will be run many times.
  /// - Throws: `DatabaseError` when it can't be compiled, or there is no statement in `sql`.
  package init(
    _ database: Database, _ sql: String, isReused: Bool = false
  ) throws(DatabaseError) {
    var compiled: OpaquePointer?
    // SQLITE_PREPARE_PERSISTENT: "a hint to the query planner that the prepared statement will be
    // retained for a long time and probably reused many times" (sqlite.org/c3ref/c_prepare_normalize.html)
    let flags = isReused ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = unsafe sqlite3_prepare_v3(database.handle, sql, -1, flags, &compiled, nil)
    guard code == SQLITE_OK else { throw database.error(code, sql: sql) }
    guard let compiled = unsafe compiled else {
      throw DatabaseError(code: SQLITE_MISUSE, message: "expected a statement", sql: sql)
    }
    unsafe self.init(compiled, database)
  }

  /// Takes over a compiled statement.
  @unsafe init(_ handle: OpaquePointer, _ database: Database) {
    unsafe self.handle = handle
    self.database = database
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// The statement's text.
  package var sql: String { unsafe String(cString: sqlite3_sql(handle)) }

  /// Whether the statement makes no direct change to the database.
  package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  /// Runs to the next row.
  ///
  /// - Returns: whether there is a row; false when the statement has done its work, after which
  ///   it is reset and can be run again.
  /// - Throws: `DatabaseError`; the statement is reset then too.
  package func step() throws(DatabaseError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      unsafe sqlite3_reset(handle)
      return false
    case let code:
      let error = database.error(code, sql: sql)
      unsafe sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs to the next row, and does something from time to time until it is there.
  ///
  /// The connection has no `InterruptionWatch` meanwhile.
  ///
  /// - Parameter goesOn: what is done, more than once a millisecond while SQLite's virtual machine
  ///   runs; returns whether to go on. It must not use the connection.
  /// - Returns: whether there is a row, as `step()` does.
  /// - Throws: `DatabaseError`, of kind `interrupted` where it is not to go on.
  package func step(whileWaiting goesOn: () -> Bool) throws(DatabaseError) -> Bool {
    let result = withoutActuallyEscaping(goesOn) { goesOn in
      var callback = goesOn
      return unsafe withUnsafeMutablePointer(to: &callback) { callback in
        unsafe sqlite3_progress_handler(
          database.handle, InterruptionWatch.interval,
          { unsafe $0?.assumingMemoryBound(to: (() -> Bool).self).pointee() == false ? 1 : 0 },
          callback)
        defer { unsafe sqlite3_progress_handler(database.handle, 0, nil, nil) }
        return Result { () throws(DatabaseError) in try step() }
      }
    }
    return try result.get()
  }

  /// Runs the statement to its end, ignoring rows.
  ///
  /// - Throws: `DatabaseError`; the statement is reset.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Binds the parameters and runs the statement to its end, ignoring rows.
  ///
  /// - Parameter values: the parameters, in order.
  /// - Throws: `DatabaseError`; the statement is reset.
  package func run(_ values: [Value]) throws(DatabaseError) {
    try bind(values)
    try run()
  }

  /// Abandons the rows that are left, so that the statement can be run again.
  package func reset() {
    // Its result repeats the error that step() has thrown already.
    unsafe sqlite3_reset(handle)
  }
}

// MARK: Parameters

extension Statement {
  /// Binds values to the parameters, the first value to the first parameter.
  ///
  /// - Parameter values: as many as the statement has parameters, or fewer: the rest stay.
  /// - Throws: `DatabaseError` when there is no memory for a copy.
  package func bind(_ values: [Value]) throws(DatabaseError) {
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
  }

  /// Binds one value.
  ///
  /// - Parameters:
  ///   - value: the value; it is copied.
  ///   - index: the parameter, counting from 1.
  /// - Throws: `DatabaseError` when there is no memory for the copy.
  package func bind(_ value: Value, at index: Int) throws(DatabaseError) {
    let index = Int32(index)
    let code =
      switch value {
      case .null: unsafe sqlite3_bind_null(handle, index)
      case .integer(let integer): unsafe sqlite3_bind_int64(handle, index, integer)
      case .real(let real): unsafe sqlite3_bind_double(handle, index, real)
      case .text(var text):
        text.withUTF8 { bytes in
          let count = UInt64(bytes.count)
          let (destructor, encoding) = unsafe (bank_etl_transient(), UInt8(SQLITE_UTF8))
          // A null pointer, which an empty buffer may have, would bind NULL.
          guard let start = bytes.baseAddress else {
            return unsafe sqlite3_bind_text64(handle, index, "", 0, destructor, encoding)
          }
          return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            unsafe sqlite3_bind_text64(handle, index, $0, count, destructor, encoding)
          }
        }
      case .blob(let bytes):
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : sqlite3_bind_blob64(
              handle, index, bytes.baseAddress, UInt64(bytes.count), bank_etl_transient())
        }
      }
    guard code == SQLITE_OK else { throw database.error(code, sql: sql) }
  }
}

// MARK: Columns

extension Statement {
  /// How many columns a row has.
  package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  /// The name of a column, counting from 0.
  package func columnName(at index: Int) -> String {
    unsafe sqlite3_column_name(handle, Int32(index)).map { unsafe String(cString: $0) } ?? ""
  }

  /// The value of a column of the current row, counting from 0.
  package func value(at index: Int) -> Value {
    let column = Int32(index)
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let start = unsafe sqlite3_column_text(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
      return unsafe .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return unsafe .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  /// The values of the current row.
  package func row() -> [Value] {
    (0..<columnCount).map { value(at: $0) }
  }
}
