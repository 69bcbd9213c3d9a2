/// The name of a month or weekday, without case and accents: up to 12 letters of 5 bits each.
struct FoldedName: Hashable {
  private static let letterLimit = 12

  private let code: UInt64

  /// The name that the letters at `range` are; no name's where there are too many.
  init(_ range: Range<Int>, in text: Span<UInt8>) {
    var code: UInt64 = 0
    var count = 0
    var position = range.lowerBound
    // Most names are of ASCII alone.
    while position < range.upperBound, text[position] < 0x80 {
      code = code << 5 | UInt64(text[position] & 0x1F)
      position += 1
    }
    count = position - range.lowerBound
    while position < range.upperBound {
      let length = Self.letterLength(at: position, before: range.upperBound, text)
      let letter = length == 1 ? text[position] & 0x1F : Self.base(at: position, length, in: text)
      position += max(length, 1)
      // A combining accent is no letter.
      guard letter != 0 else { continue }
      count += 1
      code = code << 5 | UInt64(letter)
    }
    self.code = count <= Self.letterLimit ? code : 0
  }

  /// The name that a text is.
  init(_ name: String) {
    let text = Array(name.utf8)
    self.init(text.indices, in: text.span)
  }

  /// How many bytes the letter at `position` has: one of ASCII, one with an accent of Latin-1, or an
  /// accent that follows its letter (U+0300 to U+036F); 0 where there is none.
  @inline(__always)
  static func letterLength(at position: Int, before end: Int, _ text: Span<UInt8>) -> Int {
    let byte = text[position]
    if byte < 0x80 { return 0x61...0x7A ~= byte | 0x20 ? 1 : 0 }
    guard position + 1 < end else { return 0 }
    let next = text[position + 1]
    switch byte {
    case 0xC3: return 0x80...0xBF ~= next && next & 0x1F != 0x17 ? 2 : 0
    case 0xCC: return 0x80...0xBF ~= next ? 2 : 0
    case 0xCD: return 0x80...0xAF ~= next ? 2 : 0
    default: return 0
    }
  }

  /// The letter under the accent, as a number of 5 bits; 0 where there is only an accent.
  private static func base(at position: Int, _ length: Int, in text: Span<UInt8>) -> UInt8 {
    guard length == 2, text[position] == 0xC3 else { return 0 }
    return latin[Int(text[position + 1] & 0x1F)]
  }

  /// From À (U+00C0) to ß, and from à to ÿ, which are 32 further on.
  private static let latin = Array("AAAAAAACEEEEIIIIDNOOOOO\0OUUUUYTS".utf8).map { $0 & 0x1F }

  /// `er`, as in the French `1er`.
  static let french1st = FoldedName("er")

  /// `st`, `nd`, `rd` or `th`, as it belongs to a day of the month.
  static func ordinal(of day: Int) -> FoldedName {
    switch day {
    case 1, 21, 31: first
    case 2, 22: second
    case 3, 23: third
    default: other
    }
  }

  private static let first = FoldedName("st")
  private static let second = FoldedName("nd")
  private static let third = FoldedName("rd")
  private static let other = FoldedName("th")
}
