/// An OpenDocument spreadsheet that a test makes of its parts.
package struct SpreadsheetSample {
  /// The XML of the rows of each sheet, by its name.
  package var sheets: [(name: String, rows: String)] = []
  /// The names of the sheets that are hidden.
  package var hidden: Set<String> = []
  /// What stands in front of the sheets.
  package var prelude = ""
  /// What the manifest has beside the list of files.
  package var manifest = ""
  /// The type that the member `mimetype` names.
  package var type = "application/vnd.oasis.opendocument.spreadsheet"

  /// One sheet.
  package init(_ rows: String = "") { sheets = [("Sheet1", rows)] }

  private var content: String {
    let tables = sheets.map { sheet in
      "<table:table table:name=\"\(sheet.name)\" "
        + "table:style-name=\"\(hidden.contains(sheet.name) ? "ta2" : "ta1")\">"
        + "<table:table-column/>\(sheet.rows)</table:table>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s" \
      xmlns:calcext="c" xmlns:draw="d"><office:automatic-styles>\
      <style:style style:name="ta1" style:family="table">\
      <style:table-properties table:display="true"/></style:style>\
      <style:style style:name="ta2" style:family="table">\
      <style:table-properties table:display="false"/></style:style></office:automatic-styles>\
      <office:body><office:spreadsheet>\(prelude)\(tables.joined())</office:spreadsheet>\
      </office:body></office:document-content>
      """
  }

  /// The parts of the spreadsheet, in the order in which LibreOffice writes them.
  package var parts: [(name: String, bytes: [UInt8])] {
    [
      ("mimetype", type), ("content.xml", content),
      (
        "META-INF/manifest.xml",
        "<manifest:manifest xmlns:manifest=\"m\">\(manifest)</manifest:manifest>"
      ),
    ].map { ($0.0, Array($0.1.utf8)) }
  }

  /// The spreadsheet as a file's bytes.
  package func bytes() throws -> [UInt8] { try ArchiveWriter.zip(parts) }
}
