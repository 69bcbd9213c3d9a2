/// A JSON value (RFC 8259); the members of an object keep their order.
enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A name with its value.
  struct Member: Sendable, Equatable {
    /// The name.
    let name: String
    /// The value.
    let value: JSON
  }

  /// Text, or null for nil.
  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// A whole number, or null for nil.
  static func optional(_ integer: Int64?) -> JSON { integer.map(JSON.integer) ?? .null }

  /// The value as text, on one line, without spaces.
  var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value as text for people to edit: a member or an element a line, unless all of an array or
  /// object fits in a line.
  ///
  /// - Parameter depth: how many levels it is indented by.
  /// - Returns: the text, without a line end.
  func indentedText(depth: Int = 0) -> String {
    let lines: [String]
    let brackets: (String, String)
    switch self {
    case .array(let elements) where !elements.isEmpty:
      (brackets, lines) = (("[", "]"), elements.map { $0.indentedText(depth: depth + 1) })
    case .object(let members) where !members.isEmpty:
      brackets = ("{", "}")
      lines = members.map {
        "\(JSON.string($0.name).text): \($0.value.indentedText(depth: depth + 1))"
      }
    default: return text
    }
    let width = lines.reduce(2 * depth) { $0 + $1.count + 2 }
    if width <= Self.lineWidth, !lines.contains(where: { $0.contains("\n") }) {
      let space = brackets.0 == "{" ? " " : ""
      return brackets.0 + space + lines.joined(separator: ", ") + space + brackets.1
    }
    let margin = String(repeating: "  ", count: depth)
    return brackets.0 + "\n" + lines.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n"
      + margin + brackets.1
  }

  /// How many columns a line of `indentedText` has at most, where it can be broken.
  private static let lineWidth = 100

  /// Appends the value as text, on one line, without spaces.
  ///
  /// - Parameter bytes: where the UTF-8 text goes.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .real(let value): bytes.append(contentsOf: Self.digits(of: value).utf8)
    case .string(let value): Self.append(value, to: &bytes)
    case .array(let elements):
      Self.append(elements, in: ("[", "]"), to: &bytes) { $0.append(to: &$1) }
    case .object(let members):
      Self.append(members, in: ("{", "}"), to: &bytes) { member, bytes in
        Self.append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
    }
  }

  /// The shortest digits that give the same double; what JSON has no number for, beyond its range.
  private static func digits(of value: Double) -> String {
    // "Numeric values that cannot be represented in the grammar below (such as Infinity and NaN)
    // are not permitted." (RFC 8259) A number beyond a double's range is read as infinite.
    if value.isNaN { return "null" }
    return value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : value.description
  }

  private static func append<Element>(
    _ elements: [Element], in brackets: (Unicode.Scalar, Unicode.Scalar), to bytes: inout [UInt8],
    _ append: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: brackets.0))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(element, &bytes)
    }
    bytes.append(UInt8(ascii: brackets.1))
  }

  /// Appends a string with what JSON forbids, and what a terminal would obey, escaped.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case _ where TerminalText.isUnsafe(scalar):
        // "a character that is not in the Basic Multilingual Plane … is represented as a
        // 12-character sequence, encoding the UTF-16 surrogate pair." (RFC 8259)
        for unit in UTF16.encode(scalar) ?? .init() {
          bytes.append(contentsOf: "\\u".utf8)
          for byte in [UInt8(unit >> 8), UInt8(unit & 0xff)] {
            bytes.append(contentsOf: TerminalText.hexadecimal(byte).utf8)
          }
        }
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
}
