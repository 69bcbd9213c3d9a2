/// Strings, their escapes undone.
extension JSONScanner {
  /// Appends a string, its escapes undone.
  ///
  /// - Returns: where it is in `text`.
  mutating func string(
    in bytes: Span<UInt8>, _ position: inout Int, expected: String
  ) throws(JSONFlaw) -> Range<Int> {
    guard position < bytes.count else { throw .incomplete }
    guard bytes[position] == UInt8(ascii: "\"") else {
      throw .unexpected(at: position, expected: expected)
    }
    let start = text.count
    position += 1
    while true {
      let run = position
      while position < bytes.count, bytes[position] >= 0x20, bytes[position] != 0x22,
        bytes[position] != 0x5C
      {
        position += 1
      }
      if position > run { text.append(bytes.extracting(run..<position)) }
      guard position < bytes.count else { throw .incomplete }
      switch bytes[position] {
      case 0x22:
        position += 1
        return start..<text.count
      case 0x5C: try escape(in: bytes, &position)
      // RFC 8259, 7: "control characters (U+0000 through U+001F)" "MUST be escaped".
      default: throw .unexpected(at: position, expected: "\"\\\"\" or an escaped control character")
      }
    }
  }

  private mutating func escape(
    in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) {
    guard position + 1 < bytes.count else { throw .incomplete }
    let letter = bytes[position + 1]
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      try character(in: bytes, &position)
      return
    default: throw .unexpected(at: position, expected: "an escape of JSON")
    }
    position += 2
  }

  /// Appends the character of `\u` and four digits, or of two such halves.
  private mutating func character(
    in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) {
    let start = position
    var number = try unit(in: bytes, &position)
    if number & 0xFC00 == 0xD800 {
      let second = try unit(in: bytes, &position)
      guard second & 0xFC00 == 0xDC00 else {
        throw .unexpected(at: start, expected: "a character and not half of one")
      }
      number = 0x1_0000 + (number & 0x3FF) << 10 + second & 0x3FF
    }
    guard let scalar = Unicode.Scalar(number) else {
      throw .unexpected(at: start, expected: "a character and not half of one")
    }
    text.append(contentsOf: UTF8.encode(scalar) ?? .init())
  }

  private func unit(in bytes: Span<UInt8>, _ position: inout Int) throws(JSONFlaw) -> UInt32 {
    var number: UInt32 = 0
    for offset in 0..<6 {
      guard position + offset < bytes.count else { throw .incomplete }
      let byte = bytes[position + offset]
      switch (offset, byte) {
      case (0, 0x5C), (1, UInt8(ascii: "u")): break
      case (2..., 0x30...0x39): number = number << 4 | UInt32(byte - 0x30)
      case (2..., 0x41...0x46), (2..., 0x61...0x66):
        number = number << 4 | (UInt32(byte | 0x20) - 0x57)
      default:
        throw .unexpected(at: position, expected: "\\u and four hexadecimal digits")
      }
    }
    position += 6
    return number
  }
}
