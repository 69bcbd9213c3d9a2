/// Why a source could not be had by its URL.
package struct TransferError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reasons.
  package enum Kind: Sendable, Equatable {
    /// The address is none, or of another kind than http and https.
    case unusableAddress
    /// libcurl is not installed.
    case missingLibrary
    /// The server can't be reached, does not answer in time, or says that it can't answer now.
    case unavailable
    /// The server can't prove who it is, or sends the request where nobody can.
    case untrusted
    /// The server wants another name or password (401, 403, 407).
    case forbidden
    /// The server has no such file.
    case notFound
    /// The server's answer is none that has a file in it.
    case unexpected
    /// The file ended before its announced end.
    case incomplete
    /// The file became another one while it was read.
    case changed
    /// The file is larger than was allowed.
    case tooLarge
    /// Nothing tells where the file ends, so that a part of it looks like the whole.
    case unknownLength
    /// The program was asked to end.
    case interrupted
  }

  /// The reason.
  package let kind: Kind
  /// What was expected and what was found, as one line, without the address.
  package let description: String
  /// Whether the same request may succeed a little later.
  let canPass: Bool
  /// How many seconds the server asked to wait before that.
  let retryAfter: Int64?

  /// An error of a kind, with its message.
  init(_ kind: Kind, _ description: String, canPass: Bool = false, retryAfter: Int64? = nil) {
    self.kind = kind
    self.description = description
    self.canPass = canPass
    self.retryAfter = retryAfter
  }

  static var interrupted: TransferError { TransferError(.interrupted, "stopped by a signal") }

  /// What an answer without a file means.
  static func refusal(_ head: ResponseHead) -> TransferError {
    let text = "the server answers with status \(head.status)"
    switch head.status {
    case 401, 403, 407:
      return TransferError(.forbidden, "\(text): it wants another name, password or --header")
    case 408, 425, 429, 500...599:
      return TransferError(
        .unavailable, text, canPass: true,
        retryAfter: RetryDelay.asked(head.value("retry-after"), now: RetryDelay.now))
    case 400...499: return TransferError(.notFound, "\(text): no such file")
    default: return TransferError(.unexpected, "expected a file but \(text)")
    }
  }
}
