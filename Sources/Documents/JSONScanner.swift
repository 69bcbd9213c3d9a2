import Records

/// Reads objects of JSON (RFC 8259) out of a text in UTF-8, one at a time.
///
/// The text is strict JSON: no comments, no commas too many, no names without quotes.
struct JSONScanner {
  /// A member of the object that was read last.
  struct Member {
    /// Where its name is in `text`.
    var name: Range<Int>
    /// Where its value is in `text`.
    var value: Range<Int>
    /// What kind of value it is.
    var mark: FieldMark
  }

  /// Names and values, one behind the other, with their escapes undone; a number has its digits, an
  /// object or an array its source.
  var text: [UInt8] = []
  /// The members of the object that was read last, in its order.
  private(set) var members: [Member] = []
  /// How many line ends the object has.
  var lineEnds: Int32 = 0
  /// The index behind the last of them.
  var lineStart = 0

  /// How many arrays and objects may be within one another: 200.
  static let depthMax = 200

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - position: the index of its opening bracket; afterwards that behind the closing one.
  /// - Throws: `JSONFlaw`.
  mutating func object(
    in bytes: Span<UInt8>, from position: inout Int
  ) throws(JSONFlaw) {
    clear()
    position += 1
    try skipSpace(in: bytes, &position)
    if bytes[position] == UInt8(ascii: "}") {
      position += 1
      return
    }
    while true {
      let name = try string(in: bytes, &position, expected: "a name in quotes")
      try take(":", in: bytes, &position)
      try skipSpace(in: bytes, &position)
      let start = text.count
      let mark = try value(in: bytes, &position)
      members.append(Member(name: name, value: start..<text.count, mark: mark))
      try skipSpace(in: bytes, &position)
      guard bytes[position] == UInt8(ascii: ",") else { break }
      position += 1
      try skipSpace(in: bytes, &position)
    }
    guard bytes[position] == UInt8(ascii: "}") else {
      throw .unexpected(at: position, expected: "\",\" or \"}\"")
    }
    position += 1
  }

  /// Forgets what was read.
  mutating func clear() {
    text.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    lineEnds = 0
  }

  /// Passes over a value of any kind.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - position: the index of its first byte; afterwards that behind its last one.
  ///   - depth: how many arrays and objects it is in.
  /// - Throws: `JSONFlaw`.
  mutating func skipValue(
    in bytes: Span<UInt8>, _ position: inout Int, depth: Int = 0
  ) throws(JSONFlaw) {
    guard position < bytes.count else { throw .incomplete }
    let opening = bytes[position]
    guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") else {
      let start = text.count
      _ = try value(in: bytes, &position)
      text.removeLast(text.count - start)
      return
    }
    guard depth < Self.depthMax else { throw .tooDeep(at: position) }
    let closing = opening + 2
    position += 1
    try skipSpace(in: bytes, &position)
    while bytes[position] != closing {
      if opening == UInt8(ascii: "{") {
        let start = text.count
        _ = try string(in: bytes, &position, expected: "a name in quotes")
        text.removeLast(text.count - start)
        try take(":", in: bytes, &position)
        try skipSpace(in: bytes, &position)
      }
      try skipValue(in: bytes, &position, depth: depth + 1)
      try skipSpace(in: bytes, &position)
      if bytes[position] == closing { break }
      try take(",", in: bytes, &position)
      try skipSpace(in: bytes, &position)
      guard bytes[position] != closing else {
        throw .unexpected(at: position, expected: "a value behind \",\"")
      }
    }
    position += 1
  }

  /// Appends the value at `position` to `text`.
  private mutating func value(
    in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) -> FieldMark {
    guard position < bytes.count else { throw .incomplete }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      _ = try string(in: bytes, &position, expected: "a value")
      return .string
    case UInt8(ascii: "-"), 0x30...0x39:
      try number(in: bytes, &position)
      return .number
    case UInt8(ascii: "t"):
      try word("true", in: bytes, &position)
      return .boolean
    case UInt8(ascii: "f"):
      try word("false", in: bytes, &position)
      return .boolean
    case UInt8(ascii: "n"):
      let start = text.count
      try word("null", in: bytes, &position)
      text.removeLast(text.count - start)
      return .null
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if try encodedBytes(in: bytes, &position) { return .bytes }
      let start = position
      try skipValue(in: bytes, &position)
      text.append(bytes.extracting(start..<position))
      return .nested
    default: throw .unexpected(at: position, expected: "a value")
    }
  }

  /// Passes over white space; behind it there is another byte.
  mutating func skipSpace(
    in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09: break
      case 0x0A: noteLineEnd(behind: position + 1)
      case 0x0D:
        if position + 1 < bytes.count, bytes[position + 1] != 0x0A {
          noteLineEnd(behind: position + 1)
        }
      default: return
      }
      position += 1
    }
    throw .incomplete
  }

  private mutating func noteLineEnd(behind position: Int) {
    lineEnds += 1
    lineStart = position
  }

  /// Passes over white space and a sign.
  mutating func take(
    _ sign: Unicode.Scalar, in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) {
    try skipSpace(in: bytes, &position)
    guard bytes[position] == UInt8(ascii: sign) else {
      throw .unexpected(at: position, expected: "\"\(sign)\"")
    }
    position += 1
  }

  /// Appends a word.
  mutating func word(
    _ word: StaticString, in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) {
    let letters = Array(word.description.utf8)
    for (offset, letter) in letters.enumerated() {
      guard position + offset < bytes.count else { throw .incomplete }
      guard bytes[position + offset] == letter else {
        throw .unexpected(at: position, expected: "a value")
      }
    }
    text += letters
    position += letters.count
  }

  /// Appends a number, digit by digit.
  ///
  /// RFC 8259, 6: "number = [ minus ] int [ frac ] [ exp ]", and "Leading zeros are not allowed."
  private mutating func number(
    in bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONFlaw) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    try digits(in: bytes, &position)
    guard bytes[first] != 0x30 || position == first + 1 else {
      throw .unexpected(at: start, expected: "a number without zeros in front")
    }
    if bytes[position] == UInt8(ascii: ".") {
      position += 1
      try digits(in: bytes, &position)
    }
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      guard position < bytes.count else { throw .incomplete }
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try digits(in: bytes, &position)
    }
    text.append(bytes.extracting(start..<position))
  }

  /// Passes over one digit or more; behind them there is another byte.
  private func digits(in bytes: Span<UInt8>, _ position: inout Int) throws(JSONFlaw) {
    let start = position
    while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
    guard position < bytes.count else { throw .incomplete }
    guard position > start else { throw .unexpected(at: position, expected: "a digit") }
  }
}
