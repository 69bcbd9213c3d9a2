/// What a cell's number stands for, by the format it is shown in.
enum NumberFormat: UInt8, Sendable {
  case number
  /// A day, with or without a time.
  case date
  /// A time of day.
  case time
  /// Hours that may be more than a day's: `[h]:mm`.
  case duration

  /// The formats that have a number and no code of their own (ECMA-376, 18.8.30), those of East Asian
  /// versions of Excel among them.
  init(builtIn number: Int) {
    switch number {
    case 14...17, 22, 27...31, 36, 50...54, 57, 58: self = .date
    case 18...21, 32...35, 45, 47, 55, 56: self = .time
    case 46: self = .duration
    default: self = .number
    }
  }

  /// A format by its code, such as `d-mmm-yy` or `[$-409]h:mm AM/PM;@`.
  ///
  /// What stands in quotes, behind a backslash, or behind `_` and `*` is shown as it is. `m` means
  /// minutes only beside hours or seconds, so it counts where nothing else does.
  init(code: String) {
    var letters = Set<UInt8>()
    var isElapsed = false
    var bytes = code.utf8.makeIterator()
    scanning: while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: ";"): break scanning
      case UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "*"): _ = bytes.next()
      case UInt8(ascii: "\""): while let next = bytes.next(), next != byte {}
      case UInt8(ascii: "["):
        var inside: [UInt8] = []
        while let next = bytes.next(), next != UInt8(ascii: "]") { inside.append(next | 0x20) }
        let word = Set(inside)
        if word.count == 1, let letter = word.first, "hms".utf8.contains(letter) {
          isElapsed = true
        }
      default: letters.insert(byte | 0x20)
      }
    }
    // "General" has none of these letters in a place that counts.
    guard code.lowercased() != "general" else {
      self = .number
      return
    }
    let hasDay = letters.contains(UInt8(ascii: "y")) || letters.contains(UInt8(ascii: "d"))
    let hasTime = letters.contains(UInt8(ascii: "h")) || letters.contains(UInt8(ascii: "s"))
    if isElapsed {
      self = .duration
    } else if hasDay {
      self = .date
    } else if hasTime {
      self = .time
    } else {
      self = letters.contains(UInt8(ascii: "m")) ? .date : .number
    }
  }
}
