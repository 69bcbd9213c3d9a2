/// The apostrophe before a text that a spreadsheet would run as a formula.
///
/// A cell of a CSV file that starts with `=`, `+`, `-` or `@` is a formula to a spreadsheet, whoever
/// wrote it, and a tab or CR in front does not change that. An export puts an apostrophe before such
/// a text, which is what a person types there, and an import takes it off. A text that has apostrophes
/// before one of these characters already gets one more, so that it comes back as it was.
package enum FormulaGuard {
  /// Whether a text is, after any apostrophes, one that a spreadsheet would run.
  ///
  /// - Parameter text: any text.
  /// - Returns: whether a spreadsheet would take it for a formula.
  package static func isNeeded(by text: String) -> Bool {
    isFormula(text.utf8.first { $0 != apostrophe } ?? 0)
  }

  /// The text with the apostrophe, where it needs one.
  ///
  /// - Parameter text: any text.
  /// - Returns: text that no spreadsheet runs.
  package static func guarded(_ text: String) -> String {
    isNeeded(by: text) ? "'" + text : text
  }

  /// Where a text is without its apostrophe.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - bytes: the bytes that the text is part of.
  /// - Returns: `range`, or all but its first byte where that is the apostrophe of an export.
  @inline(__always)
  static func removed(from range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    mayGuard(bytes[range.lowerBound]) ? removedBeforeFormula(from: range, in: bytes) : range
  }

  /// Whether a text that begins with a byte may have the apostrophe of an export.
  @inline(__always)
  static func mayGuard(_ first: UInt8) -> Bool { first == apostrophe }

  @inline(never)
  private static func removedBeforeFormula(
    from range: Range<Int>, in bytes: Span<UInt8>
  ) -> Range<Int> {
    guard let first = range.first(where: { bytes[$0] != apostrophe }), isFormula(bytes[first])
    else { return range }
    return range.lowerBound + 1..<range.upperBound
  }

  private static let apostrophe = UInt8(ascii: "'")

  private static func isFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }
}
