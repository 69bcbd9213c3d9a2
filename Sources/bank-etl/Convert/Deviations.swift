import CSV
import Records

/// The records that are not as they should be, shown on standard error as they come.
struct Deviations {
  /// How many are shown; of the others, only the number is.
  static let shownCount = 100

  private let name: String
  private var count = 0

  init(path: String) {
    name = CommandFailure.place(path, nil) ?? path
  }

  /// Adds a record.
  mutating func add(line: Int64, _ text: @autoclosure () -> String) {
    count += 1
    guard count <= Self.shownCount else { return }
    Message.show([Message(text(), at: "\(name):\(line)")])
  }

  /// Adds a further table.
  mutating func add(_ table: TableSurvey.Table) {
    let labels = table.labels.map { "\"\($0)\"" }.joined(separator: ", ")
    add(
      line: table.line,
      "another table begins here, of \(table.fields) fields (\(labels)): it is written below the others, "
        + "its records with as many")
  }

  /// Adds what is wrong with the header's records.
  mutating func addHeader(_ layout: TableLayout, of head: borrowing RecordBatch) {
    for row in layout.header {
      let record = head.records[row]
      if let problem = head.problems.first(where: { $0.record == row }) {
        add(line: record.line, problem.message)
      } else if layout.surplusLabel != nil || record.fieldCount < layout.fieldCount {
        let left = layout.surplusLabel.map { "; the empty label \($0 + 1) is left out" } ?? ""
        add(
          line: record.line,
          "expected \(layout.fieldCount) labels but found \(record.fieldCount)\(left)")
      }
    }
  }

  /// Adds what is wrong with a column.
  mutating func add(column text: String) {
    count += 1
    Message.show([Message(text, at: name)])
  }

  /// Adds a reject.
  mutating func add(_ reject: Reject) {
    add(line: reject.line, (reject.column.map { "\($0): " } ?? "") + reject.message)
  }

  /// Says how many more there were than were shown.
  ///
  /// - Returns: `rejects` where there was one, else `success`.
  func finish() -> ExitStatus {
    if count > Self.shownCount {
      Message.show([Message("\(count - Self.shownCount) more like these", at: name)])
    }
    return count > 0 ? .rejects : .success
  }
}
