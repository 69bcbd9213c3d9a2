import Testing

@testable import Datasets

private func evidence(_ values: [String], _ rules: NumberRules = NumberRules()) -> NumberEvidence {
  var evidence = NumberEvidence(rules: rules)
  for (index, value) in values.enumerated() {
    let bytes = Array(value.utf8)
    evidence.add(bytes.indices, in: bytes.span, line: Int64(index + 2))
  }
  return evidence
}

struct NumberEvidenceTests {
  @Test(
    "values that decide, or need no decision",
    arguments: [
      (["1", "1234", "", "x", "1 234", "-5", "1e5", "1'234"], nil), ([], nil),
      (["1,234", "1.50"], .point), (["1,234", "1,50"], .comma), (["1.234", "0.5"], .point),
      (["1.234", "96,58 €"], .comma), (["1,234,567"], .point), (["1.234.567"], .comma),
      (["1.234,50"], .comma), (["$1,234.50", "(5)"], .point), (["0.234"], .point),
      (["1234.567"], .point), ([".500"], .point), (["1,2345", "1.234"], .comma),
      (["1 234.567"], .point), (["1,50", "1.5.0", "n/a"], .comma),
    ] as [([String], DecimalMark?)])
  func decided(values: [String], mark: DecimalMark?) throws {
    #expect(try evidence(values).decimalMark(ofColumn: "x")?.reading == mark)
  }

  @Test(
    "values that leave it open, or contradict one another",
    arguments: [
      (
        ["5", "1,234", "56.789"],
        #""Amount": expected numbers that show their decimal mark but found "1,234" (line 3, 1234.0 "#
          + #"or 1.234) and "56.789" (line 4, 56.789 or 56789.0); set the mark with --decimal point "#
          + #"or --decimal comma, or declare "decimalChar" for the field"#
      ),
      (
        ["1,50", "1,234", "1.50"],
        #""Amount": expected numbers with one decimal mark but found "1,50" (line 2, 1.5) and "#
          + #""1.50" (line 4, 1.5); set the mark with --decimal point or --decimal comma, "#
          + #"or declare "decimalChar" for the field"#
      ),
      (
        ["$5", "0 €", "7 €"],
        #""Amount": expected numbers of one currency or unit but found "$5" (line 2) and "0 €" "#
          + #"(line 3); declare "bareNumber": false for the field to read the numbers alone"#
      ),
      (
        ["5%", "0", "7"],
        #""Amount": expected numbers of one currency or unit but found "5%" (line 2) and "7" "#
          + #"(line 4); declare "bareNumber": false for the field to read the numbers alone"#
      ),
    ])
  func open(values: [String], message: String) throws {
    let error = try #require(throws: ColumnEvidenceError.self) {
      try evidence(values).decimalMark(ofColumn: "Amount")
    }
    #expect(error.description == message)
  }

  @Test func `a currency goes with none, and declared units are not compared`() throws {
    #expect(
      try evidence(["$5", "6", "(7)", "$-", "$8"]).decimalMark(ofColumn: "x")?.reading == nil)
    #expect(try evidence(["5%", "0", "7 %"]).decimalMark(ofColumn: "x")?.reading == nil)
    let any = NumberRules(units: .any)
    #expect(try evidence(["$5", "7 €", "3%"], any).decimalMark(ofColumn: "x")?.reading == nil)
    let declared = NumberRules(decimalMark: .comma)
    #expect(try evidence(["1.234", "1,50"], declared).decimalMark(ofColumn: "x")?.reading == nil)
    #expect(throws: ColumnEvidenceError.self) {
      try evidence(["$1", "1,50 €"], declared).decimalMark(ofColumn: "x")
    }
  }
}
