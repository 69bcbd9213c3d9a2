import Datasets
import Records

/// Looks for values that would lose something as numbers, in the columns that a draft has as numbers.
struct CodeSearch {
  /// What is known of one of the columns.
  private struct Column {
    let label: String
    let position: Int
    /// The first value that shows a code, in words.
    var code: String?
    /// The first value that is a code unless the column groups thousands with spaces, in words.
    var phone: String?
    var groupsThousands = false
  }

  private var columns: [Column]
  private let fieldCount: Int

  /// A search in the columns of a file.
  ///
  /// - Parameters:
  ///   - draft: the draft.
  ///   - match: where its fields are in the file.
  init(_ draft: DatasetDraft, _ match: HeaderMatch) {
    fieldCount = match.fieldCount
    columns = match.columns.compactMap { column in
      let field = draft.fields.first { $0.column == column.field.column }
      guard let field, field.type.isNumber, column.position != HeaderMatch.absent else {
        return nil
      }
      return Column(label: field.label, position: column.position)
    }
  }

  /// Looks at the records of a batch: the fields as the file has them.
  mutating func look(at batch: borrowing RecordBatch) {
    guard !columns.isEmpty else { return }
    for record in batch.records.indices {
      let count = Int(batch.records[record].fieldCount)
      guard count <= fieldCount, !batch.hasProblem(record) else { continue }
      for index in columns.indices where columns[index].code == nil {
        guard columns[index].position < count else { continue }
        let range = batch.range(ofField: columns[index].position, in: record)
        look(at: batch.bytes[range], column: index, line: batch.records[record].line)
      }
    }
  }

  private mutating func look(at text: ArraySlice<UInt8>, column: Int, line: Int64) {
    guard let loss = NumberLoss(text) else {
      if !columns[column].groupsThousands, NumberLoss.groupsThousands(text) {
        columns[column].groupsThousands = true
      }
      return
    }
    let isPhone = loss == .phoneLike
    guard !isPhone || columns[column].phone == nil else { return }
    let shown = TerminalText.escaped(String(decoding: text.prefix(80), as: UTF8.self))
    let remark = "\"\(shown)\" on line \(line) \(loss.words)"
    if isPhone { columns[column].phone = remark } else { columns[column].code = remark }
  }

  /// The columns whose values are no numbers, each with a value that shows it.
  var misfits: [(label: String, remark: String)] {
    columns.compactMap { column in
      let phone = column.groupsThousands ? nil : column.phone
      return (column.code ?? phone).map { (column.label, $0) }
    }
  }
}

extension DraftField.FieldType {
  /// Whether values are kept as numbers.
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number: true
    case .string, .boolean, .date, .datetime: false
    }
  }
}
