/// Bytes as text in base 64 (RFC 4648, 4), written piece by piece.
struct Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// For each byte, what it stands for; 0xFF where it is none of the alphabet.
  private static let digits: [UInt8] = {
    var digits = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { digits[Int(letter)] = UInt8(value) }
    return digits
  }()
  private static let padding = UInt8(ascii: "=")

  /// The bytes that are no whole group yet, at most two.
  private var rest: [UInt8] = []

  /// Appends the text of the next bytes, as far as they make whole groups of three.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - text: where the text goes.
  mutating func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    var start = 0
    if !rest.isEmpty {
      start = min(3 - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == 3 else { return }
      Self.append(rest.span, to: &text)
      rest.removeAll(keepingCapacity: true)
    }
    let whole = (bytes.count - start) / 3 * 3
    Self.append(bytes.span.extracting(start..<start + whole), to: &text)
    rest += bytes[(start + whole)...]
  }

  /// Appends the text of the bytes that are left, and what fills it up.
  ///
  /// - Parameter text: where the text goes.
  mutating func finish(to text: inout [UInt8]) {
    guard !rest.isEmpty else { return }
    let missing = 3 - rest.count
    Self.append((rest + Array(repeating: 0, count: missing)).span, to: &text)
    text.removeLast(missing)
    text.append(contentsOf: repeatElement(Self.padding, count: missing))
    rest = []
  }

  /// Appends the text of whole groups.
  private static func append(_ groups: Span<UInt8>, to text: inout [UInt8]) {
    for start in stride(from: 0, to: groups.count, by: 3) {
      let bits = Int(groups[start]) << 16 | Int(groups[start + 1]) << 8 | Int(groups[start + 2])
      text.append(alphabet[bits >> 18])
      text.append(alphabet[bits >> 12 & 0x3F])
      text.append(alphabet[bits >> 6 & 0x3F])
      text.append(alphabet[bits & 0x3F])
    }
  }

  /// The bytes that a text stands for.
  ///
  /// - Parameter text: a text, of whole groups of four letters.
  /// - Returns: nil where it is no base 64: "Implementations MUST reject the encoded data if it contains
  ///   characters outside the base alphabet" (3.3).
  static func bytes(of text: Span<UInt8>) -> [UInt8]? {
    var count = text.count
    guard count % 4 == 0 else { return nil }
    for _ in 0..<2 where count > 0 && text[count - 1] == padding { count -= 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 3 / 4)
    let digits = digits
    var (bits, length): (UInt32, Int) = (0, 0)
    for index in 0..<count {
      let digit = digits[Int(text[index])]
      guard digit != 0xFF else { return nil }
      bits = bits << 6 | UInt32(digit)
      length += 6
      guard length >= 8 else { continue }
      length -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(length)))
    }
    return length < 6 && bits & (1 << UInt32(length) - 1) == 0 ? bytes : nil
  }
}
