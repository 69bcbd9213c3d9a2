import Foundation
import Records
import Testing

@testable import Datasets

/// A row of the tables of `docs/values.md`: a column's declaration, its values, what they become.
private struct GoldenRow: CustomTestStringConvertible, Sendable {
  let line: Int
  let declared: String
  let written: [String]
  let becomes: String
  var testDescription: String { "line \(line)" }

  /// The rows of the page.
  static let all: [GoldenRow] = {
    let file = repository.appending(path: "docs/values.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n").enumerated().compactMap { index, line in
      GoldenRow(line, number: index + 1)
    }
  }()

  /// The row of a line such as ``| `"type": "number"` | `$5` | `5.0` |``; nil for any other line.
  private init?(_ line: String, number: Int) {
    guard let row = line.wholeMatch(of: /\| `(.+)` \| `(.+)` \| `(.+)` \|/) else { return nil }
    self.line = number
    declared = String(row.output.1)
    written = row.output.2.components(separatedBy: " · ").map(Self.unescaped)
    becomes = String(row.output.3)
  }

  /// The text with characters in place of `\u{A0}`.
  private static func unescaped(_ text: String) -> String {
    text.replacing(/\\u\{([0-9A-F]+)\}/) { match in
      UInt32(match.output.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? "?"
    }
  }
}

struct GoldenTableTests {
  @Test func `the page has tables, and each row of them is a test`() throws {
    let file = repository.appending(path: "docs/values.md")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let rows = lines.count { $0.hasPrefix("| `") }
    #expect(rows > 150)
    #expect(rows == GoldenRow.all.count)
  }

  @Test("each row is so", arguments: GoldenRow.all)
  private func row(_ row: GoldenRow) throws {
    // The number in front keeps a record whose value is missing from being blank.
    let fields = #"{"name": "No", "column": "no"}, {"name": "A", "column": "a", \#(row.declared)}"#
    var match = try HeaderMatcher(dataset: dataset(fields)).match(batch([["No", "A"]]))
    let written = row.written.enumerated().map { TestRecord(["\($0.offset)", $0.element]) }
    match.noteIntegers(in: batch([["No", "A"]] + written))
    var records = batch(written, line: 2)
    if var pass = ColumnEvidencePass(match) {
      pass.read(records, records: records.records.indices)
      do {
        match = try pass.settledMatch()
      } catch {
        #expect(row.becomes == "refused", "\(error)")
        return
      }
    }
    var converter = RecordConverter(match)
    var rows = RowBatch(columnCount: 2)
    converter.convert(&records, records: records.records.indices, into: &rows)
    var results: [Int: String] = [:]
    for (index, cells) in table(rows, in: records).enumerated() {
      results[Int(rows.records[index])] = cells[1]
    }
    for reject in rows.rejects { results[Int(reject.line) - 2] = reject.code.rawValue }
    let becomes = row.written.indices.map { results[$0] ?? "nothing" }
    #expect(becomes.joined(separator: " · ") == row.becomes)
  }
}
