import Records

/// How the fields of the records below one header go to the columns that a file fills.
struct TableMapping: Sendable {
  /// How many fields the records have.
  let width: RecordWidth
  /// Tells the same header when it comes again.
  let header: RepeatedHeader
  /// For each of the file's columns, the place of its field; `HeaderMatch.absent` for none.
  let positions: [Int]
  /// For each of the file's columns, the places of all the fields that it is joined of.
  let joined: [[Int]]

  /// The mapping of a table.
  ///
  /// - Parameters:
  ///   - table: the header of the table.
  ///   - file: the columns that the file fills.
  init(_ table: HeaderMatch, for file: HeaderMatch) {
    width = RecordWidth(labels: table.labels)
    header = RepeatedHeader(table)
    let columns = file.columns.map { column in
      table.columns.first { $0.field.column == column.field.column }
    }
    positions = columns.map { $0?.position ?? HeaderMatch.absent }
    joined = columns.map { $0?.joined ?? [] }
  }
}
