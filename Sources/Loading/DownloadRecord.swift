/// Where the file of a run came from, when it was read by its URL.
///
/// None of it has a name, password or key in it: those never reach the ledger.
package struct DownloadRecord: Sendable, Equatable {
  /// The address that was asked.
  package var url: String
  /// The address that the file came from at last.
  package var finalURL: String
  /// The `ETag` field of the answer.
  package var etag: String?
  /// The `Last-Modified` field of the answer.
  package var lastModified: String?

  /// A record with all its parts.
  package init(url: String, finalURL: String, etag: String?, lastModified: String?) {
    self.url = url
    self.finalURL = finalURL
    self.etag = etag
    self.lastModified = lastModified
  }
}
