/// What stands between the whole part of a number and its decimals.
package enum DecimalMark: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// A point, as in 1,234.50.
  case point = "."
  /// A comma, as in 1.234,50.
  case comma = ","

  /// The mark in words, for messages and for `--decimal`.
  package var words: String {
    switch self {
    case .point: "point"
    case .comma: "comma"
    }
  }

  /// The mark as a byte.
  @inline(__always)
  var byte: UInt8 {
    switch self {
    case .point: UInt8(ascii: ".")
    case .comma: UInt8(ascii: ",")
    }
  }
}

/// What stands between the groups of three digits of a number.
package enum GroupMark: Sendable, Hashable, BitwiseCopyable {
  /// A comma.
  case comma
  /// A point.
  case point
  /// A space of any kind: plain, no-break, narrow no-break, thin or figure space.
  case space
  /// An apostrophe, straight or curved.
  case apostrophe

  /// The mark that a text is; nil where it is none.
  ///
  /// - Parameter text: the mark, as a declaration has it.
  init?(_ text: String) {
    switch text {
    case ",": self = .comma
    case ".": self = .point
    case " ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}": self = .space
    case "'", "\u{2019}": self = .apostrophe
    default: return nil
    }
  }
}
