/// How records and fields are written in one source.
package struct Dialect: Equatable, Sendable {
  /// What is between two fields.
  package var delimiter: Delimiter
  /// The byte around a field that holds delimiters, quotes or line ends; nil where there is none.
  package var quote: UInt8?
  /// How a quote within quotes is written.
  package var escape: Escape
  /// Whether each line is in quotes as a whole, and those within are doubled: `"1,""x, y"",2"`.
  package var isWrapped: Bool
  /// The line ends found in the head of the source.
  package var lineEnds: LineEnds

  /// How a quote within quotes is written.
  package enum Escape: String, Sendable, CaseIterable {
    /// As two quotes (RFC 4180).
    case doubled
    /// With a backslash in front, as is a backslash; two quotes are read as one too.
    case backslash
  }

  /// What ends the lines of a source.
  package enum LineEnds: String, Sendable {
    /// No line end at all was found.
    case none
    case lf
    case crlf
    case cr
    /// More than one kind.
    case mixed
  }

  /// A dialect; by default the one of RFC 4180.
  package init(
    delimiter: Delimiter = .comma, quote: UInt8? = 0x22, escape: Escape = .doubled,
    isWrapped: Bool = false, lineEnds: LineEnds = .none
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.escape = escape
    self.isWrapped = isWrapped
    self.lineEnds = lineEnds
  }

  /// The delimiter as a word, or its characters.
  package var delimiterName: String { delimiter.name }

  /// Whether libcsv reads this dialect as it is: a delimiter of one byte, and doubled quotes.
  var isNative: Bool { delimiter.bytes.count == 1 && escape == .doubled && !isWrapped }

  /// What may divide lines that are in quotes as a whole, the likelier ones first.
  static let wrappedDelimiters: [Delimiter] = [0x2C, 0x3B, 0x09, 0x7C].map { Delimiter($0) }

  /// What is within the quotes around a line.
  ///
  /// - Parameter line: the line, without its line end.
  /// - Returns: nil where it is not in quotes as a whole.
  static func unwrapped(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.count > 1, line.first == 0x22, line.last == 0x22 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(line.count)
    var rest = line.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      if byte == 0x22, rest.popFirst() != 0x22 { return nil }
      text.append(byte)
    }
    return text
  }

  /// The dialect in which lines are handed to libcsv.
  var native: (delimiter: UInt8, quote: UInt8?) {
    isNative ? (delimiter.bytes[0], quote) : (0x2C, 0x22)
  }
}

/// What of a dialect is known before the source is looked at; all else is found.
package struct DialectRequest: Sendable, Equatable {
  /// What is between two fields; nil to find it.
  package var delimiter: Delimiter?
  /// The byte around fields; nil to find it.
  package var quote: Quote?
  /// How a quote within quotes is written; nil to find it.
  package var escape: Dialect.Escape?

  /// A quote that was asked for.
  package enum Quote: Sendable, Equatable {
    case none
    case byte(UInt8)

    /// The byte, nil where there is none.
    var byte: UInt8? {
      switch self {
      case .none: nil
      case .byte(let byte): byte
      }
    }
  }

  /// A request for these parts of a dialect.
  package init(
    delimiter: Delimiter? = nil, quote: Quote? = nil, escape: Dialect.Escape? = nil
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.escape = escape
  }
}
