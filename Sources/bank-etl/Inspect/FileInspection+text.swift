import CSV
import Input
import Records
import SQLite
import Workbook

extension FileInspection {
  /// Appends what was found out, for people.
  ///
  /// - Parameters:
  ///   - bytes: where the text goes.
  ///   - style: how labels are set off.
  func append(to bytes: inout [UInt8], _ style: Style) {
    for (label, text) in facts {
      let padding = String(repeating: " ", count: max(1, 12 - label.utf8.count))
      bytes.append(contentsOf: "\(style.bold(label))\(padding)\(text)\n".utf8)
    }
    guard !census.columns.isEmpty else { return }
    bytes.append(0x0A)
    var table = TextTable(
      labels: [
        "column", "type", "empty", "distinct", "least", "greatest", "form", "examples",
      ], style: style, lineWidth: StandardStream.output.terminalColumns)
    for column in census.columns { table.add(Self.row(column), to: &bytes) }
    table.finish(to: &bytes)
    table.appendOmitted(to: &bytes)
  }

  private static func row(_ column: ColumnProfile) -> [Value] {
    let extremes = column.extremes
    let distinct = (column.distinct.isExact ? "" : "~") + String(column.distinctCount)
    return [
      .text(column.label), .text(type(of: column)), .text(percentage(column.emptyShare)),
      .text(distinct), .text(extremes?.least ?? ""), .text(extremes?.greatest ?? ""),
      .text(form(of: column)), .text(column.examples.joined(separator: " | ")),
    ]
  }

  /// The type, and how many of the values are of it where not all are.
  private static func type(of column: ColumnProfile) -> String {
    guard column.ofType < column.values else { return column.type }
    return "\(column.type) (\(percentage(Double(column.ofType) / Double(column.values))))"
  }

  /// How dates and numbers are written.
  private static func form(of column: ColumnProfile) -> String {
    if let order = column.dateOrder {
      return ([order] + column.formats.map { "\($0.form) (\($0.count))" }).joined(separator: " ")
    }
    guard let mark = column.decimalMark else { return "" }
    let isShown =
      column.type == "formatted number" || mark == "ambiguous" || mark == "contradictory"
    let parts =
      (isShown && mark != "any" ? ["decimal \(mark)"] : []) + [column.unit].compactMap(\.self)
    return parts.joined(separator: ", ")
  }

  private static func percentage(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    if tenths == 0, share > 0 { return "<0.1%" }
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  private var facts: [(String, String)] {
    var facts = [("file", TerminalText.escaped(path) + ", " + amount)]
    if let message = NameDisagreement.message(path: path, content: container) {
      facts.append(("content", message))
    } else if let container {
      facts.append(("content", container.description))
    }
    if let message = PassedOver.message(passedOver) {
      facts.append(("beside", TerminalText.escaped(message)))
    }
    facts += sheetFacts
    if let encoding, let detection {
      facts += [
        ("encoding", "\(encoding.name): \(encoding.reason)"),
        ("line ends", detection.dialect.lineEnds.rawValue),
        ("dialect", detection.dialect.words), ("evidence", detection.evidence),
      ]
      if let objection = detection.objection { facts.append(("doubt", objection)) }
      if let remark = detection.remark { facts.append(("fields", remark)) }
    }
    facts.append(("header", layout.headerWords))
    facts += findings.map { ("header", "line \($0.line): \($0.text)") }
    if layout.preambleRecords > 0 {
      facts.append(("above", "records that are not of the table: \(layout.preambleRecords)"))
      for mention in preamble {
        facts.append(("above", "line \(mention.line): \(TerminalText.escaped(mention.text))"))
      }
    }
    facts.append(("records", recordsText))
    for mention in census.firstTotals {
      facts.append(("total", "line \(mention.line): \(TerminalText.escaped(mention.text))"))
    }
    for mention in census.footer {
      facts.append(("below", "line \(mention.line): \(TerminalText.escaped(mention.text))"))
    }
    if tables.count > 1 { facts += tables.prefix(Self.shownTables).map(Self.fact) }
    if tables.count > Self.shownTables {
      facts.append(("table", "and \(tables.count - Self.shownTables) more"))
    }
    facts.append(("dataset", fitText))
    return facts
  }

  /// How many tables are shown, of a file that has several.
  private static let shownTables = 20

  private static func fact(_ table: TableSurvey.Table, _ dataset: String?) -> (String, String) {
    let records = table.records == 1 ? "1 record" : "\(table.records) records"
    let header = table.labels.isEmpty ? "" : ": \(list(table.labels))"
    let name = dataset.map { "; the header of \($0)" } ?? ""
    return (
      "table",
      "lines \(table.line) to \(table.lastLine), \(records) of \(table.fields) fields\(header)\(name)"
    )
  }

  private var amount: String {
    if isWhole { return "\(readBytes) bytes, all of it" }
    return textBytes.map { "its first \($0) bytes of text" } ?? "the first records of it"
  }

  private var sheetFacts: [(String, String)] {
    guard let sheet else { return [] }
    let others = sheets.filter { $0 != sheet }.map { sheet in
      "\"\(TerminalText.escaped(sheet.name))\"" + (sheet.isVisible ? "" : " (hidden)")
    }
    let rest = others.isEmpty ? "the only one" : "the others are " + others.joined(separator: ", ")
    var facts = [("sheet", "\"\(TerminalText.escaped(sheet.name))\", \(rest)")]
    if let dateSystem { facts.append(("dates", "days are counted from \(dateSystem) on")) }
    return facts
  }

  private var recordsText: String {
    var parts = ["\(census.records) with \(census.columns.count) fields"]
    let others: [(Int64, String)] = [
      (census.ragged, "ragged"), (census.blank, "blank, not counted"),
      (census.multiLine, "over several lines"), (census.repeatedHeaders, "the header again"),
      (census.totals, "totals"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    parts += RejectCode.allCases.compactMap { code in
      census.problems[code].map { "\($0) \(code.rawValue)" }
    }
    return parts.joined(separator: ", ")
  }

  private var fitText: String {
    guard let dataset = fit.dataset else { return "none: " + (fit.message ?? "") }
    var text = "\(dataset): \(fit.columns) columns"
    if !fit.missing.isEmpty { text += ", without \(Self.list(fit.missing))" }
    if !fit.unknown.isEmpty { text += ", and besides \(Self.list(fit.unknown))" }
    if fit.records > 0 { text += "; \(fit.rejected) of \(fit.records) records would be rejected" }
    return text + (fit.message.map { "; \($0)" } ?? "")
  }

  private static func list(_ labels: [String]) -> String {
    labels.map { "\"\(TerminalText.escaped($0))\"" }.joined(separator: ", ")
  }
}
