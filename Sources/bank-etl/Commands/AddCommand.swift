import Datasets
import Loading
import SQLite

/// `bank-etl add`: a row made by hand.
enum AddCommand {
  static let command = Command(
    path: ["add"],
    summary: "add a row by hand",
    operands: [.rowDataset, .assignments],
    options: [.importWait, .database, .package, .json, .quiet],
    examples: [
      Example(
        "bank-etl add contacts name='Ada Byrne' phone=555-0100", "a new contact"),
      Example(
        "bank-etl add contacts name='Ada Byrne' phone=555-0100 address=@address.txt",
        "a value out of a file"),
    ],
    discussion: """
      Values are converted and checked as those of an imported file; columns that are not named \
      have none. Where a record of the dataset fills several tables, so does the row; a row of an \
      earlier table that others can share (an employee, say) is used if it is there.

      column= stands for no value, column=@FILE for what is in a file, column=@@text for a text \
      that begins with @. Each command is a run of its own: 'bank-etl why' shows it, and \
      'bank-etl undo' takes it back.
      """,
    action: .run { arguments in try run(arguments) })

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let editor = try RowEditor(arguments)
    let rows = editor.rows
    var assignments = try Assignment.all(arguments.operands.dropFirst(), of: rows)
    let keyColumns = rows.dataset.keyColumns
    for field in rows.dataset.fields where field.isRequired || keyColumns.contains(field.column) {
      guard !assignments.contains(where: { $0.field == field }) else { continue }
      guard !field.emptyIsValue else {
        assignments.append(Assignment(field: field, value: "", contents: nil))
        continue
      }
      throw CommandFailure(
        .dataError, Message("\(field.column): expected a value but found none"))
    }
    let report = try editor.run(command) { run in
      var ids: [Int64] = []
      for target in rows.dataset.targets.indices {
        ids.append(try insert(target, assignments, ids, rows, run, in: editor.database))
      }
      run.count(\.inserted)
      return [ids[0]]
    }
    try report.write(arguments)
    return .success
  }

  /// Inserts the row of one table, or finds it where it can be shared.
  private static func insert(
    _ index: Int, _ assignments: [Assignment], _ ids: [Int64], _ rows: StoredRows,
    _ run: HandRun, in database: Database
  ) throws -> Int64 {
    let target = rows.dataset.targets[index]
    let values = target.values(assignments, rows.dataset, parents: ids)
    if rows.dataset.isParent(index) {
      let key = target.key.map { column in values.first { $0.column == column }?.value ?? .null }
      let match = target.key.map { "\(quoted($0)) = ?" }.joined(separator: " AND ")
      let found = try database.value(
        "SELECT _rowid_ FROM main.\(quoted(target.table)) WHERE \(match)", key)
      if let id = found?.integer {
        for (column, value) in values where value != .null {
          try check(column, value, ofRow: id, of: target.table, in: database)
        }
        return id
      }
    }
    let files = target.files(assignments, rows.dataset)
    return try run.insert(into: target.table, values, files: files)
  }

  /// Refuses a value that a row which is shared has another one for: it would get lost.
  private static func check(
    _ column: String, _ value: Value, ofRow id: Int64, of table: String, in database: Database
  ) throws {
    let stored = try database.value(
      "SELECT \(quoted(column)) FROM main.\(quoted(table)) WHERE _rowid_ = ?", [.integer(id)])
    guard let stored, stored != value else { return }
    let found = TerminalText.escaped(value.plainText)
    throw CommandFailure(
      .dataError,
      Message(
        "\(column): expected \"\(TerminalText.escaped(stored.plainText))\", as the row of "
          + "\"\(table)\" with this key has it, but found \"\(found)\""),
      "'bank-etl set' changes rows that are there")
  }
}

extension Target {
  /// The columns of the table that are given, with those that refer to rows of earlier tables.
  ///
  /// - Parameters:
  ///   - assignments: what is given.
  ///   - dataset: the dataset.
  ///   - ids: the ids of the rows in the earlier tables; nil where the row refers to them already.
  /// - Returns: the columns with their values.
  func values(
    _ assignments: [Assignment], _ dataset: Dataset, parents ids: [Int64]?
  ) -> [HandRun.Assignment] {
    let own = fields.map { dataset.fields[$0] }
    let given = assignments.filter { own.contains($0.field) && $0.contents == nil }
    var values: [HandRun.Assignment] = given.map { (column: $0.field.column, value: $0.value) }
    guard let ids else { return values }
    for parent in parents {
      values.append((column: parent.column, value: .integer(ids[parent.target])))
    }
    return values
  }
}

extension Target {
  /// The columns of the table whose given values are in files.
  ///
  /// - Parameters:
  ///   - assignments: what is given.
  ///   - dataset: the dataset.
  /// - Returns: the columns with the bytes.
  func files(_ assignments: [Assignment], _ dataset: Dataset) -> [FileColumn] {
    let own = fields.map { dataset.fields[$0] }
    return assignments.filter { own.contains($0.field) && $0.contents != nil }
      .map { (column: $0.field.column, contents: $0.contents) }
  }
}

extension Operand {
  /// The values of a command that writes a row.
  static let assignments = Operand(
    name: "COLUMN=VALUE", kind: .assignment, help: "a column, or its label, with its value",
    isRepeated: true)
}
