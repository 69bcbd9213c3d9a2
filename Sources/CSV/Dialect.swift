/// How records and fields are written in one source.
package struct Dialect: Equatable, Sendable {
  /// The byte between two fields.
  package var delimiter: UInt8
  /// The byte around a field that holds delimiters, quotes or line ends; nil where there is none.
  package var quote: UInt8?
  /// The line ends found in the head of the source.
  package var lineEnds: LineEnds

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
    delimiter: UInt8 = 0x2C, quote: UInt8? = 0x22, lineEnds: LineEnds = .none
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.lineEnds = lineEnds
  }

  /// The delimiter as a word: `comma`, `semicolon`, `tab`, `pipe`, or the character itself.
  package var delimiterName: String {
    switch delimiter {
    case 0x2C: "comma"
    case 0x3B: "semicolon"
    case 0x09: "tab"
    case 0x7C: "pipe"
    case 0x21...0x7E: String(Character(Unicode.Scalar(delimiter)))
    default: "0x" + String(delimiter, radix: 16)
    }
  }
}
