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
