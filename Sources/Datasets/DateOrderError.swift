/// That the values of a column don't decide the order of its dates.
package struct DateOrderError: Error, Equatable, CustomStringConvertible {
  /// The column's label, as the file has it.
  package let column: String
  /// What the values show instead: `ambiguous` or `contradiction`.
  package let decision: DateOrderEvidence.Decision

  /// The physical line (or the sheet's row) of the first value shown, counting from 1.
  package var line: Int64? { examples.first?.line }

  private var examples: [DateOrderEvidence.Example] {
    switch decision {
    case .ambiguous(let examples): examples
    case .contradiction(let first, let second): [first, second]
    case .notNeeded, .order: []
    }
  }

  /// The values that leave it open, and the option that decides it, on one line without the place.
  package var description: String {
    let label = QuotedText.quoted(column)
    let isContradiction = if case .contradiction = decision { true } else { false }
    let expected = isContradiction ? "dates of one order" : "dates that show their order"
    let found = examples.map { example in
      "\(example.text) (line \(example.line), \(words(example.orders)))"
    }
    let text = "\(label): expected \(expected) but found \(found.joined(separator: " and "))"
    return "\(text); set the order with \(options)"
  }

  private func words(_ orders: [DateOrder]) -> String {
    orders.map(\.words).joined(separator: " or ")
  }

  private var options: String {
    let orders = DateOrder.allCases.filter { order in
      examples.contains { $0.orders.contains(order) }
    }
    let options = orders.map { "--date-order \($0.rawValue)" }
    return options.joined(separator: " or ") + ", or declare \"dateOrder\" for the field"
  }
}
