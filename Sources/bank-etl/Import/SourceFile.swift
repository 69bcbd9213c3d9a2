import Loading
import Transfer

/// A file that a command line names: a path, `-`, or the URL of a file on a server.
struct SourceFile {
  /// The path as it was given; of a URL, what may be shown and kept of it.
  let path: String
  /// The file on the server, when it is named by its URL.
  let download: Download?

  /// The file that an operand names.
  ///
  /// - Parameters:
  ///   - operand: the operand.
  ///   - options: what the command line says of sources by URL.
  ///   - known: the version of it that is here already.
  ///   - onRetry: told before the request is repeated.
  /// - Throws: `CommandFailure` for an address that is none, or not one with http or https.
  init(
    _ operand: String, _ options: TransferOptions, known: Validators? = nil,
    onRetry: @escaping @Sendable (Download.Retry) -> Void = SourceFile.warn
  ) throws(CommandFailure) {
    guard WebAddress.isAddress(operand) else {
      if let scheme = Self.foreignScheme(operand) {
        throw CommandFailure(
          .usage,
          Message(
            "expected a path, or an address with http:// or https://, but found one with \(scheme)://"
          ), "fetch the file with another program, and name it by its path")
      }
      path = operand
      download = nil
      return
    }
    let address = try Self.address(operand)
    path = address.shown
    download = Download(
      options.request(for: address, known: known),
      isCancelled: ProgressLine.shallStop, onRetry: onRetry)
  }

  /// What may be shown and kept of an operand.
  static func name(of operand: String) throws(CommandFailure) -> String {
    if WebAddress.isAddress(operand) { return try address(operand).shown }
    // There may be a password in it.
    return foreignScheme(operand).map { "\($0)://***" } ?? operand
  }

  /// The scheme of an address that is none of a web server, and no file that is there.
  private static func foreignScheme(_ operand: String) -> String? {
    guard let scheme = WebAddress.scheme(of: operand), !FileStatus.exists(operand) else {
      return nil
    }
    return scheme
  }

  private static func address(_ operand: String) throws(CommandFailure) -> WebAddress {
    do throws(TransferError) {
      return try WebAddress(operand)
    } catch {
      // The operand itself is not shown: it may have a password in it.
      throw CommandFailure(error, at: nil)
    }
  }

  /// What the ledger keeps of where the file came from.
  var record: DownloadRecord? {
    guard let download, let response = download.response else { return nil }
    return DownloadRecord(
      url: path, finalURL: response.finalAddress, etag: response.validators.etag,
      lastModified: response.validators.lastModified)
  }

  /// How many bytes there are to read, where that is known.
  var totalBytes: Int64? {
    guard let download else { return FileStatus.size(path) }
    guard let response = download.response, !response.isGzip else { return nil }
    return response.length
  }

  /// Whether the server has no other version than the one that is known.
  ///
  /// - Throws: `CommandFailure` when there is no answer.
  func isUnmodified() throws(CommandFailure) -> Bool {
    guard let download else { return false }
    do throws(TransferError) {
      return try download.open().isUnmodified
    } catch {
      throw error.kind == .interrupted ? .interrupted : CommandFailure(error, at: path)
    }
  }

  /// Says on standard error that a request is repeated.
  static func warn(_ retry: Download.Retry) {
    Message.show([Message(text(retry), at: retry.source)])
  }

  /// Says in the log alone that a request is repeated.
  static func log(_ retry: Download.Retry) {
    EventLog.note("message", .warning, "\(retry.source): \(text(retry))")
  }

  private static func text(_ retry: Download.Retry) -> String {
    "\(retry.reason); trying again in \(retry.seconds) s (\(retry.attempt) of \(retry.limit))"
  }
}
