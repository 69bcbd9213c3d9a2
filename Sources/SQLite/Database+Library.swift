internal import CSQLite

extension Database {
  /// The version of the SQLite library that the program runs with: `3.46.1`.
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }
}
