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
        銀行        3
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
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
    let isWhole = lines[0].hasSuffix("x") && !lines.contains { $0.contains("…") }
    #expect(isWhole == (width >= 43))
  }

  @Test(arguments: [4, 10, 20, 40, 80, 200])
  func `columns for which there is no room are named`(width: Int) throws {
    let labels = ["id", "name", "emoji", "city", "a_long_label", "amount", "day", "note", "x", "y"]
    let rows: [[Value]] = (0..<300).map { number in
      [
        .integer(number < 250 ? number : number * 1_000_000), "Bänk o\u{308}f 東京東京東京東京東京",
        "👩\u{200D}🌾❤\u{FE0F}", .text(String(repeating: "x", count: Int(number))), .null, .real(0.5),
        "2020-10-23", .text(String(repeating: "e\u{301}", count: 400)), "", "y",
      ]
    }
    var table = TextTable(labels: labels, style: Style(isColored: false), lineWidth: width)
    table.remedy = "--columns shows them"
    var bytes: [UInt8] = []
    for row in rows { table.add(row, to: &bytes) }
    table.finish(to: &bytes)
    table.appendOmitted(to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    for line in lines { #expect(DisplayWidth.of(String(line)) <= width, "\(line)") }
    let shown = lines[0].split(separator: " ").count
    let note = lines.dropFirst(302).joined(separator: " ")
    if shown == labels.count {
      #expect(note == "")
    } else {
      let columns = shown == labels.count - 1 ? "column" : "columns"
      let names = labels[shown...].joined(separator: ", ")
      let expected = "… \(labels.count - shown) more \(columns): \(names); --columns shows them"
      #expect(note.filter { $0 != " " } == expected.filter { $0 != " " })
    }
    // In a pipe nothing is cut, and nothing left out.
    #expect(Self.text(labels, rows).split(separator: "\n").count == 302)
    #expect(Self.text(labels, rows).contains(String(repeating: "e\u{301}", count: 400)))
  }

  @Test func `bytes that wait are kept as what is shown of them`() {
    #expect(
      Self.text(["photo"], [[.blob([0x89, 0x50])]]) == "photo\n-------------\nBLOB, 2 bytes\n")
  }

  @Test func `the widest columns give way first`() {
    let rows: [[Value]] = [
      ["abcdefghijklmnopqrstuvwx", "abcd", "abcdefgh"], ["abc", "abcd", "abcde"],
    ]
    let widths = Self.text(["a", "b", "c"], rows, lineWidth: 28).split(separator: "\n")[1]
      .split(separator: " ").map(\.count)
    #expect(widths == [12, 4, 8])
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
