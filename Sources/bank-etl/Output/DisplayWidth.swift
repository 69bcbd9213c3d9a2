/// How many columns of a terminal text takes.
enum DisplayWidth {
  /// The columns that `text` takes, when it holds no controls.
  static func of(_ text: String) -> Int {
    // Text of the commonest kind is its own width.
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    return isPlain ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// The columns that a character with all that joins it takes at most: terminals that don't put
  /// emoji together show each of them.
  private static func of(_ character: Character) -> Int {
    let columns = character.unicodeScalars.reduce(0) { $0 + of($1) }
    // The selector that makes an emoji of a sign that isn't one by itself: "❤️", "1️⃣".
    let isEmoji = columns == 1 && character.unicodeScalars.contains("\u{FE0F}")
    return isEmoji ? 2 : columns
  }

  /// The columns that a character takes: 0 for what joins the one before it, 2 for the wide ones of
  /// East Asia and for emoji, else 1.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// The start of `text` that takes at most `columns`, with `…` in the last one when there is more.
  static func truncated(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var result = ""
    var width = 0
    for character in text {
      let next = of(character)
      guard width + next < columns else { break }
      result.append(character)
      width += next
    }
    return columns > 0 ? result + "…" : ""
  }

  /// Whether a character is wide: the ranges of `EastAsianWidth.txt` in the Unicode database that
  /// are W or F, those without letters in use left out, and what is shown as an emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf,
      0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
      0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1_6fe0...0x1_b2ff,
      0x1_f200...0x1_f265, 0x2_0000...0x3_fffd:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
