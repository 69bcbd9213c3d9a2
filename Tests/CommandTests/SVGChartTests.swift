import Foundation
import FoundationXML
import Testing

@testable import bank_etl

struct SVGChartTests {
  /// Collects what a picture consists of.
  private final class Contents: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
  }

  private static func contents(_ chart: Chart) throws -> Contents {
    let parser = XMLParser(data: Data(SVGChart(chart).text.utf8))
    let contents = Contents()
    parser.delegate = contents
    try #require(
      parser.parse(), "\(String(describing: parser.parserError)) \(SVGChart(chart).text)")
    return contents
  }

  static let hostile = [
    "<script>alert(1)</script>", "a & b", "\"quotes\" 'n'", "]]>", "\u{1b}[31m", "\u{0}",
    "\u{FFFF}",
    "&amp;", "東京", "--><!--", String(repeating: "long ", count: 50), "",
  ]

  @Test(arguments: hostile)
  func `text is escaped wherever it stands`(text: String) throws {
    let chart = Chart(
      title: text, categoryTitle: text, valueTitle: text, source: text, categories: [text, "b"],
      series: [
        Chart.Series(name: text, values: [1, -2]), Chart.Series(name: "b", values: [nil, 0.5]),
      ])
    let contents = try Self.contents(chart)
    #expect(contents.elements["script"] == nil)
    // The ground, three columns, two colours of the legend.
    #expect(contents.elements["rect"] == 6)
    #expect(contents.text.contains(TerminalText.escaped(text)) || text == "\u{FFFF}" || text == "")
  }

  @Test func `a picture has a title, axes, labels, a unit and a source, for light and dark`() throws
  {
    let chart = Chart(
      title: "Failures by year", categoryTitle: "Closed on (year)", valueTitle: "number of rows",
      source: "banklist.csv, 2026-11-30", categories: ["2008", "2009", "2010"],
      series: [Chart.Series(name: "", values: [25, 140, 157])])
    let contents = try Self.contents(chart)
    for text in [
      "Failures by year", "Closed on (year)", "number of rows", "Source: banklist.csv, 2026-11-30",
      "2008", "2009", "2010", "150", "prefers-color-scheme: dark",
    ] { #expect(contents.text.contains(text), "\(text)") }
    #expect(contents.elements["line"] == 6 && contents.elements["rect"] == 4)
  }

  @Test(arguments: [0, 1, 60, 600])
  func `any number of categories is drawn`(count: Int) throws {
    let categories = (0..<count).map { "Category \($0)" }
    let chart = Chart(
      title: "T", categoryTitle: "c", valueTitle: "v", source: "s", categories: categories,
      series: [Chart.Series(name: "", values: categories.map { _ in 1 })])
    #expect(try Self.contents(chart).elements["rect"] == count + 1)
  }
}
