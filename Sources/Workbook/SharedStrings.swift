/// The part `xl/sharedStrings.xml`: the texts that cells name by number.
///
/// It is the only part that is held in memory.
final class SharedStrings: XMLContent {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int32] = []

  private let names = Names()
  private var isText = false
  private var isPhonetic = false

  /// The most bytes that are held: 256 MiB, and as much for their places.
  static let bytesMax = 256 << 20

  private struct Names {
    let item = XMLName("si")
    let text = XMLName("t")
    let phonetic = XMLName("rPh")
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == names.text {
      isText = !isPhonetic
    } else if name == names.phonetic {
      isPhonetic = true
    }
  }

  override func end(_ name: XMLName) {
    if name == names.text {
      isText = false
    } else if name == names.phonetic {
      isPhonetic = false
    } else if name == names.item {
      bytes = unescaped(bytes, from: Int(ends.last ?? 0))
      ends.append(Int32(truncatingIfNeeded: bytes.count))
      if ends.count * 4 > Self.bytesMax { failure = .tooManyStrings }
    }
  }

  override func text(_ text: Span<UInt8>) {
    guard isText else { return }
    guard bytes.count + text.count <= Self.bytesMax else {
      failure = .tooManyStrings
      return
    }
    bytes.append(text)
  }
}

/// The text with `_x000D_` and the like replaced by the characters that they stand for.
///
/// ECMA-376, 22.9.2.19, ST_Xstring: "For all characters which cannot be represented in an XML document
/// as defined by the XML 1.0 specification, the characters are escaped using the Unicode numerical
/// character representation escape character format _xHHHH_".
func unescaped(_ bytes: [UInt8], from start: Int = 0) -> [UInt8] {
  guard var place = escape(in: bytes, from: start) else { return bytes }
  var output = Array(bytes[..<place.range.lowerBound])
  while true {
    output += Array(String(place.scalar).utf8)
    let next = escape(in: bytes, from: place.range.upperBound)
    output += bytes[place.range.upperBound..<(next?.range.lowerBound ?? bytes.count)]
    guard let next else { return output }
    place = next
  }
}

/// The first escape from `start` on, and what it stands for.
private func escape(
  in bytes: [UInt8], from start: Int
) -> (range: Range<Int>, scalar: Unicode.Scalar)? {
  var position = start
  while position + 7 <= bytes.count {
    if bytes[position] == UInt8(ascii: "_"), bytes[position + 1] == UInt8(ascii: "x"),
      bytes[position + 6] == UInt8(ascii: "_"),
      let value = UInt32(
        String(decoding: bytes[position + 2..<position + 6], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    {
      return (position..<position + 7, scalar)
    }
    position += 1
  }
  return nil
}
