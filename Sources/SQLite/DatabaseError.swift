internal import CSQLite
internal import Glibc

/// What SQLite answered instead of doing what it was asked.
package struct DatabaseError: Error, Equatable, CustomStringConvertible {
  /// What went wrong, as far as callers act on it.
  package enum Kind: Sendable, Equatable {
    /// Another connection holds a lock (`SQLITE_BUSY`, `SQLITE_LOCKED`).
    case busy
    /// The schema refused a row (`SQLITE_CONSTRAINT`, `SQLITE_MISMATCH`).
    case constraint
    /// The disk is full (`SQLITE_FULL`).
    case full
    /// Reading or writing the file went wrong (`SQLITE_IOERR`).
    case inputOutput
    /// The database or its folder can't be written (`SQLITE_READONLY`, `SQLITE_PERM`).
    case readOnly
    /// The file can't be opened or created (`SQLITE_CANTOPEN`).
    case cannotOpen
    /// The file is no SQLite database (`SQLITE_NOTADB`).
    case notADatabase
    /// The file is a damaged database (`SQLITE_CORRUPT`).
    case corrupt
    /// The statement was interrupted (`SQLITE_INTERRUPT`).
    case interrupted
    /// The authorizer refused the statement (`SQLITE_AUTH`).
    case unauthorized
    /// A value too large for SQLite (`SQLITE_TOOBIG`).
    case tooBig
    /// There is not enough memory (`SQLITE_NOMEM`).
    case outOfMemory
    /// Anything else: an error in the SQL, or in this program.
    case other
  }

  /// SQLite's extended result code.
  package let code: Int32
  /// SQLite's own message, or this module's where the connection has none.
  package let message: String
  /// The statement that was compiled or run, if there was one.
  package let sql: String?
  /// Where in `sql` the error is, in bytes from its start, if SQLite knows.
  package let offset: Int?
  /// The operating system's error number behind the error, 0 if there is none.
  package let systemError: Int32
  /// Which of SQLite's files a failure of input or output is about, if that is known.
  package let file: File?

  /// A file that SQLite reads and writes.
  package enum File: String, Sendable {
    case database = "the database"
    /// The rollback journal or the write-ahead log.
    case journal = "the journal beside the database"
    /// What the users of a write-ahead log share as memory.
    case index = "the index of the journal beside the database"
    case temporary = "a temporary file"
  }

  /// An error with SQLite's code and message.
  package init(
    code: Int32, message: String, sql: String? = nil, offset: Int? = nil, systemError: Int32 = 0,
    file: File? = nil
  ) {
    self.code = code
    self.message = message
    self.sql = sql
    self.offset = offset
    self.systemError = systemError
    self.file = file
  }

  /// There was no memory for what the library was asked.
  package static let outOfMemory = DatabaseError(code: SQLITE_NOMEM, message: "out of memory")

  /// What is in the database is not what it must be, by what this program knows of it.
  package static func corrupt(_ message: String) -> DatabaseError {
    DatabaseError(code: SQLITE_CORRUPT, message: message)
  }

  /// A write that would have taken rows along which refer to what it is about
  /// (`SQLITE_CONSTRAINT_FOREIGNKEY`).
  package static func foreignKeyViolation(_ message: String) -> DatabaseError {
    DatabaseError(code: bank_etl_constraint_foreignkey(), message: message)
  }

  /// A trigger has done other than it was relied on (`SQLITE_CONSTRAINT_TRIGGER`), by what this
  /// program knows of it.
  package static func meddlingTrigger(_ message: String) -> DatabaseError {
    DatabaseError(code: bank_etl_constraint_trigger(), message: message)
  }

  /// Whether this is a `meddlingTrigger`: SQLite's own errors of that code have the statement.
  package var isMeddlingTrigger: Bool { code == bank_etl_constraint_trigger() && sql == nil }

  /// What went wrong, from the primary result code.
  package var kind: Kind {
    // "The primary result code is always a part of the extended result code … the least
    // significant 8 bits" (sqlite.org/rescode.html#extrc)
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: .constraint
    case SQLITE_FULL: .full
    case SQLITE_IOERR: .inputOutput
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_AUTH: .unauthorized
    case SQLITE_TOOBIG: .tooBig
    case SQLITE_NOMEM: .outOfMemory
    default: .other
    }
  }

  /// What went wrong, in words: SQLite's message, and for a failure of input or output which file could
  /// not be read, written and so on, and what the system says of it.
  package var reason: String {
    guard kind == .inputOutput else { return message }
    let operation = unsafe bank_etl_failed_operation(code).map { unsafe String(cString: $0) }
    // A plain SQLITE_IOERR does not say what was done, nor always to which file.
    let unknown = operation == nil ? "a file of the database" : File.database.rawValue
    let action = ": \(file?.rawValue ?? unknown) could not be \(operation ?? "used")"
    let cause = systemError == 0 ? "" : ": " + (unsafe String(cString: strerror(systemError)))
    return message + action + cause
  }

  /// Whether a statement does not fit the schema: a table or column that is missing or of another
  /// kind (`SQLITE_ERROR`).
  package var isAboutSchema: Bool { code & 0xff == SQLITE_ERROR }

  /// Whether a foreign key refused the row (`SQLITE_CONSTRAINT_FOREIGNKEY`).
  package var isForeignKeyViolation: Bool { code == bank_etl_constraint_foreignkey() }

  /// SQLite's message and code, then the statement, on one line.
  package var description: String {
    let cause = "\(message) (SQLite error \(code))"
    guard let sql else { return cause }
    let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(cause), while executing: \(words.prefix(200))"
  }
}
