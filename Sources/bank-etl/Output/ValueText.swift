import SQLite

extension Value {
  /// The value as text: numbers with all their digits, bytes as an SQL literal, NULL as nothing.
  var plainText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): value.description
    case .text(let value): value
    case .blob(let bytes): "x'\(bytes.map(TerminalText.hexadecimal).joined())'"
    }
  }

  /// The value for people: a number has 15 digits at most, which a double keeps of any decimal.
  ///
  /// The digits behind those only say which of its neighbours a double is.
  var rounded: Value {
    guard case .real(let value) = self, abs(value) < 1e15, abs(value) >= 1e-3 else { return self }
    var scale = 1e15
    for bound in sequence(first: 1.0, next: { $0 < 1e15 ? $0 * 10 : nil }) where abs(value) >= bound
    {
      scale /= 10
    }
    let rounded = (value * scale).rounded() / scale
    return rounded.description.utf8.count < value.description.utf8.count ? .real(rounded) : self
  }

  /// The value as JSON; bytes in the form that `sqlite-utils insert` turns back into bytes.
  var json: JSON {
    switch self {
    case .null: nil
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .string(value)
    case .blob(let bytes): ["$base64": true, "encoded": .string(Self.base64(bytes))]
    }
  }

  /// Whether the value is a number.
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }

  /// Bytes in base 64.
  private static func base64(_ bytes: [UInt8]) -> String {
    var (encoder, text): (Base64, [UInt8]) = (Base64(), [])
    encoder.append(bytes, to: &text)
    encoder.finish(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
