import Testing

@testable import Datasets

struct FieldValueTests {
  private static func field(_ more: String) throws -> Field {
    try dataset(#"{"name": "F", "column": "f", \#(more)}"#).fields[0]
  }

  @Test(arguments: [
    (#""type": "string""#, " O'Fallon ", FieldValue.text("O'Fallon")),
    (#""type": "string""#, "  ", .null),
    (#""type": "string", "missingValues": ["n/a"]"#, "n/a", .null),
    (#""type": "integer""#, "0042", .integer(42)),
    (#""type": "number", "decimalChar": ".""#, "$7,654.50", .number(7654.5)),
    (#""type": "boolean""#, "true", .integer(1)),
    (#""type": "date", "dateOrder": "mdy""#, "3/12/2023", .text("2023-03-12")),
    (#""type": "date", "dateOrder": "dmy""#, "12-Mar-23", .text("2023-03-12")),
  ])
  func `as a field of a file`(type: String, text: String, expected: FieldValue) throws {
    #expect(try Self.field(type).value(of: text, isStored: true) == expected)
  }

  @Test(arguments: [
    (#""type": "integer""#, "x", #"expected a whole number but found "x""#),
    (
      #""type": "string", "constraints": {"required": true}"#, "", "expected a value but found none"
    ),
    (
      #""type": "integer", "constraints": {"minimum": 1}"#, "0",
      #"expected a value of at least 1 but found "0""#
    ),
    (#""type": "date", "dateOrder": "mdy""#, "13/13/2023", nil),
  ])
  func `what can't be stored`(type: String, text: String, message: String?) throws {
    let field = try Self.field(type)
    let error = #expect(throws: FieldValueError.self) { () throws in
      _ = try field.value(of: text, isStored: true)
    }
    if let message { #expect(error?.description == message) }
  }

  @Test func `what is only compared need not keep to the constraints`() throws {
    let field = try Self.field(
      #""type": "integer", "constraints": {"minimum": 1, "required": true}"#)
    #expect(try field.value(of: "0") == .integer(0))
    #expect(try field.value(of: "") == .null)
  }

  @Test func `a key has a value`() throws {
    let field = try Self.field(#""type": "string""#)
    #expect(throws: FieldValueError.self) { () throws in
      _ = try field.value(of: " ", isStored: true, isKey: true)
    }
  }

  @Test func `ten megabytes are a value`() throws {
    let text = String(repeating: "ä", count: 5 << 20)
    #expect(try Self.field(#""type": "string""#).value(of: text, isStored: true) == .text(text))
  }
}
