import Records

/// A label of a record that may be the header.
struct HeaderLabel {
  /// How many bytes a label may have; a longer field is data.
  private static let byteLimit = 1024

  /// The text as the file has it, without white space around it.
  let text: String
  /// `text`, as far as it counts when labels are compared.
  let folded: String
  /// `text`, as far as it counts when its stray marks were decoded wrongly.
  let foldedToASCII: String

  /// Whether there is nothing but white space.
  var isEmpty: Bool { text.isEmpty }

  /// Reads the label from a field.
  init(field: Int, record: Int, in batch: borrowing RecordBatch) {
    let trimmed = batch.bytes.span.trimmed(batch.range(ofField: field, in: record))
    let range = trimmed.prefix(Self.byteLimit)
    text = String(decoding: batch.bytes[range], as: UTF8.self)
    guard range.count == trimmed.count else {
      folded = ""
      foldedToASCII = ""
      return
    }
    folded = LabelFolding.folded(text)
    foldedToASCII = LabelFolding.foldedToASCII(text)
  }
}
