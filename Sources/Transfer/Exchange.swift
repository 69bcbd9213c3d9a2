internal import CCurl

/// One request and its answer, as it comes in.
///
/// libcurl is asked for more only when more is wanted, on the caller's thread: so a slow reader slows
/// the server down, and nothing piles up.
@safe
final class Exchange {
  /// What is asked for.
  struct Request {
    /// The address with name and password, where they are to be sent.
    var address: String
    /// Fields of the request, besides those that libcurl adds.
    var fields: [String] = []
    /// What is sent; nil to ask for a file.
    var body: [UInt8]?
    /// A file with the certificates to trust, in place of the system's.
    var certificates: String?
    var connectSeconds: Int64
    var stallSeconds: Int64
    var totalMilliseconds: Int64
  }

  private let library: CurlLibrary
  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private let reason: UnsafeMutablePointer<CChar>
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var body: [UInt8] = []
  private var position = 0
  private var result: CURLcode?

  /// What has come of the head of the answer.
  private(set) var head = ResponseHead()

  /// How much libcurl reads from a connection at a time, in bytes.
  private static let blockBytes = 65_536
  /// How long to wait for the server before it is asked whether to stop, in milliseconds.
  private static let waitMilliseconds: Int32 = 100

  /// Begins a request.
  ///
  /// - Throws: `TransferError` when there is no libcurl, or it can't be used.
  init(_ request: Request) throws(TransferError) {
    library = try CurlLibrary.shared()
    guard let easy = unsafe library.calls.pointee.easy_init?() else { throw Self.outOfMemory }
    guard let multi = unsafe library.calls.pointee.multi_init?() else {
      unsafe library.calls.pointee.easy_cleanup?(easy)
      throw Self.outOfMemory
    }
    unsafe self.easy = unsafe easy
    unsafe self.multi = unsafe multi
    unsafe reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try configure(request)
    try limit(request)
    guard unsafe library.calls.pointee.multi_add_handle?(multi, easy) == CURLM_OK else {
      throw Self.outOfMemory
    }
  }

  deinit {
    // curl_multi_cleanup(3): first curl_multi_remove_handle, then curl_easy_cleanup, then this one.
    _ = unsafe library.calls.pointee.multi_remove_handle?(multi, easy)
    unsafe library.calls.pointee.easy_cleanup?(easy)
    _ = unsafe library.calls.pointee.multi_cleanup?(multi)
    unsafe library.calls.pointee.slist_free_all?(fields)
    unsafe reason.deallocate()
  }

  private static let outOfMemory = TransferError(.missingLibrary, "out of memory")

  private func configure(_ request: Request) throws(TransferError) {
    try set(CURLOPT_URL, request.address)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    // The defaults, written down: "the connection fails when the certificate verification fails"
    // (CURLOPT_SSL_VERIFYPEER(3)); 2 is "the certificate must indicate that the server is the one to
    // which you meant to connect" (CURLOPT_SSL_VERIFYHOST(3)).
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    if let certificates = request.certificates { try set(CURLOPT_CAINFO, certificates) }
    for field in request.fields {
      guard
        let longer = unsafe field.withCString({
          unsafe library.calls.pointee.slist_append?(fields, $0)
        })
      else { throw Self.outOfMemory }
      unsafe fields = unsafe longer
    }
    if let body = request.body {
      try set(CURLOPT_POST, 1)
      try check(
        unsafe curl_set_size(
          library.calls, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
      try check(
        unsafe body.withUnsafeBytes {
          unsafe curl_set_pointer(
            library.calls, easy, CURLOPT_COPYPOSTFIELDS,
            UnsafeMutableRawPointer(mutating: $0.baseAddress ?? UnsafeRawPointer(reason)))
        })
    }
    try check(unsafe curl_set_pointer(library.calls, easy, CURLOPT_HTTPHEADER, fields))
    try check(unsafe curl_set_pointer(library.calls, easy, CURLOPT_ERRORBUFFER, reason))
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try check(unsafe curl_set_pointer(library.calls, easy, CURLOPT_WRITEDATA, context))
    try check(unsafe curl_set_pointer(library.calls, easy, CURLOPT_HEADERDATA, context))
    try check(unsafe curl_set_callback(library.calls, easy, CURLOPT_WRITEFUNCTION, takeBody))
    try check(unsafe curl_set_callback(library.calls, easy, CURLOPT_HEADERFUNCTION, takeHead))
  }

  private func limit(_ request: Request) throws(TransferError) {
    // CURLOPT_NOSIGNAL(3): "libcurl will not use any functions that install signal handlers".
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_BUFFERSIZE, Self.blockBytes)
    try set(CURLOPT_CONNECTTIMEOUT, Int(request.connectSeconds))
    try set(CURLOPT_LOW_SPEED_LIMIT, TransferLimits.bytesPerSecondMin)
    try set(CURLOPT_LOW_SPEED_TIME, Int(request.stallSeconds))
    try set(CURLOPT_TIMEOUT_MS, Int(max(request.totalMilliseconds, 1)))
  }

  private func set(_ option: CURLoption, _ value: Int) throws(TransferError) {
    try check(unsafe curl_set_number(library.calls, easy, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(TransferError) {
    try check(unsafe value.withCString { unsafe curl_set_text(library.calls, easy, option, $0) })
  }

  private func check(_ code: CURLcode) throws(TransferError) {
    guard code == CURLE_OK else { throw TransferError(.unexpected, library.text(of: code)) }
  }

  // MARK: The answer

  /// Waits until the head of the answer has come.
  ///
  /// - Parameter isCancelled: asked every tenth of a second whether to stop waiting.
  /// - Throws: `TransferError` when there is no answer, or the waiting was cancelled.
  func awaitHead(unless isCancelled: () -> Bool) throws(TransferError) {
    while !head.isComplete {
      guard try advance(unless: isCancelled) || head.isComplete else {
        throw TransferError(.unavailable, "the server closed the connection", canPass: true)
      }
    }
  }

  /// Appends the next bytes of the body, at most `count`.
  ///
  /// - Returns: how many bytes were appended; 0 at the end, when the whole body has come.
  /// - Throws: `TransferError` when the body breaks off, or the waiting was cancelled.
  func read(
    upTo count: Int, into buffer: inout [UInt8], unless isCancelled: () -> Bool
  ) throws(TransferError) -> Int {
    while position == body.count {
      body.removeAll(keepingCapacity: true)
      position = 0
      guard try advance(unless: isCancelled) || !body.isEmpty else { return 0 }
    }
    let part = body[position..<min(body.count, position + count)]
    buffer.append(contentsOf: part)
    position += part.count
    return part.count
  }

  /// Lets the transfer go on for a step, waiting for the server where there is nothing to do.
  ///
  /// - Returns: false when it had come to its good end before.
  private func advance(unless isCancelled: () -> Bool) throws(TransferError) -> Bool {
    if let result {
      guard result == CURLE_OK else { throw failure(result) }
      return false
    }
    guard !isCancelled() else { throw .interrupted }
    let before = (body.count, head)
    var running: Int32 = 0
    guard unsafe library.calls.pointee.multi_perform?(multi, &running) == CURLM_OK else {
      throw TransferError(.unexpected, "libcurl can't go on")
    }
    var code = CURLE_OK
    if unsafe curl_take_result(library.calls, multi, &code) {
      result = code
    } else if before == (body.count, head) {
      // A signal ends the wait as well; then the next question is whether to stop.
      _ = unsafe library.calls.pointee.multi_poll?(multi, nil, 0, Self.waitMilliseconds, nil)
    }
    return true
  }

  /// What a result of libcurl other than success means.
  private func failure(_ code: CURLcode) -> TransferError {
    let detail = unsafe String(cString: reason)
    let text = detail.isEmpty ? library.text(of: code) : detail
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
      return TransferError(.untrusted, "the server can't prove who it is: \(text)")
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2_STREAM, CURLE_HTTP2:
      return TransferError(
        head.isComplete ? .incomplete : .unavailable, "the connection broke: \(text)", canPass: true
      )
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
      CURLE_OPERATION_TIMEDOUT, CURLE_SEND_ERROR, CURLE_SSL_CONNECT_ERROR:
      return TransferError(.unavailable, text, canPass: true)
    case CURLE_URL_MALFORMAT:
      return TransferError(.unusableAddress, text)
    default: return TransferError(.unexpected, text)
    }
  }

  fileprivate func take(_ bytes: UnsafeRawBufferPointer) { unsafe body.append(contentsOf: bytes) }

  fileprivate func take(line: String) { head.take(line) }
}

/// Takes a piece of the body.
///
/// CURLOPT_WRITEFUNCTION(3): "Your callback should return the number of bytes actually taken care of."
private func takeBody(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let data = unsafe data, let context = unsafe context else { return 0 }
  let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  unsafe exchange.take(UnsafeRawBufferPointer(start: data, count: size * count))
  return size * count
}

private func takeHead(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let data = unsafe data, let context = unsafe context else { return 0 }
  let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
  exchange.take(line: unsafe String(decoding: bytes, as: UTF8.self))
  return size * count
}
