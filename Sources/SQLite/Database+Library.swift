internal import CSQLite
internal import Glibc

extension Database {
  /// The version of the SQLite library that the program runs with: `3.46.1`.
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// Whether the library was told to keep no account of its memory, which it does with a lock for each
  /// piece: "When memory allocation statistics are disabled, the following SQLite interfaces become
  /// non-operational: sqlite3_hard_heap_limit64(), sqlite3_memory_used() …" (sqlite.org/c3ref).
  ///
  /// It has to be told before anything else: where it is in use already, nothing changes.
  static let isConfigured = bank_etl_config_memstatus(0) == SQLITE_OK

  /// Where SQLite puts its own temporary files.
  ///
  /// "1. The directory set by … sqlite3_temp_directory;
  /// 2. The SQLITE_TMPDIR environment variable; 3. The TMPDIR environment variable; 4. /var/tmp;
  /// 5. /usr/tmp; 6. /tmp" (sqlite.org/tempfiles.html).
  package static var temporaryFolder: String {
    for name in ["SQLITE_TMPDIR", "TMPDIR"] {
      if let value = unsafe getenv(name), unsafe value.pointee != 0 {
        return unsafe String(cString: value)
      }
    }
    return unsafe access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
  }
}
