extension NumberRules {
  /// A number as text that these rules read as that number, whatever other values the column has.
  ///
  /// Where the decimal mark is left open, `1.234` could be a thousand to the reader of the file; so it
  /// is written as `1.2340`, which could not.
  ///
  /// - Parameter number: a number, with all its digits.
  /// - Returns: the text, without a unit and without groups.
  package func text(of number: Double) -> String {
    let text = number.description
    guard let point = text.firstIndex(of: ".") else { return text }
    if decimalMark == .comma || groups == .only(.point) {
      return text.prefix(upTo: point) + "," + text.suffix(from: text.index(after: point))
    }
    let whole = text.prefix(upTo: point).drop { $0 == "-" }
    let end = text.firstIndex(of: "e") ?? text.endIndex
    let decimals = text[text.index(after: point)..<end]
    let isOpen = decimalMark == nil && decimals.count == 3 && whole.count <= 3
    return isOpen ? text[..<end] + "0" + text[end...] : text
  }
}
