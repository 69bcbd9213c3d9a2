/// Reads the numbers of one column, as doubles.
///
/// `WrittenNumber` lists the forms that are understood.
package enum NumberParser {
  /// The number that the text at `range` is.
  ///
  /// A number is accepted where the nearest double stands for the same digits: printed in the
  /// shortest way that reads back as itself, it is the number that was read. All numbers of up to
  /// 15 significant digits within a double's range are; `9007199254740993` isn't. Where the rules
  /// leave the decimal mark open, only what means one number is accepted.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  ///   - rules: the column's rules.
  /// - Returns: the number; nil where it is none, or a double doesn't keep it: it is never rounded.
  package static func number(
    _ range: Range<Int>, in text: Span<UInt8>, _ rules: NumberRules = NumberRules()
  ) -> Double? {
    let mark = rules.decimalMark?.byte
    guard let decimal = DecimalNumber(range, in: text, mark: mark) else {
      return WrittenNumber(range, in: text, rules)?.decimal.double
    }
    return decimal.double
  }
}
