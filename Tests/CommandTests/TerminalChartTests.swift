import Testing

@testable import bank_etl

struct TerminalChartTests {
  private static func chart(_ values: [Double?], _ categories: [String]) -> Chart {
    Chart(
      title: "Title", categoryTitle: "", valueTitle: "rows", source: "a.csv",
      categories: categories, series: [Chart.Series(name: "", values: values)])
  }

  private static func lines(
    _ chart: Chart, width: Int = 20, ascii: Bool = false, color: Bool = false
  ) -> [String] {
    TerminalChart(chart, width: width, isASCII: ascii, style: Style(isColored: color)).text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `bars are as long as their values, to the eighth of a column`() {
    let lines = Self.lines(Self.chart([8, 4, 4.5, 0.01, 0, nil], ["a", "b", "c", "d", "e", "f"]))
    #expect(lines[0] == "Title" && lines[1] == "")
    #expect(lines[2] == "a █████████████ 8")
    #expect(lines[3] == "b ██████▌ 4")
    #expect(lines[4] == "c ███████▍ 4.50")
    #expect(lines[5] == "d ▏ 0.01")
    #expect(lines[6] == "e 0" && lines[7] == "f -")
    #expect(lines[9] == "rows; source: a.csv")
  }

  @Test func `plain ASCII is plain ASCII`() {
    let text = Self.lines(
      Self.chart([8, 4], ["Zürich", String(repeating: "é", count: 40)]), width: 60, ascii: true
    ).joined(separator: "\n")
    #expect(text.utf8.allSatisfy { $0 < 0x80 } && text.contains("#### "), "\(text)")
  }

  @Test func `values below 0 go the other way`() {
    let lines = Self.lines(Self.chart([-5, 5], ["a", "b"]), width: 24)
    #expect(lines[2] == "a █████████ -5" && lines[3] == "b          █████████ 5", "\(lines)")
  }

  /// What charts there are: values below 0, nothing but zeros, one bar, many, huge names and numbers.
  private static let shapes: [[Double?]] = [
    [1_234_567, 3, nil], [-1_234_567.89, -3, 0, 12], [0, 0], [1], [], [nil],
    (0..<200).map { Double($0) }, [1e14, -1e-9, 1e300],
  ]

  @Test(arguments: [20, 30, 40, 80, 200], [false, true])
  func `no line is wider than the terminal`(width: Int, ascii: Bool) {
    for values in Self.shapes {
      let names = ["東京東京東京", "a long name of a category indeed it is", "", "x"]
      let categories = values.indices.map { names[$0 % names.count] }
      let one = Self.chart(values, categories)
      let two = Chart(
        title: "A title that is longer than a narrow terminal is wide", categoryTitle: "",
        valueTitle: "an unwieldy number", source: String(repeating: "long", count: 60),
        categories: categories, series: [one.series[0], .init(name: names[1], values: values)])
      for chart in [one, two] {
        let lines = Self.lines(chart, width: width, ascii: ascii)
        for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line)") }
        let numbers = values.compactMap { $0.map(Chart.text) }
        #expect(numbers.allSatisfy { number in lines.contains { $0.hasSuffix(number) } })
      }
    }
  }

  @Test func `colour is where it is asked for, and controls never are`() {
    let chart = Self.chart([1], ["\u{1b}[31mred"])
    #expect(!Self.lines(chart).joined().contains("\u{1b}"))
    let colored = Self.lines(chart, color: true).joined()
    #expect(colored.contains("\u{1b}[36m") && colored.contains("\\u{1b}[31mred"))
  }

  @Test func `several series have names`() {
    let chart = Chart(
      title: "T", categoryTitle: "", valueTitle: "v", source: "s", categories: ["Q1"],
      series: [Chart.Series(name: "Bo", values: [4]), Chart.Series(name: "average", values: [2])])
    let lines = Self.lines(chart, width: 20)
    #expect(lines[2] == "Q1 Bo      ███████ 4")
    #expect(lines[3] == "   average ▒▒▒▒ 2")
    let narrow = Self.lines(chart, width: 12)
    #expect(Array(narrow[2...7]) == ["Q1", "Bo", "██████████ 4", "average", "▒▒▒▒▒ 2", ""])
  }
}
