import Input
import Transfer

/// What a command line says of sources that are read by their URL.
struct TransferOptions {
  private let limits: TransferLimits
  private let fields: [String]
  private let certificates: String?
  private let acceptsUnknownLength: Bool

  /// The options of a command that has `Option.transfer`.
  ///
  /// - Parameter arguments: its arguments.
  /// - Throws: `CommandFailure` for a header that is none.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    var limits = TransferLimits()
    limits.retries = arguments.number(.retries) ?? limits.retries
    limits.retrySeconds = arguments.number(.retryDelay) ?? limits.retrySeconds
    limits.connectSeconds = arguments.number(.connectTimeout) ?? limits.connectSeconds
    limits.stallSeconds = arguments.number(.stallTimeout) ?? limits.stallSeconds
    limits.totalSeconds = arguments.number(.maxTime) ?? limits.totalSeconds
    limits.bytesMax = arguments.number(.maxBytes) ?? limits.bytesMax
    self.limits = limits
    var fields: [String] = []
    for text in arguments.texts(.header) { fields += try Self.fields(text) }
    self.fields = fields
    certificates = arguments.text(.certificates) ?? Environment.value("SSL_CERT_FILE")
    acceptsUnknownLength = arguments.has(.allowUnknownLength)
  }

  /// The request for a file.
  func request(for address: WebAddress, known: Validators?) -> DownloadRequest {
    var request = DownloadRequest(address: address, agent: "bank-etl/\(Version.number)")
    request.fields = fields
    request.known = known
    request.certificates = certificates
    request.acceptsUnknownLength = acceptsUnknownLength
    request.limits = limits
    return request
  }

  /// The fields that a value of `--header` stands for: itself, or the lines of a file.
  private static func fields(_ text: String) throws(CommandFailure) -> [String] {
    guard text.hasPrefix("@") else { return [try checked(text)] }
    var bytes: [UInt8] = []
    do throws(InputError) {
      var input = try TextInput(path: String(text.dropFirst()), encoding: "UTF-8")
      while try input.read(into: &bytes), bytes.count < fileBytesMax {}
    } catch {
      throw CommandFailure(error)
    }
    var fields: [String] = []
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      fields.append(try checked(String(decoding: line, as: UTF8.self)))
    }
    return fields
  }

  /// The most bytes that are read of a file with headers: 64 KiB.
  private static let fileBytesMax = 65_536

  /// A field of the form `NAME: VALUE`; what is wrong with it is said without showing it.
  private static func checked(_ text: String) throws(CommandFailure) -> String {
    let name = text.prefix { $0 != ":" }
    let isName = !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    // A line end within would be the start of another field.
    let isLine = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }
    guard name.count < text.count, isName, isLine else {
      throw CommandFailure(.usage, "expected 'NAME: VALUE' for --header, in one line")
    }
    return text
  }
}

extension Option {
  /// What every command has that reads sources by their URL.
  static let transfer = [
    header, retries, retryDelay, connectTimeout, stallTimeout, maxTime, maxBytes, certificates,
    allowUnknownLength,
  ]

  static let header = valued(
    "header", "'NAME: VALUE'", .textOrFile,
    help: "send this to the server of a URL, or with @FILE the lines of a file; it is never shown")
  static let retries = valued(
    "retries", "N", .number(0...100), default: "4",
    help: "how many retries when a server is busy or a connection breaks")
  static let retryDelay = valued(
    "retry-delay", "SECONDS", .number(0...300), default: "1",
    help: "wait before the first retry; each later one waits twice as long")
  static let connectTimeout = valued(
    "connect-timeout", "SECONDS", .number(1...3_600), default: "30",
    help: "how long a connection to a server may take to be made")
  static let stallTimeout = valued(
    "stall-timeout", "SECONDS", .number(1...3_600), default: "60",
    help: "how long a server may send next to nothing")
  static let maxTime = valued(
    "max-time", "SECONDS", .number(1...604_800), default: "3600",
    help: "how long it may take to read a file from a server, with all repetitions")
  static let maxBytes = valued(
    "max-bytes", "N", .count, default: "17179869184",
    help: "the largest file that is read from a server, in bytes as they are sent")
  static let certificates = valued(
    "ca-file", "FILE", .file,
    help: "the certificates to trust in place of the system's; without it $SSL_CERT_FILE")
  static let allowUnknownLength = flag(
    "allow-unknown-length", help: "read a file though the server does not say where it ends")
}
