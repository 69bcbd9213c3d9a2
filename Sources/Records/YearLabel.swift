/// Years as labels of columns, where they are told from other numbers.
package enum YearLabel {
  /// The years that are taken for labels.
  package static let range = 1900...2100

  /// Whether a text is such a year, in four digits and nothing else.
  package static func matches(_ text: some Collection<UInt8>) -> Bool {
    guard text.count == 4, text.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
    return range.contains(text.reduce(0) { $0 * 10 + Int($1 &- 0x30) })
  }
}
