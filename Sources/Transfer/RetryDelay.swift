internal import Glibc

/// How long to wait before a request is repeated.
enum RetryDelay {
  /// The wait before a repetition.
  ///
  /// - Parameters:
  ///   - attempt: how many repetitions there were.
  ///   - first: the wait before the first one, in seconds.
  ///   - asked: what the server asked for, in seconds.
  /// - Returns: seconds; nil where the server asked for more than anybody waits.
  static func seconds(attempt: Int64, first: Int64, asked: Int64?) -> Int64? {
    let longest = TransferLimits.retrySecondsMax
    if let asked { return asked <= longest ? max(asked, 0) : nil }
    return min(first << min(attempt, 16), longest)
  }

  /// The seconds that a `Retry-After` field asks for: a number, or a date.
  static func asked(_ field: String?, now: Int64) -> Int64? {
    guard let field else { return nil }
    if let seconds = Int64(field) { return max(seconds, 0) }
    return HTTPDate.seconds(field).map { max($0 - now, 0) }
  }

  /// The time now, in seconds since 1970.
  static var now: Int64 { Int64(time(nil)) }

  /// Waits.
  ///
  /// - Parameters:
  ///   - seconds: how long.
  ///   - isCancelled: asked every tenth of a second whether to stop waiting.
  /// - Throws: `TransferError` of kind `interrupted`.
  static func wait(_ seconds: Int64, unless isCancelled: () -> Bool) throws(TransferError) {
    for _ in 0..<seconds * 10 {
      guard !isCancelled() else { throw .interrupted }
      usleep(100_000)
    }
  }
}
