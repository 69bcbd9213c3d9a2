/// Which encoding a source is read in, and why.
package struct EncodingDecision: Equatable, Sendable {
  /// What speaks for the encoding.
  package enum Evidence: Equatable, Sendable {
    /// Only ASCII has come so far: every encoding in question reads it alike.
    case onlyASCII
    /// The source starts with a byte order mark.
    case byteOrderMark
    /// It was asked for.
    case requested
    /// The first bytes are ASCII with zero bytes between: UTF-16 without a byte order mark.
    case zeroBytes
    /// What the bytes from the first non-ASCII one on are.
    case content(EncodingCensus)
  }

  /// The name of the encoding: `ASCII`, `UTF-8`, `windows-1252`, `UTF-16LE`, or as it was asked for.
  package let name: String
  /// What speaks for it.
  package let evidence: Evidence

  init(name: String, evidence: Evidence) {
    self.name = name
    self.evidence = evidence
  }
}

/// What was counted in the part of a source, 64 KiB at most, that decides between UTF-8 and
/// windows-1252.
package struct EncodingCensus: Equatable, Sendable {
  /// Where the first byte beyond ASCII is in the source, counting from 0.
  package let firstNonASCII: Int64
  /// How many characters of more than one byte there are in UTF-8.
  package let sequences: Int
  /// How many bytes are in no UTF-8 character.
  package let invalidBytes: Int
  /// Where the first such byte is in the source, counting from 0; nil where there is none.
  package let firstInvalid: Int64?
  /// The value of that byte.
  package let firstInvalidByte: UInt8?

  /// How many bytes from the first non-ASCII byte on are counted.
  static let windowBytes = 64 << 10

  /// Counts `window`, which starts with the first non-ASCII byte of the source.
  ///
  /// - Parameters:
  ///   - window: at most `windowBytes` bytes.
  ///   - offset: where it starts in the source.
  ///   - atEnd: whether the source ends where the window does. Otherwise a character that the end
  ///     of the window cuts counts neither way.
  init(of window: [UInt8], at offset: Int64, atEnd: Bool) {
    var sequences = 0
    var invalidBytes = 0
    var firstInvalid: Int?
    var position = 0
    while let flaw = UTF8Flaw.first(in: window, from: position) {
      sequences += Self.sequences(in: window[position..<flaw.range.lowerBound])
      position = flaw.range.upperBound
      if flaw.isCut, !atEnd { break }
      invalidBytes += flaw.range.count
      if firstInvalid == nil { firstInvalid = flaw.range.lowerBound }
    }
    self.sequences = sequences + Self.sequences(in: window[position...])
    self.invalidBytes = invalidBytes
    self.firstInvalid = firstInvalid.map { offset + Int64($0) }
    firstInvalidByte = firstInvalid.map { window[$0] }
    firstNonASCII = offset
  }

  /// How many characters of more than one byte there are in what is known to be UTF-8.
  private static func sequences(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 >= 0xC0 }
  }

  /// Whether the source is read as UTF-8 rather than as windows-1252.
  var isUTF8: Bool { invalidBytes == 0 || (sequences > 0 && sequences >= invalidBytes) }
}
