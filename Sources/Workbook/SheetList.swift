import Records

/// A sheet of a workbook.
package struct Sheet: Sendable, Equatable {
  /// The name on its tab.
  package let name: String
  /// Whether people see it without asking for it.
  package let isVisible: Bool
  /// What identifies its part.
  let id: String
}

/// The part `xl/workbook.xml`: which sheets there are, and which day is 0.
final class SheetList: XMLContent {
  private(set) var sheets: [Sheet] = []
  private(set) var dateSystem = ExcelCalendar.from1900

  /// The most sheets that are kept.
  private static let countMax = 10_000

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == XMLName("workbookPr") {
      let value = attributes.string(XMLName("date1904")) ?? "0"
      dateSystem = ["1", "true", "on"].contains(value) ? .from1904 : .from1900
    } else if name == XMLName("sheet"), let sheet = attributes.string(XMLName("name")) {
      guard sheets.count < Self.countMax else {
        failure = .malformed("it has more than \(Self.countMax) sheets")
        return
      }
      sheets.append(
        Sheet(
          name: sheet, isVisible: attributes.string(XMLName("state")) ?? "visible" == "visible",
          id: attributes.string(XMLName("id")) ?? ""))
    }
  }
}
