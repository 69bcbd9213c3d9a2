import CSV
import Datasets
import Input
import Records
import Workbook

extension FileInspection {
  /// What was found out, for programs.
  var json: JSON {
    [
      "version": 1, "source": .string(path), "bytes_read": .integer(readBytes),
      "text_bytes": .optional(textBytes),
      "whole": .bool(isWhole), "container": .optional(container?.rawValue),
      "passed_over": .array(passedOver.map(JSON.string)),
      "sheet": .optional(sheet?.name), "sheets": .array(sheets.map(Self.json)),
      "date_system": .optional(dateSystem.map(Int64.init)), "encoding": encodingJSON,
      "line_ends": .optional(dialect?.lineEnds.rawValue),
      "delimiter": .optional(dialect?.delimiterName),
      "delimiter_text": .optional(
        dialect.map { String(decoding: $0.delimiter.bytes, as: UTF8.self) }),
      "quote": Self.quote(dialect?.quote), "escape": .optional(dialect?.escape.rawValue),
      "quoted_lines": dialect.map { .bool($0.isWrapped) } ?? .null,
      "dialect_candidates": .array((detection?.candidates ?? []).map(Self.json)),
      "header_line": .optional(headerLine),
      "header_lines": .integer(headerLine.map { layout.lastHeaderLine - $0 + 1 } ?? 0),
      "header_findings": .array(
        findings.map { ["line": .integer($0.line), "text": .string($0.text)] }),
      "preamble_records": .integer(Int64(layout.preambleRecords)),
      "preamble": .array(preamble.map(Self.json)), "footer": .array(census.footer.map(Self.json)),
      "records": .integer(census.records), "fields": .integer(Int64(census.columns.count)),
      "blank_records": .integer(census.blank), "multi_line_records": .integer(census.multiLine),
      "ragged_records": .integer(census.ragged),
      "repeated_headers": .integer(census.repeatedHeaders),
      "total_rows": .integer(census.totals), "problems": problemsJSON,
      "tables": .array(tables.map(Self.json)),
      "columns": .array(census.columns.map(Self.json)), "dataset": fitJSON,
    ]
  }

  /// The line of the header; nil where no line of the file has one.
  private var headerLine: Int64? { layout.headerLine.flatMap { $0 > 0 ? $0 : nil } }

  private var dialect: Dialect? { detection?.dialect }

  private var encodingJSON: JSON {
    guard let encoding else { return nil }
    var (first, invalid, byte): (Int64?, Int64?, Int64?)
    if case .content(let census) = encoding.evidence {
      first = census.firstNonASCII
      invalid = census.firstInvalid
      byte = census.firstInvalidByte.map(Int64.init)
    }
    return [
      "name": .string(encoding.name), "evidence": .string(encoding.reason),
      "first_non_ascii": .optional(first), "first_invalid_utf8": .optional(invalid),
      "first_invalid_byte": .optional(byte),
    ]
  }

  private var problemsJSON: JSON {
    .object(
      RejectCode.allCases.compactMap { code in
        census.problems[code].map { JSON.Member(name: code.rawValue, value: .integer($0)) }
      })
  }

  private var fitJSON: JSON {
    [
      "name": .optional(fit.dataset), "columns": .integer(Int64(fit.columns)),
      "missing": .array(fit.missing.map(JSON.string)),
      "unknown": .array(fit.unknown.map(JSON.string)), "records": .integer(fit.records),
      "rejected": .integer(fit.rejected), "message": .optional(fit.message),
    ]
  }

  private static func quote(_ byte: UInt8?) -> JSON {
    .optional(byte.map { String(decoding: [$0], as: UTF8.self) })
  }

  private static func json(_ candidate: DialectCandidate) -> JSON {
    [
      "delimiter": .string(candidate.delimiter.name), "quote": quote(candidate.quote),
      "escape": .string(candidate.escape.rawValue), "records": .integer(Int64(candidate.records)),
      "fields": .integer(Int64(candidate.fields)), "agreeing": .integer(Int64(candidate.agreeing)),
      "typing": .real(rounded(candidate.typing)), "score": .real(rounded(candidate.score)),
    ]
  }

  private static func json(_ sheet: Sheet) -> JSON {
    ["name": .string(sheet.name), "visible": .bool(sheet.isVisible)]
  }

  private static func json(_ mention: RecordCensus.Mention) -> JSON {
    ["line": .integer(mention.line), "text": .string(mention.text)]
  }

  private static func json(_ table: TableSurvey.Table, _ dataset: String?) -> JSON {
    [
      "line": .integer(table.line), "last_line": .integer(table.lastLine),
      "records": .integer(table.records), "fields": .integer(Int64(table.fields)),
      "labels": .array(table.labels.map(JSON.string)), "dataset": .optional(dataset),
    ]
  }

  private static func json(_ column: ColumnProfile) -> JSON {
    let extremes = column.extremes
    return [
      "label": .string(column.label), "type": .string(column.type),
      "values": .integer(column.values), "of_type": .integer(column.ofType),
      "empty": .integer(column.empty),
      "empty_share": .real(rounded(column.emptyShare)), "least": .optional(extremes?.least),
      "greatest": .optional(extremes?.greatest), "distinct": .integer(column.distinctCount),
      "distinct_is_exact": .bool(column.distinct.isExact),
      "date_order": .optional(column.dateOrder),
      "date_order_counts": .object(
        (column.dateOrderCounts ?? []).map {
          JSON.Member(name: $0.order.rawValue, value: .integer($0.count))
        }),
      "date_formats": .array(
        column.formats.map { ["form": .string($0.form), "count": .integer($0.count)] }),
      "decimal": .optional(column.decimalMark), "unit": .optional(column.unit),
      "evidence": .optional(column.evidence),
      "examples": .array(column.examples.map(JSON.string)),
    ]
  }

  private static func rounded(_ share: Double) -> Double { (share * 10_000).rounded() / 10_000 }
}
