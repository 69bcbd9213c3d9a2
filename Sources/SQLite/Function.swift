internal import CSQLite
internal import Glibc
package import Records

/// One call of an application-defined function; its arguments are there only during the call.
@safe package struct FunctionCall: ~Copyable {
  private let arguments: UnsafeMutablePointer<OpaquePointer?>?
  /// How many arguments the call has.
  package let count: Int

  fileprivate init(_ arguments: UnsafeMutablePointer<OpaquePointer?>?, count: Int32) {
    unsafe self.arguments = arguments
    self.count = Int(count)
  }

  /// An argument as an integer, counting from 0; 0 where it is none.
  package func integer(_ index: Int) -> Int64 { unsafe sqlite3_value_int64(argument(index)) }

  /// An argument as an integer, or nil where it is NULL.
  package func optionalInteger(_ index: Int) -> Int64? {
    unsafe sqlite3_value_type(argument(index)) == SQLITE_NULL ? nil : integer(index)
  }

  /// An argument as text, counting from 0; a number as SQLite writes it, nothing for NULL.
  package func text(_ index: Int) -> String { unsafe text(argument(index)) }

  /// Copies an argument behind other bytes.
  ///
  /// - Parameters:
  ///   - index: the argument, counting from 0.
  ///   - bytes: gets what a text or a BLOB has.
  /// - Returns: the value; a BLOB as a text, and whether it is one.
  package func copy(_ index: Int, to bytes: inout [UInt8]) -> (cell: Cell, isBlob: Bool) {
    let value = unsafe argument(index)
    let type = unsafe sqlite3_value_type(value)
    switch type {
    case SQLITE_NULL: return (.null, false)
    case SQLITE_INTEGER: return (.integer(unsafe sqlite3_value_int64(value)), false)
    case SQLITE_FLOAT: return (.real(unsafe sqlite3_value_double(value)), false)
    default:
      let start = bytes.count
      // "The return value from sqlite3_column_blob() for a zero-length BLOB is a NULL pointer"
      // (sqlite.org/c3ref/column_blob.html), and of a value likewise: a buffer without bytes.
      let content = unsafe sqlite3_value_blob(value)
      let count = Int(unsafe sqlite3_value_bytes(value))
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: content, count: count))
      return (.text(start..<bytes.count), type == SQLITE_BLOB)
    }
  }

  @unsafe private func argument(_ index: Int) -> OpaquePointer? {
    precondition(index < count)
    return unsafe arguments?[index]
  }

  /// Whether an argument is the value of `cell`, stored in a column of any type.
  @inline(__always)
  func isEqual(_ index: Int, to cell: Cell, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let stored = unsafe argument(index)
    let type = unsafe sqlite3_value_type(stored)
    // What most of the values are comes first: this is asked for each value of a file that is there.
    switch cell.kind {
    case .text where type == SQLITE_TEXT:
      let count = unsafe sqlite3_value_bytes(stored)
      guard count == cell.length else { return false }
      guard count > 0, let start = bytes.baseAddress else { return true }
      // Without memory for it there is no text, and SQLite ends the statement behind this call.
      guard let text = unsafe sqlite3_value_text(stored) else { return false }
      return unsafe memcmp(text, start + Int(cell.payload), Int(count)) == 0
    case .integer where type == SQLITE_INTEGER:
      return unsafe sqlite3_value_int64(stored) == cell.payload
    case .null: return type == SQLITE_NULL
    default: return unsafe isEqual(stored, type, to: cell, in: bytes)
    }
  }

  /// Whether a stored value of another type than that of `cell` is what a column made of it.
  @inline(never)
  private func isEqual(
    _ stored: OpaquePointer?, _ type: Int32, to cell: Cell, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch (cell.kind, type) {
    case (.real, SQLITE_FLOAT):
      return unsafe sqlite3_value_double(stored) == cell.double
    case (.integer, SQLITE_FLOAT):
      // "A column with REAL affinity … forces integer values into floating point representation."
      return unsafe sqlite3_value_double(stored) == Double(cell.payload)
    case (.real, SQLITE_INTEGER):
      // "If a floating point value that can be represented exactly as an integer is inserted into
      // a column with NUMERIC affinity, the value is converted into an integer."
      return unsafe Double(sqlite3_value_int64(stored)) == cell.double
    case (.integer, SQLITE_TEXT):
      // "A column with TEXT affinity …: If numerical data is inserted … it is converted into text"
      return unsafe text(stored) == String(cell.payload)
    case (.text, SQLITE_INTEGER), (.text, SQLITE_FLOAT):
      // The column's affinity made a number of the text: compare as SQLite wrote it.
      let range = Int(cell.payload)..<Int(cell.payload) + Int(cell.length)
      return unsafe text(stored) == String(decoding: bytes[range], as: UTF8.self)
    default: return false
    }
  }

  private func text(_ value: OpaquePointer?) -> String {
    unsafe sqlite3_value_text(value).map { unsafe String(cString: $0) } ?? ""
  }
}

extension Database {
  /// Gives SQL a function, for statements of this program only.
  ///
  /// - Parameters:
  ///   - name: the function's name; one of that name is replaced.
  ///   - body: what it does; its result becomes 1 or 0.
  /// - Throws: `DatabaseError` when it can't be registered.
  package func addFunction(
    _ name: String, _ body: @escaping (borrowing FunctionCall) -> Bool
  ) throws(DatabaseError) {
    try add(name) { (call: borrowing FunctionCall) in .truth(body(call)) }
  }

  /// Gives SQL a function whose result is text, for statements of this program only.
  ///
  /// - Parameters:
  ///   - name: the function's name; one of that name is replaced.
  ///   - text: what it does; where it throws, the statement fails with that error.
  /// - Throws: `DatabaseError` when it can't be registered.
  package func addTextFunction(
    _ name: String, _ text: @escaping (borrowing FunctionCall) throws(DatabaseError) -> String
  ) throws(DatabaseError) {
    try add(name) { (call: borrowing FunctionCall) in
      do throws(DatabaseError) { return .text(try text(call)) } catch { return .failure(error) }
    }
  }

  private func add(
    _ name: String, _ body: @escaping FunctionBody.Body
  ) throws(DatabaseError) {
    let box = unsafe Unmanaged.passRetained(FunctionBody(body)).toOpaque()
    // SQLITE_DIRECTONLY: "the function may only be invoked from top-level SQL, and cannot be used
    // in VIEWs or TRIGGERs nor in schema structures" (sqlite.org/c3ref/c_deterministic.html)
    let code = unsafe sqlite3_create_function_v2(
      handle, name, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, box, callFunction, nil, nil,
      releaseFunction)
    guard code == SQLITE_OK else { throw error(code, sql: nil) }
  }
}

extension Database {
  /// Takes a function away from SQL again.
  ///
  /// - Parameter name: the function's name.
  package func removeFunction(_ name: String) {
    // "To delete an existing SQL function or aggregate, pass NULL pointers for all three function
    // callbacks." (sqlite.org/c3ref/create_function.html)
    unsafe sqlite3_create_function_v2(handle, name, -1, SQLITE_UTF8, nil, nil, nil, nil, nil)
  }
}

private final class FunctionBody {
  enum Answer {
    case truth(Bool)
    case text(String)
    indirect case failure(DatabaseError)
  }

  typealias Body = (borrowing FunctionCall) -> Answer
  let body: Body
  init(_ body: @escaping Body) { self.body = body }
}

private func callFunction(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  let box = unsafe Unmanaged<FunctionBody>.fromOpaque(
    sqlite3_user_data(context).unsafelyUnwrapped)
  let answer = unsafe box._withUnsafeGuaranteedRef {
    unsafe $0.body(FunctionCall(arguments, count: count))
  }
  switch answer {
  case .truth(let isTrue): unsafe sqlite3_result_int(context, isTrue ? 1 : 0)
  case .text(let text):
    unsafe sqlite3_result_text(context, text, Int32(text.utf8.count), bank_etl_transient())
  case .failure(let error):
    unsafe sqlite3_result_error(context, error.message, -1)
    unsafe sqlite3_result_error_code(context, error.code)
  }
}

private func releaseFunction(_ box: UnsafeMutableRawPointer?) {
  // "The destructor is also invoked if the call to sqlite3_create_function_v2() fails."
  unsafe Unmanaged<FunctionBody>.fromOpaque(box.unsafelyUnwrapped).release()
}
