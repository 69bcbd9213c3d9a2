import CSV
import Datasets

/// The options that say how a file is written, which import, inspect and convert share.
extension DialectRequest {
  /// What the command line says of the dialect.
  ///
  /// - Parameter arguments: of a command that has `Option.dialect`.
  /// - Throws: `CommandFailure` for what can't be a delimiter or a quote.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.init()
    if let text = arguments.text(.delimiter) { delimiter = try Self.delimiter(text) }
    if let text = arguments.text(.quote) { quote = try Self.quote(text) }
    escape = arguments.choice(.escape, as: Dialect.Escape.self)
    if let delimiter, case .byte(let byte) = quote, delimiter.bytes.contains(byte) {
      throw CommandFailure(
        .usage, Message("expected --quote and --delimiter to differ but found the same"))
    }
  }

  private static func delimiter(_ text: String) throws(CommandFailure) -> Delimiter {
    if let delimiter = Delimiter(text), !text.contains("\"") { return delimiter }
    throw CommandFailure(
      .usage,
      Message(
        "expected a character, up to \(Delimiter.byteLimit) bytes, tab, comma, semicolon, pipe, "
          + "space, colon or caret for --delimiter but found \"\(TerminalText.escaped(text))\""))
  }

  private static func quote(_ text: String) throws(CommandFailure) -> Quote {
    switch text {
    case "none": return .none
    case "double": return .byte(0x22)
    case "single": return .byte(0x27)
    default:
      guard let byte = text.utf8.first, text.utf8.count == 1, (0x21...0x7E).contains(byte) else {
        throw CommandFailure(
          .usage,
          Message(
            "expected one ASCII character, double, single or none for --quote "
              + "but found \"\(TerminalText.escaped(text))\""
              + NearestMatch.suggestion(for: text, in: ["double", "single", "none"])))
      }
      return .byte(byte)
    }
  }
}

/// What the command line says of the header.
enum HeaderRequest: Equatable {
  /// Nothing: it is found.
  case find
  /// It is on this line.
  case line(Int64)
  /// There is none.
  case none

  /// What the options of a command say.
  ///
  /// - Parameter arguments: of a command that has `--header-line` and `--no-header`.
  /// - Throws: `CommandFailure` where both are there.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let line = arguments.number(.headerLine)
    guard arguments.has(.noHeader) else {
      self = line.map(HeaderRequest.line) ?? .find
      return
    }
    guard line == nil else {
      throw CommandFailure(.usage, Message("--header-line and --no-header contradict each other"))
    }
    self = .none
  }
}

extension Option {
  static let delimiter = valued(
    "delimiter", "CHAR", .text,
    help: """
      the delimiter of fields: a character or several, or tab, comma, semicolon, pipe, space, \
      colon or caret; without it, the file tells
      """)
  static let quote = valued(
    "quote", "CHAR", .text,
    help: "the quote around a field: a character, double, single, none; without it, the file tells")
  static let escape = valued(
    "escape", "HOW", .choice(Dialect.Escape.self),
    help: "how a quote within quotes is written: doubled or backslash; without it, the file tells")
  static let headerLine = valued(
    "header-line", "N", .count, help: "the header is on line N; without it, the file tells")
  static let noHeader = flag("no-header", help: "there is no header: the first record is data")
  static let skipFooter = valued(
    "skip-footer", "N", .number(0...10_000), default: "0",
    help: "leave out the last N lines of the file")
}
