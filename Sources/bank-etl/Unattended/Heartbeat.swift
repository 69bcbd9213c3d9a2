import Transfer

/// Tells a monitoring service that a command has begun, and how it ended.
///
/// The protocol is that of Healthchecks (healthchecks.io/docs/signaling_failures): a request to
/// `URL/start`, then one to `URL/STATUS` with what is to be said as its body.
struct Heartbeat {
  private let address: WebAddress?
  private let certificates: String?
  private let isQuiet: Bool

  /// The longest that a ping may take, in seconds: an import does not wait for its monitoring.
  private static let secondsMax: Int64 = 10
  /// The most bytes that are sent: what Healthchecks keeps of a body.
  private static let bodyBytesMax = 100_000

  /// The heartbeat that `--ping` or BANK_ETL_PING asks for.
  ///
  /// - Parameter arguments: of a command that has `Option.unattended`.
  init(_ arguments: ParsedArguments) {
    certificates = arguments.text(.certificates) ?? Environment.value("SSL_CERT_FILE")
    isQuiet = arguments.has(.quiet)
    address = (arguments.text(.ping) ?? Environment.value("BANK_ETL_PING")).flatMap { text in
      // A ping that fails never fails the import, and one that can't be sent is one that fails.
      let address = try? WebAddress(text)
      if address == nil { Self.warn("expected a URL for --ping", isQuiet: arguments.has(.quiet)) }
      return address
    }
  }

  /// Says that the command has begun.
  func start() { send("start", "") }

  /// Says how it ended.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - summary: what is to be said of it.
  func finish(_ status: ExitStatus, _ summary: String) {
    send(
      String(status.rawValue),
      String(decoding: summary.utf8.prefix(Self.bodyBytesMax), as: UTF8.self))
  }

  private func send(_ word: String, _ body: String) {
    guard let address else { return }
    do throws(TransferError) {
      try Post.send(
        body, to: address.appending(word), agent: "bank-etl/\(Version.number)",
        certificates: certificates, seconds: Self.secondsMax)
    } catch {
      // Where a check is, is all the secret that there is of it: only the server is named.
      Self.warn("the ping to \(address.origin) failed: \(error)", isQuiet: isQuiet)
    }
  }

  private static func warn(_ text: String, isQuiet: Bool) {
    if isQuiet {
      EventLog.note("message", .warning, text)
    } else {
      Message.show([Message(text)])
    }
  }
}
