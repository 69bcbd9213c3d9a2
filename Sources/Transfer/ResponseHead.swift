/// The status and the fields of a server's answer.
struct ResponseHead: Sendable, Equatable {
  /// The version of HTTP, of which only the first number matters.
  private(set) var version = 0
  /// The status code; 0 before the first line has come.
  private(set) var status = 0
  /// Whether all fields have come.
  private(set) var isComplete = false
  private var fields: [(name: String, value: String)] = []

  static func == (one: ResponseHead, other: ResponseHead) -> Bool {
    one.status == other.status && one.isComplete == other.isComplete
      && one.fields.elementsEqual(other.fields, by: ==)
  }

  /// The most fields that are kept: the rest can't be of use.
  private static let fieldsMax = 200

  /// Takes in a line, as libcurl hands it over.
  ///
  /// CURLOPT_HEADERFUNCTION(3): "The header callback is called once for each header and only complete
  /// header lines are passed on". Fields that follow the body are passed on too; they are left out.
  mutating func take(_ line: String) {
    guard !isComplete else { return }
    let text = line.trimmingSpaces
    if text.hasPrefix("HTTP/") {
      let words = text.split(separator: " ", maxSplits: 2)
      self = ResponseHead()
      version = Int(words[0].dropFirst(5).prefix(1)) ?? 0
      status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    } else if text.isEmpty {
      // RFC 9110, 15.2: a client must be able to parse 1xx responses before a final one.
      isComplete = status >= 200
    } else if let colon = text.firstIndex(of: ":"), fields.count < Self.fieldsMax {
      fields.append(
        (text[..<colon].lowercased(), String(text[text.index(after: colon)...]).trimmingSpaces))
    }
  }

  /// The value of a field.
  ///
  /// - Parameter name: its name, in lower case.
  /// - Returns: the last one's value; nil where it is missing or empty.
  func value(_ name: String) -> String? {
    guard let value = fields.last(where: { $0.name == name })?.value, !value.isEmpty else {
      return nil
    }
    return value
  }

  /// How many bytes follow, where the server says so and does not send chunks.
  var contentLength: Int64? {
    // RFC 9112, 6.3: "the Transfer-Encoding overrides the Content-Length".
    isChunked || lengths.count != 1 ? nil : lengths.first.flatMap(\.self)
  }

  /// Whether nobody can tell where the body ends.
  ///
  /// RFC 9112, 6.3: "If a message is received without Transfer-Encoding and with an invalid
  /// Content-Length header field, then the message framing is invalid and the recipient MUST treat it
  /// as an unrecoverable error, unless the field value can be successfully parsed as a comma-separated
  /// list …, all values in the list are valid, and all values in the list are the same".
  var hasContradictoryLength: Bool { !isChunked && !lengths.isEmpty && contentLength == nil }

  /// The different values that the server gives for the length; nil stands for what is none.
  private var lengths: Set<Int64?> {
    Set(
      fields.filter { $0.name == "content-length" }
        .flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
        .map { text in
          let digits = String(text).trimmingSpaces
          return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(digits) : nil
        })
  }

  private var isChunked: Bool {
    value("transfer-encoding")?.lowercased().contains("chunked") == true
  }

  /// Whether the end of what follows can be told from a connection that breaks.
  ///
  /// RFC 9112, 8: "A response that has neither chunked transfer coding nor Content-Length is
  /// terminated by closure of the connection and, if the header section was received intact, is
  /// considered complete unless an error was indicated by the underlying connection". From HTTP/2 on,
  /// a stream has an end of its own.
  var hasKnownEnd: Bool {
    version >= 2 || contentLength != nil || isChunked
  }

  /// Where the part starts that follows, counting from 0, and how long the whole is where it is said:
  /// `bytes 1000-1999/2000`.
  var range: (start: Int64, total: Int64?)? {
    guard let value = value("content-range"), value.hasPrefix("bytes ") else { return nil }
    let parts = value.dropFirst(6).split(separator: "/")
    guard parts.count == 2, let start = parts[0].split(separator: "-").first.flatMap({ Int64($0) })
    else { return nil }
    return (start, Int64(parts[1]))
  }

  /// What tells this version of the file from others.
  var validators: Validators {
    Validators(etag: value("etag"), lastModified: value("last-modified"))
  }
}

extension String {
  /// The text without white space and line ends around it.
  fileprivate var trimmingSpaces: String {
    let isSpace = { (scalar: Unicode.Scalar) in
      scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n"
    }
    var rest = unicodeScalars[...]
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }
}
