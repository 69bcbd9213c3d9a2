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

  /// The heartbeat that `--ping` or BANK_ETL_PING asks for.
  ///
  /// - Parameter arguments: of a command that has `Option.unattended`.
  init(_ arguments: ParsedArguments) {
    let command = arguments.command
    self.init(
      arguments.text(.ping) ?? Environment.value("BANK_ETL_PING"),
      certificates: command.has(.certificates) ? arguments.text(.certificates) : nil,
      isQuiet: command.has(.quiet) && arguments.has(.quiet))
  }

  private init(_ text: String?, certificates: String?, isQuiet: Bool) {
    self.certificates = certificates ?? Environment.value("SSL_CERT_FILE")
    self.isQuiet = isQuiet
    address = text.flatMap { text in
      do throws(TransferError) {
        return try WebAddress(text)
      } catch {
        // It is not shown: where a check is, is all the secret that there is of it.
        Message.show([Message("no pings: \(error) in --ping or BANK_ETL_PING")])
        return nil
      }
    }
  }

  /// Tells the service that BANK_ETL_PING names of a command line that can't be understood, where that
  /// may be one of a command with a heartbeat.
  ///
  /// - Parameter error: what is wrong with it.
  static func report(_ error: UsageError) {
    let address = Environment.value("BANK_ETL_PING")
    let mayHave = Command.all.contains { $0.path.starts(with: error.path) && $0.has(.ping) }
    guard address != nil, mayHave else { return }
    Heartbeat(address, certificates: nil, isQuiet: false)
      .finish(.usage, "\(Message(error.message).line)\n")
  }

  /// Whether there is somebody to tell.
  var isOn: Bool { address != nil }

  /// Says that the command has begun.
  func start() { send("start", "") }

  /// Says how it ended.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - summary: what is to be said of it.
  func finish(_ status: ExitStatus, _ summary: String) {
    send(String(status.rawValue), summary)
  }

  private func send(_ word: String, _ body: String) {
    guard let address else { return }
    do throws(TransferError) {
      try Post.send(
        body, to: address.appending(word), agent: "bank-etl/\(Version.number)",
        certificates: certificates, seconds: Self.secondsMax)
    } catch {
      // Where a check is, is all the secret that there is of it: only the server is named.
      warn("the ping to \(address.origin) failed: \(error)")
    }
  }

  private func warn(_ text: String) {
    if isQuiet {
      EventLog.note("message", .warning, text)
    } else {
      Message.show([Message(text)])
    }
  }
}
