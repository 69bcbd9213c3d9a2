/// Decodes windows-1252, as published at unicode.org (Mappings: VENDORS/MICSFT/WINDOWS/CP1252.TXT).
///
/// Five bytes have no character: 81, 8D, 8F, 90 and 9D.
struct Windows1252Decoder: TextDecoder {
  mutating func decode(
    _ raw: [UInt8], atEnd: Bool, into text: inout [UInt8], notes: inout UndecodableNotes
  ) -> Int {
    var position = 0
    while let next = firstNonASCII(in: raw, from: position) {
      text.append(contentsOf: raw[position..<next])
      let byte = raw[next]
      if let scalar = Self.scalar(of: byte) {
        text.append(contentsOf: scalar.utf8)
      } else {
        notes.note(raw, in: next..<next + 1, at: text.count)
        text.append(byte)
      }
      position = next + 1
    }
    text.append(contentsOf: raw[position...])
    return raw.count
  }

  /// The character of a byte from 80 on; nil where there is none.
  private static func scalar(of byte: UInt8) -> Unicode.Scalar? {
    if byte >= 0xA0 { return Unicode.Scalar(byte) }
    let code = upperControls[Int(byte) - 0x80]
    return code == 0 ? nil : Unicode.Scalar(code)
  }

  /// The characters of the bytes 80 to 9F, 0 where there is none.
  private static let upperControls: [UInt16] = [
    0x20AC, 0x0000, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x0000, 0x017D, 0x0000,
    0x0000, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x0000, 0x017E, 0x0178,
  ]
}

/// Where the first byte from 80 on is, at or after `start`; nil where all is ASCII.
func firstNonASCII(in bytes: [UInt8], from start: Int) -> Int? {
  let span = bytes.span
  var index = start
  // Many at a time, without a decision between them: the compiler takes sixteen at once then.
  let step = 64
  while index <= span.count - step {
    let part = span.extracting(index..<index + step)
    var all: UInt8 = 0
    for offset in part.indices { all |= part[offset] }
    if all >= 0x80 { break }
    index += step
  }
  while index < span.count {
    if span[index] >= 0x80 { return index }
    index += 1
  }
  return nil
}
