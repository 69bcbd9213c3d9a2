import Testing

@testable import CSV

struct CellShapeTests {
  @Test(
    arguments: [
      ("", .empty), ("  ", .empty), ("box", .word), ("A-15", .word), ("12A", .word),
      ("two words", .text),
      ("12 Main Street", .text), ("5", .number), ("-1.234,50 €", .number), ("(5)", .number),
      ("30%", .number), ("1.5e-5", .number), ("2E+05", .number), ("1e5", .number), ("e5", .word),
      ("5e", .word), ("A1e5", .word), ("55.91 USD", .number), ("EUR 5", .number), ("US$5", .number),
      ("£1,234.50", .number), ("5 kr", .number), ("kr. 5", .number), ("5 USDx", .text),
      ("5 kg", .text), ("USD", .word), ("2023-03-05 10:00", .moment), ("5/6/2016 10:00", .moment),
      ("10:30", .moment), ("9:15 PM", .moment), ("30SEP2025", .moment),
      ("30SEP2025:10:11:12.5", .moment), ("2010-02-25 02:48:11 UTC", .moment),
      ("2010-02-25T02:48:11.5Z", .moment), ("1-Nov-19", .moment), ("March 5, 2021", .moment),
      ("Mon, 1 March 2021", .moment), ("5 de mayo de 2021", .moment), ("5 May", .text),
      ("May", .word),
      ("2021 Oak Street", .text), ("3 March Avenue 5", .text), (";5", .odd), ("\"5", .odd),
    ] as [(String, CellShape)])
  func `a field has a shape`(text: String, shape: CellShape) {
    let bytes = Array("x\(text)x".utf8)
    #expect(CellShape(1..<bytes.count - 1, in: bytes.span, delimiter: [0x2C]) == shape, "\(text)")
  }
}
