/// What tells one version of a file from another, as its server sends it.
package struct Validators: Sendable, Equatable {
  /// The `ETag` field as it is, quotes included.
  package var etag: String?
  /// The `Last-Modified` field as it is.
  package var lastModified: String?

  /// Validators as they were sent.
  package init(etag: String?, lastModified: String?) {
    self.etag = etag
    self.lastModified = lastModified
  }

  /// The fields of a request for the file if it is another one by now.
  var conditions: [String] {
    var fields: [String] = []
    if let etag { fields.append("If-None-Match: \(etag)") }
    if let lastModified { fields.append("If-Modified-Since: \(lastModified)") }
    return fields
  }

  /// The one that proves that a part belongs to the same bytes; nil where there is none.
  ///
  /// RFC 9110, 13.1.5: "A client MUST NOT generate an If-Range header field containing an entity
  /// tag that is marked as weak."
  var strong: String? {
    if let etag, etag.hasPrefix("\"") { return etag }
    return lastModified
  }
}
