/// A short text sent to a server, once.
package enum Post {
  /// Sends a text.
  ///
  /// - Parameters:
  ///   - body: the text, as UTF-8.
  ///   - address: where it goes; redirections are not followed.
  ///   - agent: what the program calls itself.
  ///   - certificates: a file with the certificates to trust, in place of the system's.
  ///   - seconds: how long that may take in all.
  /// - Throws: `TransferError` when the server did not answer with a status from 200 to 299.
  package static func send(
    _ body: String, to address: WebAddress, agent: String, certificates: String?, seconds: Int64
  ) throws(TransferError) {
    let exchange = try Exchange(
      Exchange.Request(
        address: address.text(with: address),
        // Without "Expect:", libcurl would first ask whether a body of over 1 MiB is welcome.
        fields: ["User-Agent: \(agent)", "Content-Type: text/plain; charset=utf-8", "Expect:"],
        body: Array(body.utf8), certificates: certificates, connectSeconds: seconds,
        stallSeconds: seconds, totalMilliseconds: seconds * 1_000))
    try exchange.awaitHead(unless: { false })
    guard 200...299 ~= exchange.head.status else {
      throw TransferError(
        .unexpected, "the server answers with status \(exchange.head.status)")
    }
  }
}
