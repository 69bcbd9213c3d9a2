/// What a server answered to the request for a file.
package struct DownloadResponse: Sendable, Equatable {
  /// The address that the file came from at last, as it may be shown and kept.
  package let finalAddress: String
  /// Whether the server has no other version than the one that is here: then there is no body.
  package let isUnmodified: Bool
  /// What tells this version of the file from others.
  package let validators: Validators
  /// How many bytes are sent, where the server says so.
  package let length: Int64?
  /// Whether the bytes that are sent are those of the file compressed by gzip.
  package let isGzip: Bool
}

extension DownloadResponse {
  /// What the head of the first answer says.
  ///
  /// - Parameters:
  ///   - head: the head, complete.
  ///   - address: where it came from.
  ///   - request: what was asked for.
  /// - Throws: `TransferError` where there is no file in the answer, or none that is taken.
  init(
    _ head: ResponseHead, from address: WebAddress, to request: DownloadRequest
  ) throws(TransferError) {
    let isUnmodified = head.status == 304 && request.known != nil
    guard head.status == 200 || isUnmodified else { throw TransferError.refusal(head) }
    let encoding = head.value("content-encoding")?.lowercased() ?? "identity"
    guard ["identity", "gzip", "x-gzip"].contains(encoding) else {
      throw TransferError(
        .unexpected, "expected the encoding gzip or none but found \"\(encoding)\"")
    }
    guard isUnmodified || head.hasKnownEnd || request.acceptsUnknownLength else {
      throw TransferError(
        .unknownLength,
        "the server does not say where the file ends, so that a part of it would look like all of it; "
          + "--allow-unknown-length takes it all the same")
    }
    if let length = head.contentLength, length > request.limits.bytesMax, !isUnmodified {
      throw request.limits.tooLarge
    }
    finalAddress = address.shown
    self.isUnmodified = isUnmodified
    validators = head.validators
    length = isUnmodified ? nil : head.contentLength
    isGzip = encoding != "identity"
  }
}
