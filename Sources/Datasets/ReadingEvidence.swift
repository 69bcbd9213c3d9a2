/// One of the ways to read a column, such as an order of dates or a decimal mark.
package protocol ColumnReading: Sendable, Hashable, CaseIterable where AllCases == [Self] {}

extension DateOrder: ColumnReading {}
extension DecimalMark: ColumnReading {}

/// What the values of one column show of how it is to be read.
///
/// Some values can be read in one way only, some in several, and some mean the same in any. The
/// column's reading is the one in which each of its values means something.
package struct ReadingEvidence<Reading: ColumnReading>: Sendable {
  /// One value that has shown something.
  package struct Example: Sendable, Equatable {
    /// The value, in quotes and escaped.
    package let text: String
    /// The physical line (or the sheet's row) of its record, counting from 1.
    package let line: Int64
    /// The ways in which the value can be read.
    package let readings: [Reading]
    /// What the value is in each of them, in words.
    package let meanings: [String]
  }

  /// What all the values together show.
  package enum Decision: Sendable, Equatable {
    /// No value depends on the reading.
    case notNeeded
    /// Each value can be read in this way, and not all of them in any other; one that can't.
    case reading(Reading, Example)
    /// Each value can be read in several ways: one or two of the values.
    case ambiguous([Example])
    /// There is no way in which each value can be read: two values that don't go together.
    case contradiction(Example, Example)
  }

  /// How many values with the same readings are kept to be shown.
  private static var exampleLimit: Int { 2 }

  /// For each set of readings, the first values that can be read in just these.
  ///
  /// The index has one bit a reading, in the order of `allCases`.
  private var examples = [[Example]](repeating: [], count: 1 << Reading.allCases.count)

  /// No evidence yet.
  package init() {}

  /// Takes a value into account that can be read in the ways of `readings`, one bit each.
  @inline(__always)
  mutating func add(
    _ range: Range<Int>, in text: Span<UInt8>, line: Int64, readings: Int,
    meaning: (Reading) -> String
  ) {
    guard examples[readings].count < Self.exampleLimit else { return }
    let value = range.map { text[$0] }
    let ways = Reading.allCases.enumerated().filter { readings & (1 << $0.offset) != 0 }
      .map(\.element)
    examples[readings].append(
      Example(
        text: QuotedText.quoted(value), line: line, readings: ways, meanings: ways.map(meaning)))
  }

  /// What the values so far show.
  package var decision: Decision {
    let shown = examples.joined().sorted { $0.line < $1.line }
    guard let first = shown.first else { return .notNeeded }
    let common = Reading.allCases.filter { reading in
      shown.allSatisfy { $0.readings.contains(reading) }
    }
    if common.count == 1 {
      let proof = shown.min { $0.readings.count < $1.readings.count } ?? first
      return .reading(common[0], proof)
    }
    if common.count > 1 { return .ambiguous(Array(shown.prefix(Self.exampleLimit))) }
    for (index, example) in shown.enumerated() {
      let earlier = shown.prefix(index).first {
        Set($0.readings).isDisjoint(with: example.readings)
      }
      if let earlier { return .contradiction(earlier, example) }
    }
    // Any two values go together, and all of them don't.
    return .contradiction(first, shown.first { $0.readings != first.readings } ?? first)
  }

  /// The reading that the values show.
  ///
  /// - Parameters:
  ///   - label: the column's label.
  ///   - what: the values, and what they have to show of themselves.
  ///   - advice: what to do for a column whose values leave it open, given what they can be.
  /// - Returns: the reading and a value that shows it; nil where no value depends on it.
  /// - Throws: `ColumnEvidenceError` where the values leave it open, or contradict one another.
  func reading(
    ofColumn label: String, _ what: (open: String, contradictory: String),
    advice: ([Reading]) -> String
  ) throws(ColumnEvidenceError) -> (reading: Reading, proof: Example)? {
    let examples: [Example]
    let expected: String
    switch decision {
    case .notNeeded: return nil
    case .reading(let reading, let proof): return (reading, proof)
    case .ambiguous(let open): (examples, expected) = (open, what.open)
    case .contradiction(let one, let other):
      (examples, expected) = ([one, other], what.contradictory)
    }
    let readings = Reading.allCases.filter { reading in
      examples.contains { $0.readings.contains(reading) }
    }
    throw ColumnEvidenceError(
      column: label, expected: expected,
      examples: examples.map { ($0.text, $0.line, $0.meanings) }, advice: advice(readings))
  }
}
