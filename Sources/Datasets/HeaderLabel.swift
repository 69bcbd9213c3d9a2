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

  /// Whether a label can begin with a byte: values begin with digits and signs.
  static func canBegin(with byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "$"):
      false
    default: true
    }
  }

  /// Whether there is nothing but white space.
  var isEmpty: Bool { text.isEmpty }

  /// Reads the label from a field.
  init(field: Int, record: Int, in batch: borrowing RecordBatch) {
    let trimmed = batch.bytes.span.trimmed(batch.range(ofField: field, in: record))
    // One byte more than a label may have tells that it has too many.
    self.init(String(decoding: batch.bytes[trimmed.prefix(Self.byteLimit + 1)], as: UTF8.self))
  }

  /// A label that is no field, or several.
  init(_ text: String) {
    let isShort = text.utf8.count <= Self.byteLimit
    self.text = isShort ? text : String(decoding: text.utf8.prefix(Self.byteLimit), as: UTF8.self)
    folded = isShort ? LabelFolding.folded(text) : ""
    foldedToASCII = isShort ? LabelFolding.foldedToASCII(text) : ""
  }
}
