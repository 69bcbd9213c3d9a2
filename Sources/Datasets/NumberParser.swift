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

  /// Appends the number that the text at `range` is, as programs write it, to `output`.
  ///
  /// The digits are those of the text, all of them: `1234.50` for `$1,234.50`, `-0.5` for `(.5)`. An
  /// exponent is not written out; a text that has one is none here.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  ///   - rules: the column's rules.
  ///   - output: what the number is appended to.
  /// - Returns: whether the text is a number; if not, `output` is as it was.
  package static func append(
    _ range: Range<Int>, in text: Span<UInt8>, _ rules: NumberRules, to output: inout [UInt8]
  ) -> Bool {
    guard let number = WrittenNumber(range, in: text, rules), !number.hasExponent else {
      return false
    }
    if number.decimal.isNegative { output.append(UInt8(ascii: "-")) }
    var hasDigit = false
    var hasMark = false
    for position in range where number.unit?.contains(position) != true {
      let byte = text[position]
      if byte == number.mark.byte {
        hasMark = true
      } else if byte &- 0x30 < 10 {
        if hasMark { output.append(contentsOf: hasDigit ? [0x2E] : [0x30, 0x2E]) }
        output.append(byte)
        (hasDigit, hasMark) = (true, false)
      }
    }
    // A dash beside a currency.
    if !hasDigit { output.append(0x30) }
    return true
  }
}
