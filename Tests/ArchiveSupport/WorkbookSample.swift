import Foundation

/// A workbook that a test makes of its parts.
package struct WorkbookSample {
  /// The XML in each `sheetData`, by the sheet's name.
  package var sheets: [(name: String, rows: String)] = []
  /// The texts in the shared strings, as XML within `si`.
  package var strings: [String] = []
  /// The codes of the number formats of styles 1, 2, …; style 0 is General.
  package var formats: [String] = []
  /// More attributes of the sheets, such as `state="hidden"`.
  package var attributes: [String: String] = [:]
  /// The references of the merged cells of each sheet.
  package var merged: [String] = []
  /// The attributes of `workbookPr`.
  package var properties = ""

  /// One sheet.
  package init(_ rows: String = "") { sheets = [("Sheet1", rows)] }

  /// The parts of the workbook, in the order in which Excel writes them.
  package var parts: [(name: String, bytes: [UInt8])] {
    let tabs = sheets.indices.map { index in
      let name = sheets[index].name
      return "<sheet name=\"\(name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\" "
        + "\(attributes[name] ?? "")/>"
    }
    let links = sheets.indices.map { index in
      "<Relationship Id=\"rId\(index + 1)\" Type=\"t/worksheet\" "
        + "Target=\"worksheets/sheet\(index + 1).xml\"/>"
    }
    let codes = formats.enumerated().map { index, code in
      let escaped = code.replacingOccurrences(of: "\"", with: "&quot;")
      return "<numFmt numFmtId=\"\(164 + index)\" formatCode=\"\(escaped)\"/>"
    }
    let styles = formats.indices.map { "<xf numFmtId=\"\(164 + $0)\"/>" }
    var parts = [
      ("[Content_Types].xml", "<Types/>"),
      (
        "_rels/.rels",
        "<Relationships><Relationship Id=\"a\" Type=\"t/officeDocument\" "
          + "Target=\"xl/workbook.xml\"/></Relationships>"
      ),
      (
        "xl/workbook.xml",
        "<workbook xmlns:r=\"r\"><workbookPr \(properties)/>"
          + "<sheets>\(tabs.joined())</sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships>\(links.joined())"
          + "<Relationship Id=\"s\" Type=\"t/styles\" Target=\"styles.xml\"/>"
          + "<Relationship Id=\"t\" Type=\"t/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/>"
          + "</Relationships>"
      ),
    ]
    let ranges = merged.map { "<mergeCell ref='\($0)'/>" }.joined()
    let merged = ranges.isEmpty ? "" : "<mergeCells>\(ranges)</mergeCells>"
    for (index, sheet) in sheets.enumerated() {
      parts.append(
        (
          "xl/worksheets/sheet\(index + 1).xml",
          "<?xml version=\"1.0\"?><worksheet><sheetData>\(sheet.rows)</sheetData>\(merged)"
            + "</worksheet>"
        ))
    }
    parts.append(
      (
        "xl/styles.xml",
        "<styleSheet><numFmts>\(codes.joined())</numFmts><cellStyleXfs><xf numFmtId=\"14\"/>"
          + "</cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\(styles.joined())</cellXfs></styleSheet>"
      ))
    let items = strings.map { "<si>\($0)</si>" }.joined()
    parts.append(("xl/sharedStrings.xml", "<sst>\(items)</sst>"))
    return parts.map { ($0.0, Array($0.1.utf8)) }
  }

  /// The workbook as a file's bytes.
  package func bytes() throws -> [UInt8] { try ArchiveWriter.zip(parts) }
}
