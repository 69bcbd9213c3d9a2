import Datasets
import Loading
import SQLite

/// `bank-etl set`: a row changed by hand.
enum SetCommand {
  static let command = Command(
    path: ["set"],
    summary: "change a row by hand",
    operands: [.rowDataset, .rowKey, .assignments],
    options: [.importWait, .database, .package, .json, .quiet],
    examples: [
      Example("bank-etl set failed-banks 15426 acquirer='Equity Bank'", "one column"),
      Example(
        "bank-etl set contacts 3 phone=555-0199 address=", "two columns, one of them to NULL"),
    ],
    discussion: """
      Values are converted and checked as those of an imported file. What belongs to several tables \
      is changed in one transaction. Each command that changes something is a run of its own: \
      'bank-etl why' shows it with what was there before, and 'bank-etl undo' takes it back.

      column= stands for no value, column=@FILE for what is in a file, column=@@text for a text \
      that begins with @. The exit status is 1 when there is no such row; then the nearest keys are \
      named.
      """,
    action: .run { arguments in try run(arguments) })

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let editor = try RowEditor(arguments)
    let rows = editor.rows
    let assignments = try Assignment.all(arguments.operands.dropFirst(2), of: rows)
    let key = try RowKey(arguments.operands[1], of: rows)
    let report = try editor.run(command) { run in
      let row = try key.row(in: editor.database)
      var ids = row.ids
      var isChanged = false
      for (index, target) in rows.dataset.targets.enumerated() {
        let known = ids.prefix(index).compactMap(\.self)
        if let id = ids[index] {
          let values = target.values(assignments, rows.dataset, parents: nil)
          let files = target.files(assignments, rows.dataset)
          guard !values.isEmpty || !files.isEmpty else { continue }
          if try run.update(target.table, row: id, values, files: files) { isChanged = true }
        } else if known.count == index {
          // A record that never came has left no row here.
          let values = target.values(assignments, rows.dataset, parents: known)
          let files = target.files(assignments, rows.dataset)
          guard values.count + files.count > target.parents.count else { continue }
          ids[index] = try run.insert(into: target.table, values, files: files)
          isChanged = true
        }
      }
      run.count(isChanged ? \.updated : \.unchanged)
      return [ids[0]].compactMap(\.self)
    }
    try report.write(arguments)
    return .success
  }
}
