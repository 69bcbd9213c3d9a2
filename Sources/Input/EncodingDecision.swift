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
    /// What was declared for text that is no UTF-8, which it isn't.
    case declared(EncodingCensus)
    /// What was declared, of which ASCII is a part with another meaning.
    case declaredOfASCII
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

  /// Where the first byte is that speaks for a code page of DOS, such as cp437, counting from 0; nil
  /// where none does, or letters of windows-1252 outweigh them.
  package let firstDOSByteOffset: Int64?
  /// Where the first byte is, counting from 0, that is a euro sign beside a number in ISO-8859-15, and
  /// a sign that nobody writes in windows-1252; nil where there is none, or bytes that ISO-8859-15
  /// has no characters for.
  package let firstEuroOffset: Int64?

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
    firstDOSByteOffset = Self.firstDOSByte(in: window).map { offset + Int64($0) }
    firstEuroOffset = Self.firstEuro(in: window).map { offset + Int64($0) }
  }

  /// The first byte 0xA4 with a digit beside it, a space between them or not.
  private static func firstEuro(in window: [UInt8]) -> Int? {
    guard !window.contains(where: { (0x80...0x9F).contains($0) }) else { return nil }
    func isDigit(_ place: Int) -> Bool {
      window.indices.contains(place) && (0x30...0x39).contains(window[place])
    }
    func isSpace(_ place: Int) -> Bool {
      window.indices.contains(place) && (window[place] == 0x20 || window[place] == 0xA0)
    }
    return window.indices.first { place in
      window[place] == 0xA4
        && [-1, 1].contains { step in
          isDigit(place + step) || isSpace(place + step) && isDigit(place + 2 * step)
        }
    }
  }

  /// The first byte that is a letter or a space between two letters in the code pages of DOS, and
  /// punctuation, a control character or a rare letter in windows-1252.
  ///
  /// What people do write between letters in windows-1252 is left out: apostrophes, dashes, ellipses,
  /// trademarks. Letters of windows-1252 beside letters speak against it.
  private static func firstDOSByte(in window: [UInt8]) -> Int? {
    var first: Int?
    var (inDOS, inWindows) = (0, 0)
    for position in window.indices.dropFirst().dropLast() where window[position] >= 0x80 {
      let (before, byte, after) = (window[position - 1], window[position], window[position + 1])
      guard isLetter(before) || isLetter(after) else { continue }
      switch byte {
      case 0x85, 0x91...0x97, 0x99, 0xA0: continue
      case 0x80...0xA5, 0xFF:
        guard isLetter(before), isLetter(after) || after >= 0x80 else { continue }
        inDOS += 1
        first = first ?? position
      case 0xC0...0xFE: inWindows += 1
      default: continue
      }
    }
    return inDOS > inWindows * 3 ? first : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
  }

  /// How many characters of more than one byte there are in what is known to be UTF-8.
  private static func sequences(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 >= 0xC0 }
  }

  /// Whether the source is read as UTF-8 rather than as windows-1252.
  var isUTF8: Bool { invalidBytes == 0 || (sequences > 0 && sequences >= invalidBytes) }
}
