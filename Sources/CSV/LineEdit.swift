/// One small change that makes a record of a line which is none as it stands.
package struct LineEdit: Equatable, Sendable {
  /// What is changed.
  package enum Kind: Equatable, Sendable {
    /// The line has another delimiter than the others.
    case delimiter(Delimiter)
    /// The line has other quotes than the others.
    case quote(UInt8)
    /// A quote that opens or closes nothing is text, or left out.
    case strayQuote
    /// A delimiter is put in behind this many fields.
    case missingDelimiter(after: Int)
    /// An empty field is left out, counting from 1.
    case surplusField(Int)
    /// An empty field is put in, counting from 1.
    case missingField(Int)
  }

  /// What is changed.
  package let kind: Kind
  /// The fields of the record.
  package let fields: [[UInt8]]

  /// What is wrong with the line, to follow "expected 3 fields but found 2".
  package var explanation: String {
    switch kind {
    case .delimiter(let delimiter):
      "this record has \(fields.count) with \(delimiter.name) as its delimiter"
    case .quote(let byte):
      "this record has \(fields.count) with \(Character(UnicodeScalar(byte))) as its quote"
    case .strayQuote: "a quote in it opens or closes nothing"
    case .missingDelimiter(let count):
      "a delimiter is missing between fields \(count) and \(count + 1)"
    case .surplusField(let field): "the empty field \(field) is one too many"
    case .missingField(let field): "field \(field) is missing"
    }
  }
}
