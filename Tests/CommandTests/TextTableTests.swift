import SQLite
import Testing

@testable import bank_etl

struct TextTableTests {
  private static func text(
    _ labels: [String], _ rows: [[Value]], isColored: Bool = false, lineWidth: Int? = nil
  ) -> String {
    var table = TextTable(
      labels: labels, style: Style(isColored: isColored), lineWidth: lineWidth)
    var bytes: [UInt8] = []
    for row in rows { table.add(row, to: &bytes) }
    table.finish(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `columns line up, numbers to the right`() {
    let rows: [[Value]] = [
      ["Almena", 15_426, "x"], ["銀行", 3, ""], ["An\u{303}o", .null, "NULL"],
    ]
    #expect(
      Self.text(["name", "cert", "note"], rows) == """
        name     cert  note
        ------  -----  ------
        Almena  15426  x
        銀行        3\("  ")
        An\u{303}o      NULL  "NULL"

        """)
  }

  @Test func `a table without rows has its labels`() {
    #expect(Self.text(["a", "bc"], []) == "a  bc\n-  --\n")
  }

  @Test func `a column with one text is not right-aligned`() {
    #expect(
      Self.text(["value", "x"], [[1, 1], ["a", 1]]) == "value  x\n-----  -\n1      1\na      1\n")
  }

  @Test func `labels and NULL are set off in colour`() {
    #expect(
      Self.text(["a"], [[.null], [1]], isColored: true)
        == "   \u{1b}[1ma\u{1b}[0m\n\u{1b}[2m----\u{1b}[0m\n\u{1b}[2mNULL\u{1b}[0m\n   1\n")
  }

  @Test func `controls are shown escaped`() {
    #expect(Self.text(["\u{1b}"], [["a\nb"]]) == "\\u{1b}\n------\na\\nb\n")
  }

  @Test(arguments: [10, 20, 25, 37, 38, 80])
  func `lines fit the terminal`(width: Int) {
    let row: [Value] = ["Bank of Kansas", "Almena", 15_426, "銀行銀行銀行"]
    let lines = Self.text(["name", "city", "cert", "x"], [row], lineWidth: width).split(
      separator: "\n")
    // A number is not cut, and three columns of four with the spaces between are the least.
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= max(width, 23) })
    #expect(lines.contains { $0.contains("…") } == (width < 43))
  }

  @Test func `the widest columns give way first`() {
    let rows: [[Value]] = [["abcdefghijklmnop", "abcd", "abcdefgh"]]
    let widths = Self.text(["a", "b", "c"], rows, lineWidth: 24).split(separator: "\n")[1]
      .split(separator: " ").map(\.count)
    #expect(widths == [8, 4, 8])
  }

  @Test func `rows after the measured ones follow at once, cut on a terminal only`() {
    let rows = [[Value]](repeating: ["abcd"], count: TextTable.measuredRows)
    let late: [[Value]] = rows + [["abcdefgh"]]
    #expect(Self.text(["x"], late, lineWidth: 80).hasSuffix("abcd\nabc…\n"))
    #expect(Self.text(["x"], late).hasSuffix("abcd\nabcdefgh\n"))

    var table = TextTable(labels: ["x"], style: Style(isColored: false), lineWidth: nil)
    var bytes: [UInt8] = []
    for row in rows.dropLast() { table.add(row, to: &bytes) }
    #expect(bytes.isEmpty)
    table.add(["abcd"], to: &bytes)
    #expect(bytes.count == 5 * TextTable.measuredRows + 7)
  }
}
