import Testing

@testable import Datasets

struct NumberRulesTests {
  private func type(_ declaration: String) throws -> FieldType {
    try dataset(#"{"name": "A", "column": "a", "type": "number"\#(declaration)}"#).fields[0].type
  }

  @Test(
    "what is declared",
    arguments: [
      ("", NumberRules()), (#", "decimalChar": ",""#, NumberRules(decimalMark: .comma)),
      (#", "bareNumber": true"#, NumberRules(units: .none)),
      (#", "bareNumber": false"#, NumberRules(units: .any)),
      (#", "groupChar": """#, NumberRules(groups: .none)),
      (#", "groupChar": ",""#, NumberRules(decimalMark: .point, groups: .only(.comma))),
      (#", "groupChar": ".""#, NumberRules(decimalMark: .comma, groups: .only(.point))),
      (#", "groupChar": "\u00A0""#, NumberRules(groups: .only(.space))),
      (
        #", "groupChar": "'", "decimalChar": ".""#,
        NumberRules(decimalMark: .point, groups: .only(.apostrophe))
      ),
    ])
  func declared(declaration: String, rules: NumberRules) throws {
    #expect(try type(declaration) == .number(rules))
  }

  @Test(
    "mistakes",
    arguments: [
      (#", "decimalChar": ";""#, #"expected "." or "," but found ";""#),
      (
        #", "groupChar": "x""#,
        #"expected a comma, a point, a space, an apostrophe or nothing but found "x""#
      ),
      (#", "groupChar": ",", "decimalChar": ",""#, #"can't be the same as "decimalChar""#),
      (#", "bareNumber": "no""#, #"expected true or false but found "no""#),
      (
        #", "dateOrder": "mdy""#,
        "belongs to a field of type date or datetime; remove it or change the type"
      ),
    ])
  func mistakes(declaration: String, message: String) throws {
    let error = try #require(throws: DeclarationError.self) { try type(declaration) }
    #expect(error.message == message)
  }

  @Test func `other types have no decimals, and only dates a calendar`() {
    for more in [
      #""decimalChar": ",""#, #""type": "date", "bareNumber": true"#,
      #""excelSerial": 1900"#, #""type": "date", "excelSerial": 1901"#,
    ] {
      #expect(throws: DeclarationError.self) {
        try dataset(#"{"name": "A", "column": "a", \#(more)}"#)
      }
    }
  }

  @Test func `the mark of a user wins, and what is declared is in the canonical text`() throws {
    let fields =
      #"{"name": "A", "column": "a", "type": "number", "groupChar": ",", "bareNumber": true},"#
      + #"{"name": "B", "column": "b"}, {"name": "C", "column": "c", "type": "date", "excelSerial": 1904}"#
    let things = try dataset(fields)
    #expect(things.canonicalText.contains("type number decimal point groups comma units none"))
    #expect(things.canonicalText.contains("type date undeclared pivot 69 excel 1904"))
    let changed = try #require(things.settingDecimalMark(.comma))
    #expect(changed.fields[0].type == .number(NumberRules(decimalMark: .comma, units: .none)))
    #expect(things.settingDecimalMark(.comma, ofColumn: "b") == nil)
    #expect(things.settingDecimalMark(.comma, ofColumn: "a") == changed)
  }
}
