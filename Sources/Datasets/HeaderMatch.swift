package import Records

/// How the columns of a file go to the fields of a dataset.
package struct HeaderMatch: Sendable {
  /// The dataset the file is one of.
  package let dataset: Dataset
  /// The index of the header's first record in the batch it was found in.
  package let record: Int
  /// The physical line (or the sheet's row) the header starts on, counting from 1.
  package let line: Int64
  /// The last physical line of the header; 0 where the file has none.
  package let lastLine: Int64
  /// The records of the header; none where the file has none.
  package let lines: HeaderLines
  /// The labels of all the file's columns, as the file has them, without white space around them; what
  /// stands in several lines is joined with a space.
  package let labels: [String]
  /// The columns of the file that are fields, in the order of the declaration.
  package private(set) var columns: [Column]
  /// The columns of the file that no field has, in the order of the file; they aren't loaded.
  package let unknownLabels: [String]
  /// The labels of the fields that the file lacks, in the order of the declaration.
  package private(set) var missingLabels: [String]
  /// What the values of columns showed of how they are to be read, in the order of `columns`.
  package internal(set) var findings: [ColumnFinding] = []
  /// Whether the first records have whole numbers with marks or units, so that a first pass over all of
  /// them is worth it.
  var hasWrittenIntegers = false
  /// Finds the headers of further tables below; nil where none are looked for.
  var matcher: HeaderMatcher?

  /// One column of the file that is a field of the dataset.
  package struct Column: Sendable, Equatable {
    /// The field.
    package internal(set) var field: Field
    /// The column's place in the file's first table, counting from 0; `HeaderMatch.absent` where only a
    /// later table has it.
    package let position: Int
    /// The column's label, as the file has it; several with a plus between them.
    package let label: String
    /// Which part of the column's text is the field's; nil where it has the whole.
    var part: SplitField.Part?
    /// The places of all the columns that the field is joined of, in order; none where it has a
    /// column of its own.
    package var joined: [Int] = []
  }

  /// The place of a column that a table does not have.
  package static let absent = -1

  /// Takes in the columns of later tables, in the order of the declaration.
  mutating func add(columnsOf later: HeaderMatch) {
    let known = Set(columns.map(\.field.column))
    let more = later.columns.filter { !known.contains($0.field.column) }
    guard !more.isEmpty else { return }
    let all =
      columns
      + more.map {
        Column(field: $0.field, position: HeaderMatch.absent, label: $0.label)
      }
    let places = Dictionary(
      dataset.fields.enumerated().map { ($1.column, $0) }, uniquingKeysWith: { first, _ in first })
    columns = all.sorted {
      places[$0.field.column, default: 0] < places[$1.field.column, default: 0]
    }
    let names = Set(more.map(\.field.name))
    missingLabels.removeAll { names.contains($0) }
  }

  /// The header's records in the batch that it was found in.
  package var records: Range<Int> { record..<record + lines.lines.count }

  /// How many columns have a label that is a field's.
  var knownLabelCount: Int { labels.count { !$0.isEmpty } - unknownLabels.count }

  /// How many columns the header has.
  package var fieldCount: Int { labels.count }

  /// The table's columns that the file fills, in the order of `columns`.
  package var tableColumns: [String] { columns.map(\.field.column) }

  /// Changes the type of a column, where `change` returns one.
  mutating func settle(_ column: Int, _ change: (FieldType) -> FieldType?) {
    guard let type = change(columns[column].field.type) else { return }
    columns[column].field.type = type
  }

  /// How many columns there are up to the last one with a label.
  package var leastFieldCount: Int { (labels.lastIndex { !$0.isEmpty } ?? -1) + 1 }
}
