/// The brackets of a value that are open, told byte by byte; those within strings are none.
struct JSONBrackets {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Takes in the next byte of the value.
  ///
  /// - Returns: whether it is the bracket that closes the first one.
  mutating func isEnd(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if isInString {
      if byte == 0x5C { isEscaped = true } else if byte == 0x22 { isInString = false }
    } else if byte == 0x22 {
      isInString = true
    } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      depth += 1
    } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
      depth -= 1
      return depth <= 0
    }
    return false
  }
}
