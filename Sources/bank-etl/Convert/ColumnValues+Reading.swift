import Datasets
import Records

extension ColumnValues.Reading {
  /// What becomes of one value.
  enum Outcome {
    /// It is written as it is.
    case kept
    /// Something else was made of it.
    case made
    /// It is written as it is, though the others of the column are not.
    case misfit
  }

  /// Whether the values are numbers, of JSON or made to be.
  var isNumeric: Bool {
    switch self {
    case .number, .amount: true
    case .text, .date, .moment: false
    }
  }

  /// What is expected of each value, for a message.
  var expectation: String {
    switch self {
    case .text, .number: "a value"
    case .amount(let rules): "a number with a decimal \(rules.decimalMark?.words ?? "mark")"
    case .date: "a date"
    case .moment: "a date with a time of day"
    }
  }

  /// Makes of a value what is written in its place.
  ///
  /// - Parameters:
  ///   - value: the indices of the value, without white space around it.
  ///   - text: the bytes that it is part of.
  ///   - made: is emptied, and gets the text that is written.
  /// - Returns: whether there is any.
  func make(_ value: Range<Int>, of text: [UInt8], into made: inout [UInt8]) -> Outcome {
    made.removeAll(keepingCapacity: true)
    if value.isEmpty { return .kept }
    switch self {
    case .text, .number: return .kept
    case .amount(let rules):
      if NumberParser.append(value, in: text.span, rules, to: &made) { return .made }
      // A word that says that there is no number can't be taken for another one.
      return text[value].contains { $0 &- 0x30 < 10 } ? .misfit : .kept
    case .date(let parser):
      guard let date = parser.date(value, in: text.span) else { return .misfit }
      date.append(to: &made)
      return .made
    case .moment(let parser):
      return parser.append(value, in: text.span, to: &made) ? .made : .misfit
    }
  }
}
