/// The name of a file as text, whatever its bytes are.
///
/// On Linux a name is a row of bytes. What of it is UTF-8 stands in the text as it is; any other byte
/// is a character of a private plane that no text has: U+10FE80 for 80 to U+10FEFF for FF. Where a name
/// has these characters itself, their bytes are written so too: no two names have the same text.
package enum FileName {
  /// What the bytes beyond ASCII are counted from: U+10FE00.
  private static let base: UInt32 = 0x10_FE00

  /// The text of a name.
  ///
  /// - Parameter bytes: the name or path, without the zero that ends it in C.
  /// - Returns: the text, from which `bytes(_:)` makes the same bytes.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while true {
      let length: Int
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        length = encoded.count
        if byte(scalar) == nil {
          text.unicodeScalars.append(scalar)
        } else {
          for byte in bytes[position..<position + length] { append(byte, to: &text) }
        }
      case .error(let count):
        length = count
        for byte in bytes[position..<position + length] { append(byte, to: &text) }
      case .emptyInput: return text
      }
      position += length
    }
  }

  /// The bytes of a name, as the operating system takes them.
  ///
  /// - Parameter text: what `text(_:)` made of a name, or any other text.
  /// - Returns: the bytes, ended by a zero.
  package static func cString(_ text: String) -> [CChar] {
    bytes(text).map { CChar(bitPattern: $0) } + [0]
  }

  /// The text that was written where a name was not meant.
  ///
  /// - Parameter text: what `text(_:)` made of it.
  /// - Returns: the text as it was; nil where it was no UTF-8.
  package static func plain(_ text: String) -> String? {
    guard text.unicodeScalars.contains(where: { byte($0) != nil }) else { return text }
    return String(validating: bytes(text), as: UTF8.self)
  }

  /// The byte that a character stands for; nil for one that stands for itself.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.value >= base + 0x80, scalar.value <= base + 0xFF else { return nil }
    return UInt8(scalar.value - base)
  }

  /// The bytes of a name.
  ///
  /// - Parameter text: what `text(_:)` made of a name, or any other text.
  /// - Returns: the bytes, without a zero at their end.
  package static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 1)
    for scalar in text.unicodeScalars {
      if let byte = byte(scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  private static func append(_ byte: UInt8, to text: inout String) {
    if let scalar = Unicode.Scalar(base + UInt32(byte)) { text.unicodeScalars.append(scalar) }
  }
}
