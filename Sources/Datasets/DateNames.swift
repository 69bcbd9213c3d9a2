/// The English names of months and weekdays, in full or abbreviated, in any case.
enum DateNames {
  /// The names that are neither a full name nor its first three letters.
  private static let otherMonths = [code("sept"): 9]
  private static let otherWeekdays = [code("tues"): 2, code("thur"): 4, code("thurs"): 4]

  private static let months = numbers(
    of: [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ], from: 1
  ).merging(otherMonths) { first, _ in first }

  private static let weekdays = numbers(
    of: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"], from: 0
  ).merging(otherWeekdays) { first, _ in first }

  /// The month, counting from 1, that the letters at `range` name.
  static func month(_ range: Range<Int>, in text: Span<UInt8>) -> Int? {
    months[code(range, in: text)]
  }

  /// The day of the week, 0 for Sunday, that the letters at `range` name.
  static func weekday(_ range: Range<Int>, in text: Span<UInt8>) -> Int? {
    weekdays[code(range, in: text)]
  }

  /// The month, counting from 1, that three letters in any case abbreviate.
  @inline(__always)
  static func month(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
    let letters = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third) | 0x202020
    return switch letters {
    case 0x6A616E: 1  // jan
    case 0x666562: 2  // feb
    case 0x6D6172: 3  // mar
    case 0x617072: 4  // apr
    case 0x6D6179: 5  // may
    case 0x6A756E: 6  // jun
    case 0x6A756C: 7  // jul
    case 0x617567: 8  // aug
    case 0x736570: 9  // sep
    case 0x6F6374: 10  // oct
    case 0x6E6F76: 11  // nov
    case 0x646563: 12  // dec
    default: nil
    }
  }

  /// Each name and its first three letters, with the name's number.
  private static func numbers(of names: [String], from first: Int) -> [UInt64: Int] {
    var numbers: [UInt64: Int] = [:]
    for (index, name) in names.enumerated() {
      numbers[code(name)] = first + index
      numbers[code(String(name.prefix(3)))] = first + index
    }
    return numbers
  }

  private static func code(_ name: String) -> UInt64 {
    let text = Array(name.utf8)
    return code(text.indices, in: text.span)
  }

  /// Up to 12 letters as one number, 5 bits each; 0 where there are more.
  private static func code(_ range: Range<Int>, in text: Span<UInt8>) -> UInt64 {
    guard range.count <= 12 else { return 0 }
    var code: UInt64 = 0
    for position in range {
      code = code << 5 | UInt64(text[position] & 0x1F)
    }
    return code
  }
}
