/// How long a transfer may take, how large it may become, and how often it is tried.
package struct TransferLimits: Sendable, Equatable {
  /// How long a connection may take to be made, in seconds.
  package var connectSeconds: Int64 = 30
  /// For how long a transfer may be slower than `bytesPerSecondMin`, in seconds.
  package var stallSeconds: Int64 = 60
  /// How long it may take in all, with its repetitions, in seconds.
  package var totalSeconds: Int64 = 3_600
  /// How many bytes may be sent: 16 GiB.
  package var bytesMax: Int64 = 16 << 30
  /// How often a request is repeated after a failure that can pass.
  package var retries: Int64 = 4
  /// How long to wait before the first repetition, in seconds; twice as long before each later one.
  package var retrySeconds: Int64 = 1

  /// The slowest transfer that is not a stalled one: 10 bytes a second.
  static let bytesPerSecondMin = 10
  /// The most redirections that are followed.
  static let redirectsMax = 10
  /// The longest wait before a repetition, whatever the server asks for, in seconds.
  static let retrySecondsMax: Int64 = 300

  /// The limits above.
  package init() {}

  /// Why a file is not read any further.
  var tooLarge: TransferError {
    TransferError(
      .tooLarge,
      "expected at most \(bytesMax) bytes but the file is larger; --max-bytes allows more")
  }
}
