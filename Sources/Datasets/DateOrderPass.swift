package import Records

/// A first pass over a file that finds the order of dates where the declaration leaves it open.
///
/// Show it all the records, in any portions, then ask for the orders.
package struct DateOrderPass: Sendable {
  /// A column whose order is open.
  private struct Column {
    let name: String
    let label: String
    let position: Int
    var evidence: DateOrderEvidence
  }

  private var columns: [Column] = []
  private let width: RecordWidth

  /// A pass over the file of a header; nil where none is needed, the order of each column of dates
  /// being declared.
  ///
  /// - Parameter match: how the file's columns go to the fields.
  package init?(_ match: HeaderMatch) {
    guard match.needsDateOrder else { return nil }
    width = RecordWidth(labels: match.labels)
    for column in match.columns {
      guard let rules = column.field.type.dateRules, rules.order == nil else { continue }
      columns.append(
        Column(
          name: column.field.column, label: column.label, position: column.position,
          evidence: DateOrderEvidence(rules: rules)))
    }
  }

  /// Takes the records of a batch into account.
  ///
  /// Records that will be rejects because they could not be read, or have too few or too many
  /// fields, are passed over.
  ///
  /// - Parameters:
  ///   - batch: the records.
  ///   - records: which of them are data, counting from 0.
  package mutating func read(_ batch: borrowing RecordBatch, records: Range<Int>) {
    let bytes = batch.bytes.span
    let ends = batch.fieldEnds.span
    let unreadable = Set(batch.problems.map(\.record))
    for index in records where !unreadable.contains(index) {
      let record = batch.records[index]
      guard width.admits(record, ends, in: bytes) else { continue }
      for column in columns.indices {
        let field = ends.range(ofField: Int(record.firstField) + columns[column].position)
        columns[column].evidence.add(bytes.trimmed(field), in: bytes, line: record.line)
      }
    }
  }

  /// The orders that the values show, by the table's column.
  ///
  /// - Returns: an order for each column whose order was open and matters.
  /// - Throws: `DateOrderError` for the first column whose values leave the order open, or
  ///   contradict one another.
  package func orders() throws(DateOrderError) -> [String: DateOrder] {
    var orders: [String: DateOrder] = [:]
    for column in columns {
      switch column.evidence.decision {
      case .notNeeded: break
      case .order(let order): orders[column.name] = order
      case .ambiguous, .contradiction:
        throw DateOrderError(column: column.label, decision: column.evidence.decision)
      }
    }
    return orders
  }
}
