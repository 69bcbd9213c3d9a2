internal import CSQLite

/// The statements of an SQL text, compiled one after another.
///
/// Where a statement ends is SQLite's own decision, so that a semicolon in a trigger's body, a
/// literal or a comment ends none. Each statement must be run before the next one is compiled,
/// which may depend on it.
package struct Script: ~Copyable {
  private let database: Database
  /// The text as UTF-8, and a NUL behind it.
  private let text: [UInt8]
  /// Where the statement last compiled begins, in bytes from the start of the text.
  package private(set) var statementStart = 0
  /// Where the text that is still to be compiled begins, in bytes from the start of the text.
  package private(set) var statementEnd = 0

  /// The statements of `text`, for a connection.
  ///
  /// - Parameters:
  ///   - text: any number of statements; SQLite reads it up to the first NUL, if there is one.
  ///   - database: the connection they are to run on.
  package init(_ text: String, on database: Database) {
    self.database = database
    self.text = Array(text.utf8) + [0]
  }

  /// Compiles the next statement.
  ///
  /// - Returns: the statement, or nil when only space and comments are left.
  /// - Throws: `DatabaseError` when it can't be compiled; its `offset` counts from
  ///   `statementStart`. The next statement can be compiled then only if `hasReadStatement`.
  package mutating func next() throws(DatabaseError) -> Statement? {
    statementStart = SQLSpace.end(in: text, from: statementEnd)
    guard text[statementStart] != 0 else { return nil }
    let start = statementStart
    var end = text.count - 1
    var compiled: OpaquePointer?
    let code = unsafe text.withUnsafeBytes { bytes in
      let first = unsafe bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
      guard let first = unsafe first else { return SQLITE_OK }
      var tail: UnsafePointer<CChar>?
      // "If the caller knows that the supplied string is nul-terminated, then there is a small
      // performance advantage to passing an nByte parameter that is the number of bytes in the
      // input string including the nul-terminator." (sqlite.org/c3ref/prepare.html) Without the
      // terminator SQLite would copy all the rest for each statement.
      let code = unsafe sqlite3_prepare_v3(
        database.handle, first, Int32(clamping: bytes.count - start), 0, &compiled, &tail)
      // "If pzTail is not NULL then *pzTail is made to point to the first byte past the end of the
      // first SQL statement in zSql."
      if let tail = unsafe tail { end = unsafe start + (tail - first) }
      return code
    }
    statementEnd = end
    guard code == SQLITE_OK else { throw database.error(code, sql: statementText) }
    guard let compiled = unsafe compiled else { return nil }
    return unsafe Statement(compiled, database)
  }

  /// Whether SQLite has read to the semicolon behind the statement last compiled, be it in vain.
  package var hasReadStatement: Bool {
    statementEnd > statementStart && text[statementEnd - 1] == UInt8(ascii: ";")
  }

  /// The statement last compiled, or as much of it as SQLite had read when it gave up, to the end
  /// of that line.
  package var statementText: String {
    var end = max(statementStart, statementEnd)
    if end > statementStart, !hasReadStatement {
      end = text[end...].firstIndex { $0 == 10 || $0 == 13 || $0 == 0 } ?? end
    }
    return String(decoding: text[statementStart..<end], as: UTF8.self)
  }

  /// Whether a text has nothing but space and comments.
  ///
  /// - Parameter text: SQL in UTF-8.
  /// - Returns: whether there is no statement in it.
  package static func isBlank(_ text: [UInt8]) -> Bool {
    SQLSpace.end(in: text, from: 0) >= text.count
  }

  /// The place of a byte of the text.
  ///
  /// - Parameter offset: in bytes from the start of the text.
  /// - Returns: the line and, in Unicode scalars, the column, both counting from 1; LF, CR and
  ///   CRLF each end a line.
  /// - Complexity: the offset.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    var (line, lineStart) = (1, SQLSpace.byteOrderMark(in: text, at: 0))
    for index in text.indices.prefix(min(offset, text.count - 1)) {
      let isLineEnd = text[index] == 10 || text[index] == 13 && text[index + 1] != 10
      if isLineEnd { (line, lineStart) = (line + 1, index + 1) }
    }
    let bytes = text[lineStart..<max(lineStart, min(offset, text.count - 1))]
    // A byte of the form 10xxxxxx continues a scalar.
    return (line, bytes.count { $0 & 0xc0 != 0x80 } + 1)
  }
}

/// What may stand between two statements.
enum SQLSpace {
  /// The end of the spaces, comments and empty statements that start at an offset.
  ///
  /// - Parameters:
  ///   - text: SQL in UTF-8.
  ///   - start: where to begin.
  /// - Returns: where the next statement begins, or the text ends.
  static func end(in text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count {
      let isPair = index + 1 < text.count
      switch text[index] {
      // The characters that SQLite's tokenizer takes for space, and the semicolon.
      case 9, 10, 12, 13, 32, UInt8(ascii: ";"): index += 1
      case UInt8(ascii: "-") where isPair && text[index + 1] == UInt8(ascii: "-"):
        // "SQL comments begin with two consecutive "-" characters (ASCII 0x2d) and extend up to
        // and including the next newline character (ASCII 0x0a) or until the end of input"
        // (sqlite.org/lang_comment.html)
        index = text[index...].firstIndex { $0 == 10 || $0 == 0 } ?? text.count
      case UInt8(ascii: "/") where isPair && text[index + 1] == UInt8(ascii: "*"):
        index = blockCommentEnd(in: text, from: index + 2)
      default:
        let length = byteOrderMark(in: text, at: index)
        guard length > 0 else { return index }
        index += length
      }
    }
    return index
  }

  /// How many bytes a byte order mark takes at an offset; 0 when there is none.
  static func byteOrderMark(in text: [UInt8], at index: Int) -> Int {
    text[index...].starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  private static func blockCommentEnd(in text: [UInt8], from start: Int) -> Int {
    var index = start
    // "C-style comments begin with "/*" and extend up to and including the next "*/" character
    // pair or until the end of input, whichever comes first."
    while index < text.count, text[index] != 0 {
      if text[index] == UInt8(ascii: "*"), index + 1 < text.count,
        text[index + 1] == UInt8(ascii: "/")
      {
        return index + 2
      }
      index += 1
    }
    return index
  }
}
