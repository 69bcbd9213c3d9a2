/// Reads a JSON text, as RFC 8259 defines it, into nodes that know their lines.
///
/// The decoder of FoundationEssentials makes the static program 12 MB larger and its start 1.1 ms
/// longer, tells no line, and takes an object with the same name twice; declarations need neither
/// its speed nor its mapping to types.
struct JSONParser {
  /// How deep arrays and objects may lie in one another.
  static let depthLimit = 64

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value that a whole text is.
  ///
  /// - Parameter bytes: the text, as UTF-8; a byte order mark in front is skipped.
  /// - Returns: the value.
  /// - Throws: `JSONError` where the text is not JSON, or nested deeper than `depthLimit`.
  static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
    var parser = JSONParser(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    let node = try parser.node(depth: 0)
    parser.skipSpace()
    guard parser.next == nil else { throw parser.expected("the end of the file") }
    return node
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func expected(_ what: String) -> JSONError {
    let found =
      next == nil ? "the end of the file" : QuotedText.quoted(bytes[position...].prefix(1))
    return JSONError(line: line, message: "expected \(what) but found \(found)")
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func node(depth: Int) throws(JSONError) -> JSONNode {
    skipSpace()
    guard depth < Self.depthLimit else {
      throw JSONError(line: line, message: "nested deeper than \(Self.depthLimit) levels")
    }
    let start = line
    let value: JSONNode.Value
    switch next {
    case UInt8(ascii: "{"): value = .object(try members(depth: depth))
    case UInt8(ascii: "["): value = .array(try elements(depth: depth))
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "t"): value = try word("true", .boolean(true))
    case UInt8(ascii: "f"): value = try word("false", .boolean(false))
    case UInt8(ascii: "n"): value = try word("null", .null)
    default: value = .number(try number())
    }
    return JSONNode(value: value, line: start, end: position)
  }

  private mutating func word(
    _ word: String, _ value: JSONNode.Value
  ) throws(JSONError) -> JSONNode.Value {
    guard bytes[position...].starts(with: word.utf8) else { throw expected("a value") }
    position += word.utf8.count
    return value
  }

  private mutating func elements(depth: Int) throws(JSONError) -> [JSONNode] {
    position += 1
    var elements: [JSONNode] = []
    skipSpace()
    if skip("]") { return elements }
    while true {
      elements.append(try node(depth: depth + 1))
      skipSpace()
      if skip("]") { return elements }
      guard skip(",") else { throw expected("\",\" or \"]\"") }
    }
  }

  private mutating func members(
    depth: Int
  ) throws(JSONError) -> [(name: String, value: JSONNode)] {
    position += 1
    var members: [(name: String, value: JSONNode)] = []
    var names: Set<String> = []
    skipSpace()
    if skip("}") { return members }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw expected("a name in quotes") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw JSONError(line: line, message: "the name \(QuotedText.quoted(name)) is there twice")
      }
      skipSpace()
      guard skip(":") else { throw expected("\":\"") }
      members.append((name, try node(depth: depth + 1)))
      skipSpace()
      if skip("}") { return members }
      guard skip(",") else { throw expected("\",\" or \"}\"") }
    }
  }
}

// Numbers and strings.
extension JSONParser {
  private mutating func number() throws(JSONError) -> String {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits("a value") }
    if skip(".") { try digits("a digit") }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits("a digit")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits(_ what: String) throws(JSONError) {
    let start = position
    while let byte = next, byte >= 0x30, byte <= 0x39 { position += 1 }
    guard position > start else { throw expected(what) }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while true {
      let plain = bytes[position...].prefix {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      text += plain
      position += plain.count
      guard skip("\\") else { break }
      text += try escape()
    }
    guard skip("\"") else { throw expected("a closing quote") }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw JSONError(line: line, message: "expected UTF-8 but found \(QuotedText.quoted(text))")
    }
    return string
  }

  /// The UTF-8 that the escape behind a backslash stands for.
  private mutating func escape() throws(JSONError) -> [UInt8] {
    guard let letter = next else { throw expected("an escape") }
    let escapes: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
      0x74: 0x09,
    ]
    if let byte = escapes[letter] {
      position += 1
      return [byte]
    }
    guard skip("u") else { throw expected("an escape") }
    var value = try hexadecimal()
    // RFC 8259: "a character not in the Basic Multilingual Plane is represented as a 12-character
    // sequence, encoding the UTF-16 surrogate pair".
    if value >> 10 == 0xD800 >> 10 {
      guard skip("\\"), skip("u") else { throw expected("the second half of a character") }
      let second = try hexadecimal()
      guard second >> 10 == 0xDC00 >> 10 else { throw expected("the second half of a character") }
      value = 0x10000 + (value & 0x3FF) << 10 + second & 0x3FF
    }
    guard let scalar = Unicode.Scalar(value) else { throw expected("a character") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw expected("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
