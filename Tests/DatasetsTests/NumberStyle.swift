import SeedSupport

@testable import Datasets

/// A way to write numbers: the mark, the groups, the sign and the unit.
struct NumberStyle {
  let mark: DecimalMark
  private let group: String
  private let sign: Int
  private let unit: Int
  private let symbol: String

  /// Whether there is no unit.
  var isPlain: Bool { unit == 0 }

  /// A style at random.
  init(using generator: inout SeededGenerator) {
    mark = Bool.random(using: &generator) ? .point : .comma
    let other = mark == .point ? "," : "."
    let groups = [
      "", "", other, other, " ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}", "'", "\u{2019}",
    ]
    group = groups.randomElement(using: &generator) ?? ""
    sign = Int.random(in: 0...3, using: &generator)
    unit = Int.random(in: 0...4, using: &generator)
    let symbols = ["$", "€", "£", "US$", "USD", "CHF", "kr", "zł", "₹"]
    symbol = symbols.randomElement(using: &generator) ?? "$"
  }

  /// The number `digits / 10 ^ decimals` in this style.
  func text(_ digits: Int64, decimals: Int, isNegative: Bool) -> String {
    var all = String(digits)
    if all.count <= decimals {
      all = String(repeating: "0", count: decimals + 1 - all.count) + all
    }
    let whole = Array(all.dropLast(decimals))
    var text = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { text += group }
      text.append(digit)
    }
    if decimals > 0 { text += mark.rawValue + all.suffix(decimals) }
    return withUnit(text, isNegative: isNegative)
  }

  private func withUnit(_ number: String, isNegative: Bool) -> String {
    let inner = isNegative && sign == 2 ? number + "-" : number
    let text =
      switch unit {
      case 1: "\(symbol)\(inner)"
      case 2: "\(symbol) \(inner)"
      case 3: "\(inner)\u{A0}\(symbol)"
      case 4: "\(inner)%"
      default: inner
      }
    guard isNegative else { return text }
    switch sign {
    case 0: return "-" + text
    case 1: return "(" + text + ")"
    case 2: return text
    default: return "\u{2212}" + text
    }
  }
}
