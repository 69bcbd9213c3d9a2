/// What is asked of a server.
package struct DownloadRequest: Sendable {
  /// Where the file is.
  package var address: WebAddress
  /// Fields that are sent to the server of the address, and to no other: `Authorization: Bearer …`.
  package var fields: [String] = []
  /// The version of the file that is here already: then the server says that there is no other.
  package var known: Validators?
  /// A file with the certificates to trust, in place of the system's.
  package var certificates: String?
  /// Whether a file is taken whose end nothing tells.
  package var acceptsUnknownLength = false
  /// The limits.
  package var limits = TransferLimits()
  /// What the program calls itself: `bank-etl/1.0`.
  package var agent: String

  /// A request for a file.
  package init(address: WebAddress, agent: String) {
    self.address = address
    self.agent = agent
  }

  /// What is sent to an address that the first one may have led to.
  func exchange(
    to target: WebAddress, from position: Int64, strong: String?, milliseconds: Int64
  ) -> Exchange.Request {
    // Compressed bytes are taken as they come and decoded by whoever reads them, so that a part of
    // them can be asked for, and no more is made of them than is allowed.
    var fields = ["User-Agent: \(agent)", "Accept-Encoding: gzip", "Accept: */*"]
    if target.origin == address.origin { fields += self.fields }
    if position > 0, let strong {
      fields += ["Range: bytes=\(position)-", "If-Range: \(strong)"]
    } else if position == 0, let known {
      fields += known.conditions
    }
    return Exchange.Request(
      address: target.text(with: address), fields: fields, certificates: certificates,
      connectSeconds: limits.connectSeconds, stallSeconds: limits.stallSeconds,
      totalMilliseconds: milliseconds)
  }
}
