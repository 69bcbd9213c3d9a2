/// Why a record was not loaded: the stable word for it in the ledger, in JSON and in messages.
package enum RejectCode: String, Sendable, CaseIterable {
  /// A quote was opened and not closed where a field can end.
  case unclosedQuote = "unclosed_quote"
  /// Text follows a closing quote within its field.
  case strayQuote = "stray_quote"
  /// What is no record in the source's format, such as an object of JSON that lacks a comma.
  case malformed
  /// Bytes that the source's encoding has no character for.
  case invalidEncoding = "invalid_encoding"
  /// A field or record beyond the size limit.
  case tooLarge = "too_large"
  /// A cell of a sheet has an error such as `#N/A` in place of its value.
  case cellError = "cell_error"
  /// More or fewer fields than the header has labels.
  case ragged
  /// A record of another table in the same file, which is not one of the dataset.
  case otherTable = "other_table"
  /// The file ends in the middle of the record.
  case truncated
  /// A field of the key, or a required field, is empty.
  case missingValue = "missing_value"
  /// No whole number, or one beyond 64 bits.
  case invalidInteger = "invalid_integer"
  /// No number, or one with more digits than a double keeps.
  case invalidNumber = "invalid_number"
  /// No real day, or not written in the column's order.
  case invalidDate = "invalid_date"
  /// Neither of the words for true and false.
  case invalidBoolean = "invalid_boolean"
  /// The file that the record names isn't there, or is none of the kind that the field has.
  case invalidFile = "invalid_file"
  /// The record's key is in this file before, with other values.
  case duplicateKey = "duplicate_key"
  /// A constraint of the field or of the table refused the row.
  case constraint
}

/// A record that was read and not loaded, with the reason.
package struct Reject: Sendable, Equatable {
  /// The physical line (or the sheet's row) the record starts on, counting from 1.
  package var line: Int64
  /// The number of the data record in its file, counting from 1 after the header.
  package var record: Int64
  /// The label of the field concerned, as the file has it; nil where the whole record is.
  package var column: String?
  /// The kind of reason.
  package var code: RejectCode
  /// What was expected and what was found, as one line.
  package var message: String
  /// The record's source text, as UTF-8 (what could not be decoded is as it was).
  package var raw: [UInt8]
  /// The record's key as text, where it could be read: see `keyText(_:in:)`.
  package var key: String?

  /// A reject with all its parts.
  package init(
    line: Int64, record: Int64, column: String?, code: RejectCode, message: String, raw: [UInt8],
    key: String? = nil
  ) {
    self.line = line
    self.record = record
    self.column = column
    self.code = code
    self.message = message
    self.raw = raw
    self.key = key
  }
}

extension Reject {
  /// What stands between the values of a key that has several (U+001F, the unit separator).
  package static let keySeparator: Character = "\u{1F}"

  /// A record's key as text, by which a later import can tell that it loaded the record.
  ///
  /// - Parameters:
  ///   - cells: the values of the key, in the order of the table's columns.
  ///   - bytes: the bytes of the batch, with the values' text.
  /// - Returns: the values as SQLite would write them, one after the other; nil where there are none,
  ///   or one that has no certain text (a double) or no text at all (NULL).
  package static func keyText(_ cells: [Cell], in bytes: [UInt8]) -> String? {
    guard !cells.isEmpty else { return nil }
    var texts: [String] = []
    for cell in cells {
      switch cell.kind {
      case .null, .real: return nil
      case .integer: texts.append(String(cell.payload))
      case .text:
        let range = Int(cell.payload)..<Int(cell.payload) + Int(cell.length)
        texts.append(String(decoding: bytes[range], as: UTF8.self))
      }
    }
    return texts.joined(separator: String(keySeparator))
  }
}
