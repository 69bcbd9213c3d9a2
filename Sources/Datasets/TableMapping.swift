import Records

/// How the fields of the records below one header go to the columns that a file fills.
struct TableMapping: Sendable {
  /// How many fields the records have.
  let width: RecordWidth
  /// Tells the same header when it comes again.
  let header: RepeatedHeader
  /// The file's columns, each with its place in this table; `HeaderMatch.absent` for none.
  let columns: [HeaderMatch.Column]

  /// The mapping of a table.
  ///
  /// - Parameters:
  ///   - table: the header of the table.
  ///   - file: the columns that the file fills.
  init(_ table: HeaderMatch, for file: HeaderMatch) {
    width = RecordWidth(labels: table.labels)
    header = RepeatedHeader(table.lines)
    columns = file.columns.map { column in
      let own = table.columns.first { $0.field.column == column.field.column }
      return HeaderMatch.Column(
        field: column.field, position: own?.position ?? HeaderMatch.absent,
        label: own?.label ?? column.label, part: own?.part, joined: own?.joined ?? [])
    }
  }

  /// Which of the file's columns the table lacks: its records say nothing of them.
  var absentColumns: [Int] { columns.indices.filter { columns[$0].position < 0 } }

  /// Whether a problem keeps its record from being loaded: it is the record's, or that of a field which
  /// goes to a column.
  func stops(_ problem: RecordProblem) -> Bool {
    guard let field = problem.field else { return true }
    return columns.contains { $0.position == field || $0.joined.contains(field) }
  }
}
