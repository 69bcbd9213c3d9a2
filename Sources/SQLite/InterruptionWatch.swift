internal import CSQLite

/// Asks again and again, while the statements of a connection run, whether they are to be stopped.
///
/// A statement that is stopped fails with an error of kind `interrupted`. The connection has one
/// watch at most, as long as this object lives.
@safe package final class InterruptionWatch {
  private let database: Database
  fileprivate let isRequested: @Sendable () -> Bool

  /// How many instructions of SQLite's virtual machine run between two questions: well below a
  /// millisecond's worth.
  static let interval: Int32 = 10_000

  /// Watches over a connection.
  ///
  /// - Parameters:
  ///   - database: the connection.
  ///   - isRequested: whether statements are to be stopped.
  package init(_ database: Database, isRequested: @escaping @Sendable () -> Bool) {
    self.database = database
    self.isRequested = isRequested
    unsafe sqlite3_progress_handler(
      database.handle, InterruptionWatch.interval, askWhetherToStop,
      Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe sqlite3_progress_handler(database.handle, 0, nil, nil)
  }
}

/// The callback of SQLite.
///
/// "If the progress callback returns non-zero, the operation is interrupted."
/// (sqlite.org/c3ref/progress_handler.html)
private func askWhetherToStop(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context = unsafe context else { return 0 }
  let watch = unsafe Unmanaged<InterruptionWatch>.fromOpaque(context).takeUnretainedValue()
  return watch.isRequested() ? 1 : 0
}
