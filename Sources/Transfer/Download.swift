/// A file on a server, read as it comes.
///
/// What can pass is tried again: a server that is busy, a connection that breaks. A file that broke
/// off is gone on with where it did, if the server can prove that it still is the same one. Where it
/// can't, the file is asked for from its start, and has to begin with the bytes that came before.
package final class Download {
  /// Where it is.
  package var address: WebAddress { request.address }
  /// What the server answered; nil before `open()`.
  package private(set) var response: DownloadResponse?
  /// How many bytes have been handed out.
  package private(set) var receivedBytes: Int64 = 0

  private let request: DownloadRequest
  private let isCancelled: @Sendable () -> Bool
  private let onRetry: @Sendable (Retry) -> Void
  private var exchange: Exchange?
  private var attempts: Int64 = 0
  /// Of the bytes that have been handed out, where nothing else tells whether the file is the same.
  private var prefix = PrefixCheck()
  /// How many bytes the file has, where an answer has said so.
  private var length: Int64?
  /// How many bytes had been handed out when the rest was asked for.
  private var resumedAt: Int64 = 0
  private let deadline: ContinuousClock.Instant

  /// The version of libcurl, which is loaded for that; nil where it is not installed.
  package static var libraryVersion: String? { try? CurlLibrary.shared().version }

  /// A failure after which the request is repeated.
  package struct Retry: Sendable {
    /// The address, as it may be shown.
    package let source: String
    /// What went wrong.
    package let reason: String
    /// How many repetitions there were before this one, and how many there may be.
    package let attempt: Int64
    package let limit: Int64
    /// How long the wait is, in seconds.
    package let seconds: Int64
  }

  /// A download that has not begun.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - isCancelled: asked every tenth of a second whether to give up.
  ///   - onRetry: told before each repetition.
  package init(
    _ request: DownloadRequest, isCancelled: @escaping @Sendable () -> Bool = { false },
    onRetry: @escaping @Sendable (Retry) -> Void = { _ in }
  ) {
    self.request = request
    self.isCancelled = isCancelled
    self.onRetry = onRetry
    deadline = .now + .seconds(request.limits.totalSeconds)
  }

  /// Sends the request, and waits for the head of the answer.
  ///
  /// - Returns: what the server answered; the same again when it was opened before.
  /// - Throws: `TransferError` when there is no file to be had.
  @discardableResult
  package func open() throws(TransferError) -> DownloadResponse {
    if let response { return response }
    while true {
      do throws(TransferError) {
        let (exchange, address) = try follow(from: 0)
        let response = try DownloadResponse(exchange.head, from: address, to: request)
        self.exchange = exchange
        self.response = response
        length = response.length
        return response
      } catch {
        try waitAfter(error)
      }
    }
  }

  /// Appends the next bytes of the file as they are sent, at most `count`.
  ///
  /// - Parameters:
  ///   - count: the most bytes to read, at least 1.
  ///   - buffer: the bytes are appended to it.
  /// - Returns: how many bytes were appended; 0 at the end, when the whole file has come.
  /// - Throws: `TransferError`, of kind `incomplete` or `changed` where not all of it can be had.
  package func read(upTo count: Int, into buffer: inout [UInt8]) throws(TransferError) -> Int {
    guard try !open().isUnmodified else { return 0 }
    while true {
      do throws(TransferError) {
        if exchange == nil { exchange = try resume() }
        let start = buffer.count
        let got = try exchange?.read(upTo: count, into: &buffer, unless: isCancelled) ?? 0
        receivedBytes += Int64(got)
        if !hasProof { prefix.add(buffer[start...]) }
        guard receivedBytes <= request.limits.bytesMax else { throw request.limits.tooLarge }
        guard got == 0, try endsEarly() else { return got }
        exchange = nil
      } catch {
        exchange = nil
        try waitAfter(error)
      }
    }
  }

  /// Whether an answer has come to its end, and the file has not.
  ///
  /// RFC 9110, 15.3.7: "A client MUST inspect a 206 response's Content-Type and Content-Range field(s)
  /// to determine what parts are enclosed and whether additional requests are needed."
  ///
  /// - Throws: `TransferError` where the server sends nothing more of it, or more than there was.
  private func endsEarly() throws(TransferError) -> Bool {
    guard let length, receivedBytes != length else { return false }
    guard receivedBytes < length else { throw changed }
    guard receivedBytes > resumedAt else {
      throw TransferError(
        .incomplete, "the server sends \(receivedBytes) of \(length) bytes and no more",
        canPass: true)
    }
    return true
  }

  /// Waits before a repetition, where there is to be one.
  ///
  /// - Throws: the error, where it can't pass or was met too often.
  private func waitAfter(_ error: TransferError) throws(TransferError) {
    guard error.canPass, attempts < request.limits.retries,
      let seconds = RetryDelay.seconds(
        attempt: attempts, first: request.limits.retrySeconds, asked: error.retryAfter),
      .now + .seconds(seconds) + Self.shortestAttempt < deadline
    else { throw error }
    attempts += 1
    onRetry(
      Retry(
        source: address.shown, reason: error.description, attempt: attempts,
        limit: request.limits.retries, seconds: seconds))
    try RetryDelay.wait(seconds, unless: isCancelled)
  }

  /// There is no use in an attempt that has less time than this.
  private static let shortestAttempt = Duration.milliseconds(100)

  /// Whether the server can be asked for the rest of just this version of the file.
  private var hasProof: Bool { response?.validators.strong != nil }
}

// MARK: Requests

extension Download {
  /// Sends a request, and again to wherever the server leads it.
  private func follow(
    from position: Int64
  ) throws(TransferError) -> (Exchange, address: WebAddress) {
    var address = request.address
    for _ in 0...TransferLimits.redirectsMax {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else {
        throw TransferError(
          .unavailable, "not done within \(request.limits.totalSeconds) s; --max-time allows more")
      }
      let exchange = try Exchange(
        request.exchange(
          to: address, from: position, strong: response?.validators.strong,
          milliseconds: Int64(left)))
      try exchange.awaitHead(unless: isCancelled)
      guard !exchange.head.hasContradictoryLength else {
        throw TransferError(
          .unexpected, "expected one Content-Length but found several values or no number")
      }
      guard [301, 302, 303, 307, 308].contains(exchange.head.status),
        let location = exchange.head.value("location")
      else { return (exchange, address) }
      let next = try address.resolving(location)
      guard next.isSecure || !address.isSecure else {
        throw TransferError(
          .untrusted, "the server redirects from https to http, which anybody can read")
      }
      address = next
    }
    throw TransferError(
      .unexpected, "the server redirects more than \(TransferLimits.redirectsMax) times")
  }

  /// Asks for what is missing; where nothing was handed out or nothing proves that the rest would be
  /// of the same file, for all of it.
  private func resume() throws(TransferError) -> Exchange {
    let exchange = try ask(from: hasProof ? receivedBytes : 0)
    resumedAt = receivedBytes
    if exchange.head.status == 206 {
      guard receivedBytes > 0, let range = exchange.head.range, range.start == receivedBytes,
        length == nil || range.total == nil || range.total == length
      else { throw changed }
      length = length ?? range.total
      if length != nil { return exchange }
    }
    // Of a part of what nobody knows the length of, the end would look like the end of the file.
    let whole = exchange.head.status == 200 ? exchange : try ask(from: 0)
    guard whole.head.status == 200 else { throw changed }
    if receivedBytes > 0 {
      guard whole.head.contentLength == response?.length else { throw changed }
      try skip(receivedBytes, of: whole)
    }
    return whole
  }

  /// Asks for the file once more, from a byte on.
  ///
  /// - Throws: `TransferError`, of kind `changed` where it is another one now.
  private func ask(from position: Int64) throws(TransferError) -> Exchange {
    let (exchange, _) = try follow(from: position)
    let head = exchange.head
    guard head.status == 200 || head.status == 206 else {
      guard head.status == 416 else { throw TransferError.refusal(head) }
      throw changed
    }
    guard let response, head.validators.strong == response.validators.strong,
      (head.value("content-encoding") != nil) == response.isGzip
    else { throw changed }
    return exchange
  }

  /// Passes over what was handed out before, where the server sends the whole file once more.
  private func skip(_ count: Int64, of exchange: Exchange) throws(TransferError) {
    var left = count
    var block: [UInt8] = []
    var same = PrefixCheck()
    while left > 0 {
      block.removeAll(keepingCapacity: true)
      let got = try exchange.read(
        upTo: Int(min(left, 1 << 18)), into: &block, unless: isCancelled)
      guard got > 0 else { throw changed }
      left -= Int64(got)
      if !hasProof { same.add(block[...]) }
    }
    guard hasProof || same == prefix else { throw changed }
  }

  private var changed: TransferError {
    TransferError(.changed, "the file became another one while it was read; try again")
  }
}

// A download has one owner, shares nothing and is bound to no thread: it can be handed to another one.
extension Download: @unchecked Sendable {}
