import Records

/// What the values of one column show of how its numbers are written.
///
/// `1,50` has a decimal comma, `1,234.50` a decimal point, `1,234` is one number with either, and
/// `1 234` the same number with both. A currency or a percent sign has to be the same in all of the
/// column, because only the number is kept; a number without a currency goes with any currency.
package struct NumberEvidence: Sendable {
  /// A value with a unit, or the first one without.
  package struct Unit: Sendable, Equatable {
    /// The unit; empty where the value has none.
    package let unit: [UInt8]
    /// The value, in quotes and escaped.
    package let text: String
    /// The physical line (or the sheet's row) of its record, counting from 1.
    package let line: Int64

    fileprivate var isPercent: Bool { unit == [UInt8(ascii: "%")] }

    fileprivate func goesWith(_ other: Unit) -> Bool {
      if isPercent || other.isPercent { return unit == other.unit }
      if unit.isEmpty || other.unit.isEmpty { return true }
      return Currency.code(of: unit) == Currency.code(of: other.unit)
    }
  }

  private var rules: NumberRules
  private let isWhole: Bool
  private(set) var evidence = ReadingEvidence<DecimalMark>()
  /// Of values that may be with either mark, those in which they are whole.
  private(set) var wholeEvidence = ReadingEvidence<DecimalMark>()
  /// The first value of each unit, as far as they go together, and the first that doesn't.
  private var units: [Unit] = []
  private var hasUnitless = false

  /// No evidence yet, for a column with these rules.
  ///
  /// - Parameters:
  ///   - rules: the rules.
  ///   - isWhole: whether its values are to be whole numbers; their units are then looked at too.
  package init(rules: NumberRules, isWhole: Bool = false) {
    self.rules = rules
    self.isWhole = isWhole
    if isWhole, rules.units == .unproved { self.rules.units = .known }
  }

  /// Takes one value into account.
  ///
  /// - Parameters:
  ///   - range: the indices of the value, without white space around it.
  ///   - text: the bytes that the value is part of.
  ///   - line: the physical line of the value's record.
  package mutating func add(_ range: Range<Int>, in text: Span<UInt8>, line: Int64) {
    // Digits alone are a number without a unit, whatever the mark is.
    if hasUnitless || rules.units != .known, text.areDigits(range) { return }
    if let mark = rules.decimalMark {
      guard let number = WrittenNumber(range, in: text, rules, mark: mark) else { return }
      note(number, range, in: text, line: line)
      return
    }
    let point = WrittenNumber(range, in: text, rules, mark: .point)
    let comma = WrittenNumber(range, in: text, rules, mark: .comma)
    guard let number = point ?? comma else { return }
    note(number, range, in: text, line: line)
    // The same number with either mark: it shows nothing.
    guard point == nil || comma == nil || point?.decimal != comma?.decimal else { return }
    let readings = DecimalMark.allCases.enumerated().reduce(0) { bits, mark in
      let isRead = (mark.element == .point ? point : comma) != nil
      return isRead ? bits | 1 << mark.offset : bits
    }
    evidence.add(range, in: text, line: line, readings: readings) { mark in
      (mark == .point ? point : comma)?.decimal.double.map { "\($0)" } ?? "too long"
    }
    guard isWhole, let point, let comma else { return }
    let wholes = (point.decimal.isWhole ? 1 : 0) | (comma.decimal.isWhole ? 2 : 0)
    wholeEvidence.add(range, in: text, line: line, readings: wholes) { _ in "" }
  }

  private mutating func note(
    _ number: WrittenNumber, _ range: Range<Int>, in text: Span<UInt8>, line: Int64
  ) {
    guard rules.units == .known else { return }
    if let unit = number.unit {
      for known in units where text.contains(unit, in: [known.unit]) { return }
    } else {
      // Zero is zero in any unit.
      guard !hasUnitless, number.decimal != DecimalNumber() else { return }
      hasUnitless = true
    }
    // Once two don't go together, no more need be known.
    guard conflict == nil else { return }
    units.append(
      Unit(
        unit: number.unit.map { $0.map { text[$0] } } ?? [],
        text: QuotedText.quoted(range.map { text[$0] }), line: line))
  }

  /// What the values so far show of the decimal mark.
  package var decision: ReadingEvidence<DecimalMark>.Decision { evidence.decision }

  /// The decimal mark that the values show, and one of them; nil where none depends on it.
  func decimalMark(
    ofColumn label: String
  ) throws(ColumnEvidenceError) -> (
    reading: DecimalMark, proof: ReadingEvidence<DecimalMark>.Example
  )? {
    let mark = try evidence.reading(
      ofColumn: label, ("numbers that show their decimal mark", "numbers with one decimal mark")
    ) { _ in
      "set the mark with --decimal point or --decimal comma, "
        + "or declare \"decimalChar\" for the field"
    }
    guard let (one, other) = conflict else { return mark }
    throw ColumnEvidenceError(
      column: label, expected: "numbers of one currency or unit",
      examples: [one, other].map { ($0.text, $0.line, []) },
      advice: "declare \"bareNumber\": false for the field to read the numbers alone")
  }

  /// The unit of the values that have one, where they go together.
  package var unit: String? {
    units.first { !$0.unit.isEmpty }.map { String(decoding: $0.unit, as: UTF8.self) }
  }

  /// Two values whose units don't go together; nil where there are none.
  package var conflict: (Unit, Unit)? {
    for (index, unit) in units.enumerated() {
      if let other = units[..<index].first(where: { !$0.goesWith(unit) }) { return (other, unit) }
    }
    return nil
  }
}
