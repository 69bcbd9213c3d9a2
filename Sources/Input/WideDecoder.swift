/// Decodes UTF-16 and UTF-32.
///
/// A unit that is no character (half a surrogate pair, a number beyond U+10FFFF) is written in the
/// pattern of UTF-8 all the same, so that it can be neither a delimiter nor a line end; bytes at the
/// end that are less than a unit are passed on as they are.
struct WideDecoder: TextDecoder {
  let format: WideFormat

  mutating func decode(
    _ raw: [UInt8], atEnd: Bool, into text: inout [UInt8], notes: inout UndecodableNotes
  ) -> Int {
    let width = format.unitBytes
    var position = 0
    while position + width <= raw.count {
      let unit = unit(of: raw, at: position)
      if unit < 0x80 {
        text.append(UInt8(truncatingIfNeeded: unit))
        position += width
        continue
      }
      guard width == 2, unit & 0xFC00 == 0xD800 else {
        append(unit, of: raw, in: position..<position + width, to: &text, notes: &notes)
        position += width
        continue
      }
      guard position + 4 <= raw.count || atEnd else { return position }
      let low = position + 4 <= raw.count ? self.unit(of: raw, at: position + 2) : 0
      let isPair = low & 0xFC00 == 0xDC00
      let scalar = isPair ? 0x1_0000 + ((unit & 0x3FF) << 10) + (low & 0x3FF) : unit
      let end = position + (isPair ? 4 : 2)
      append(scalar, of: raw, in: position..<end, to: &text, notes: &notes)
      position = end
    }
    guard atEnd, position < raw.count else { return position }
    notes.note(raw, in: position..<raw.count, at: text.count)
    text.append(contentsOf: raw[position...])
    return raw.count
  }

  private func unit(of raw: [UInt8], at position: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 0..<format.unitBytes {
      let place = format.isBigEndian ? offset : format.unitBytes - 1 - offset
      unit = unit << 8 | UInt32(raw[position + place])
    }
    return unit
  }

  private func append(
    _ value: UInt32, of raw: [UInt8], in range: Range<Int>, to text: inout [UInt8],
    notes: inout UndecodableNotes
  ) {
    if Unicode.Scalar(value) == nil { notes.note(raw, in: range, at: text.count) }
    // The lead byte says with its upper ones how many bytes follow: up to six, as UTF-8 was first
    // defined (RFC 2279); a seventh carries the highest bit of a 32-bit unit.
    let followers =
      switch value {
      case ..<0x800: 1
      case ..<0x1_0000: 2
      case ..<0x20_0000: 3
      case ..<0x400_0000: 4
      case ..<0x8000_0000: 5
      default: 6
      }
    let mark = UInt8(truncatingIfNeeded: 0xFF00 >> (followers + 1))
    text.append(mark | UInt8(truncatingIfNeeded: UInt64(value) >> (6 * followers)))
    for index in (0..<followers).reversed() {
      text.append(0x80 | UInt8(truncatingIfNeeded: value >> (6 * index)) & 0x3F)
    }
  }
}
