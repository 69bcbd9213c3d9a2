import Testing

@testable import Records

struct HeaderLinesTests {
  static let cases: [(lines: [[String]], spanned: [String], plain: [String])] = [
    ([], [], []), ([["a", "", "b"]], ["a", "", "b"], ["a", "", "b"]),
    (
      [["Sales", "", "x"], ["q1", "q2", ""]], ["Sales q1", "Sales q2", "x"],
      ["Sales q1", "q2", "x"]
    ),
    ([["a"], ["b", "c"]], ["a b", "c"], ["a b", "c"]),
    ([["", "t"], ["u", ""], ["", ""]], ["u", "t u"], ["u", "t"]),
  ]

  @Test(arguments: cases.indices)
  func `labels are joined from the top`(index: Int) {
    let row = Self.cases[index]
    let header = HeaderLines(row.lines)
    #expect((0..<header.width).map { header.label(ofColumn: $0) } == row.spanned)
    #expect((0..<header.width).map { header.label(ofColumn: $0, spanned: false) } == row.plain)
  }
}
