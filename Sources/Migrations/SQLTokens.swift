internal import SQLite

/// The tokens of an SQL text, without space and comments.
///
/// Where statements end is left to SQLite; this serves to compare texts and to look at the first
/// words of a statement that SQLite has accepted.
struct SQLTokens: Sequence, IteratorProtocol {
  /// One token.
  struct Token: Equatable {
    /// What kind of token it is.
    enum Kind {
      /// A keyword, or a name without quotes.
      case word
      /// A name in quotes or brackets.
      case quotedName
      /// A literal in single quotes.
      case string
      /// Anything else: a number, an operator, a bracket.
      case other
    }

    /// The kind.
    let kind: Kind
    /// The token as it is written.
    let text: String
    /// The line it starts on, counting from 1; LF ends a line.
    let line: Int

    /// The word in capitals; empty for other kinds.
    var word: String { kind == .word ? text.uppercased() : "" }

    /// The name, out of its quotes, in the case it is written in.
    var name: String {
      guard kind == .quotedName || kind == .string, text.count >= 2 else { return text }
      let quote = text.hasPrefix("[") ? "]" : String(text.prefix(1))
      return text.dropFirst().dropLast().split(
        separator: quote + quote, omittingEmptySubsequences: false
      ).joined(separator: quote)
    }
  }

  private let text: [UInt8]
  private var index = 0
  private var line = 1

  /// The tokens of a text.
  init(_ text: String) {
    self.text = Array(text.utf8)
  }

  mutating func next() -> Token? {
    skipSpace()
    guard index < text.count else { return nil }
    let start = index
    let kind = advance(over: text[index])
    let bytes = text[start..<index]
    defer { line += bytes.count { $0 == 10 } }
    return Token(kind: kind, text: String(decoding: bytes, as: UTF8.self), line: line)
  }

  private func byte(at index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  private mutating func skipSpace() {
    while index < text.count {
      switch (text[index], byte(at: index + 1)) {
      case (9, _), (11, _), (12, _), (13, _), (32, _): index += 1
      case (10, _):
        line += 1
        index += 1
      case (UInt8(ascii: "-"), UInt8(ascii: "-")):
        while index < text.count, text[index] != 10 { index += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        skipBlockComment()
      default: return
      }
    }
  }

  private mutating func skipBlockComment() {
    index += 2
    while index < text.count {
      if text[index] == UInt8(ascii: "*"), byte(at: index + 1) == UInt8(ascii: "/") {
        index += 2
        return
      }
      if text[index] == 10 { line += 1 }
      index += 1
    }
  }

  private mutating func advance(over first: UInt8) -> Token.Kind {
    switch first {
    case UInt8(ascii: "'"):
      skipQuoted(until: first)
      return .string
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      skipQuoted(until: first)
      return .quotedName
    case UInt8(ascii: "["):
      skipQuoted(until: UInt8(ascii: "]"))
      return .quotedName
    case _ where SQLTokens.isWordByte(first):
      while SQLTokens.isWordByte(byte(at: index)) { index += 1 }
      return .word
    default:
      index += 1
      return .other
    }
  }

  /// Goes behind a quoted text, in which the quote is written twice.
  private mutating func skipQuoted(until quote: UInt8) {
    index += 1
    while index < text.count {
      if text[index] == quote {
        guard byte(at: index + 1) == quote else {
          index += 1
          return
        }
        index += 1
      }
      index += 1
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xff:
      true
    default: false
    }
  }
}

extension SQLTokens {
  /// An SQL text in which nothing is left of how it was written: spaces, comments, the case of
  /// words, and quotes around names that need none.
  ///
  /// - Parameter sql: a statement.
  /// - Returns: a text that is equal for statements that mean the same by their tokens.
  static func canonical(_ sql: String) -> String {
    SQLTokens(sql).map { token in
      switch token.kind {
      case .word: token.text.lowercased()
      case .quotedName:
        token.name.utf8.allSatisfy(isWordByte) ? token.name.lowercased() : quoted(token.name)
      case .string, .other: token.text
      }
    }.joined(separator: " ")
  }
}
