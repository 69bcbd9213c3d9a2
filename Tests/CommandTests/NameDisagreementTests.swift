import Input
import Testing

@testable import bank_etl

struct NameDisagreementTests {
  @Test(
    arguments: [
      ("list.csv", nil, nil), ("list.csv.gz", .gzip, nil), ("list", .xlsx, nil), ("-", .zip, nil),
      ("list.dat", .xls, nil), ("a.b/list", .ods, nil), ("LIST.XLSX", .xlsx, nil),
      ("list.csv", .xlsx, "read as an Excel workbook (.xlsx), though its name ends in .csv"),
      ("list.xls", nil, "read as delimited text, though its name ends in .xls"),
      ("list.XLS", .xlsx, "read as an Excel workbook (.xlsx), though its name ends in .xls"),
      ("list.csv", .gzip, "read as a gzip file, though its name ends in .csv"),
      ("list.gz", nil, "read as delimited text, though its name ends in .gz"),
    ] as [(String, ForeignFormat?, String?)])
  func `a name that says something else is mentioned`(
    path: String, content: ForeignFormat?, message: String?
  ) {
    #expect(NameDisagreement.message(path: path, content: content) == message)
  }

  @Test func `text is called so`() {
    #expect(["a.csv", "b/c.TSV", "d.txt"].allSatisfy(NameDisagreement.isNamedText))
    #expect(!["a.pdf", "csv", "b.xlsx"].contains(where: NameDisagreement.isNamedText))
  }
}
