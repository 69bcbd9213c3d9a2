import Input
import Records

/// Why a record can't be read, as the problem of a batch says it.
struct RecordFlaw: Equatable {
  let code: RejectCode
  let message: String

  /// The source ends within the quotes that field `field`, counting from 1, opens; where it does so on
  /// the same line, without a line end, it is cut.
  static func unclosedAtEnd(field: Int, isCut: Bool) -> RecordFlaw {
    RecordFlaw(
      code: isCut ? .truncated : .unclosedQuote,
      message: "expected the quote that opens field \(field) to be closed, "
        + "but found the end of the file" + (isCut ? "; its end may be missing" : ""))
  }

  /// The quotes that field `field` opens take in more than a record can have.
  static func unclosed(field: Int, within bytes: Int) -> RecordFlaw {
    RecordFlaw(
      code: .unclosedQuote,
      message: "expected the quote that opens field \(field) to be closed, "
        + "but found no end of it within \(bytes) bytes")
  }

  /// The record that goes on behind the line has not as many fields as it should.
  static func unclosed(field: Int, expected: Int, found: Int, lines: Int) -> RecordFlaw {
    RecordFlaw(
      code: .unclosedQuote,
      message: "expected the quote that opens field \(field) to be closed on this line, or a record"
        + " of \(expected) fields, but found \(found) fields over \(lines) lines")
  }

  /// Text follows the closing quote of field `field`; `line` counts from 1 within the record.
  static func strayQuote(field: Int, line: Int, followedBy text: String) -> RecordFlaw {
    let place = line == 1 ? "" : " on line \(line) of the record"
    return RecordFlaw(
      code: .strayQuote,
      message: "expected a delimiter after the closing quote of field \(field), "
        + "but found \(text)\(place)")
  }

  /// A quote is within field `field`, counting from 1, where no text has one.
  static func quoteWithin(field: Int) -> RecordFlaw {
    RecordFlaw(
      code: .strayQuote,
      message: "expected quotes around field \(field) or none, but found one within it")
  }

  /// The source ends within a record.
  static func truncated(expected: Int, found: Int) -> RecordFlaw {
    RecordFlaw(
      code: .truncated,
      message: "expected \(expected) fields and a line end, but the file ends after \(found); "
        + "its end may be missing")
  }

  /// The source ends within field `field`, counting from 1, of the last record.
  static func cut(field: Int) -> RecordFlaw {
    RecordFlaw(
      code: .truncated,
      message: "expected field \(field) to be written like those above and a line end, "
        + "but the file ends after the start of one; its end may be missing")
  }

  /// The record has too many or too few fields, and this is why.
  static func ragged(expected: Int, found: Int, _ reason: String) -> RecordFlaw {
    RecordFlaw(
      code: .ragged, message: "expected \(expected) fields but found \(found); \(reason)")
  }

  static func fieldTooLarge(bytes: Int, limit: Int) -> RecordFlaw {
    RecordFlaw(
      code: .tooLarge,
      message: "expected at most \(limit) bytes in a field, but found \(bytes)")
  }

  static func lineTooLarge(limit: Int) -> RecordFlaw {
    RecordFlaw(
      code: .tooLarge, message: "expected at most \(limit) bytes in a line, but found more")
  }

  static func undecodable(_ bytes: UndecodableBytes, encoding: String) -> RecordFlaw {
    RecordFlaw(
      code: .invalidEncoding,
      message: "expected \(encoding) text, but found \(bytes.hexadecimal) "
        + "at byte \(bytes.rawOffset) of the file")
  }
}

/// A short piece of a source for a message: in quotes, control characters escaped.
func excerpt(of text: [UInt8], in range: Range<Int>) -> String {
  let lengthMax = 24
  var result = "\""
  for scalar in String(decoding: text[range].prefix(lengthMax), as: UTF8.self).unicodeScalars {
    switch scalar.value {
    case 0x22, 0x5C: result += "\\\(scalar)"
    case ..<0x20, 0x7F..<0xA0: result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + (range.count > lengthMax ? "…\"" : "\"")
}
