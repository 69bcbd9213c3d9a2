/// A length of time as people write it: `90s`, `15m`, `26h`, `7d`, `2w`.
enum TimeSpan {
  /// The units and their lengths in seconds.
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400), ("w", 604_800),
  ]

  /// The longest that is understood, in seconds: a thousand years.
  private static let longestSeconds: Int64 = 365_000 * 86_400

  /// The seconds that a text stands for.
  ///
  /// - Parameter text: a whole number with a unit.
  /// - Returns: nil for anything else.
  static func seconds(_ text: String) -> Int64? {
    let digits = text.dropLast()
    guard let unit = units.first(where: { $0.letter == text.last }), !digits.isEmpty,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
      number <= longestSeconds / unit.seconds
    else { return nil }
    return number * unit.seconds
  }

  /// Seconds for people, in the largest unit that says enough: `26 h`, `3 d`, `40 s`.
  static func text(seconds: Int64) -> String {
    // Two of the next larger unit are told in that one; hours up to two days, so that 26h is 26 h.
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
