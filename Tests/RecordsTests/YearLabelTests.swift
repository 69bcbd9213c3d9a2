import Testing

@testable import Records

struct YearLabelTests {
  @Test(arguments: [
    ("1900", true), ("2024", true), ("2100", true), ("1899", false), ("2101", false), ("", false),
    ("24", false), ("+2024", false), ("02024", false), (" 2024", false), ("2O24", false),
  ])
  func `a year is four digits within two centuries`(text: String, isYear: Bool) {
    #expect(YearLabel.matches(text.utf8) == isYear)
  }
}
