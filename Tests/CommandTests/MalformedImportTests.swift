import Foundation
import SQLite
import Testing

/// What `docs/malformed.md` says of `import` and `convert` is what they do.
struct MalformedImportTests {
  /// A row of the page's second table: a file of the dataset `goods`, and what becomes of it.
  private struct Row {
    let flaw: String
    let file: [UInt8]
    let importing: String
    let convertStatus: String
  }

  private static let rows: [Row] = Repository.text("docs/malformed.md").split(separator: "\n")
    .compactMap { line in
      let cells = /\| (.+?) \| (`.+`|nothing) \| (.+) \| (\d+) \|/
      guard let match = line.wholeMatch(of: cells) else { return nil }
      let text = match.output.2.hasPrefix("`") ? match.output.2.dropFirst().dropLast() : ""
      return Row(
        flaw: String(match.output.1), file: bytes(text), importing: String(match.output.3),
        convertStatus: String(match.output.4))
    }

  /// The bytes of a file as the page writes them.
  private static func bytes(_ text: Substring) -> [UInt8] {
    let escape = /\\(n|r|t|\\|x([0-9A-F]{2})|\{([0-9]+)\})/
    var (bytes, rest) = ([UInt8](), text)
    while let match = rest.firstMatch(of: escape) {
      bytes.append(contentsOf: rest[..<match.range.lowerBound].utf8)
      switch match.output.1 {
      case "n": bytes.append(0x0A)
      case "r": bytes.append(0x0D)
      case "t": bytes.append(0x09)
      case "\\": bytes.append(0x5C)
      default:
        if let count = match.output.3.flatMap({ Int($0) }), let last = bytes.popLast() {
          bytes += [UInt8](repeating: last, count: count)
        } else {
          bytes.append(match.output.2.flatMap { UInt8($0, radix: 16) } ?? 0)
        }
      }
      rest = rest[match.range.upperBound...]
    }
    return bytes + rest.utf8
  }

  @Test func `files are loaded and converted as the page says`() async throws {
    #expect(Self.rows.count >= 30)
    let workspace = try Goods.workspace()
    let names = Self.rows.indices.map { "\($0 + 100).csv" }
    for (name, row) in zip(names, Self.rows) { try workspace.write(name, row.file) }
    let outcome = try await workspace.start(
      Workspace.program, ["import", "--package", "datapackage.json", "--json"] + names, [:], "")
    let reports = try Report.all(outcome)
    try #require(reports.count == Self.rows.count)
    let converted = try await workspace.shell(
      "for file in ???.csv; do $BANK_ETL convert --no-types -q $file -o out 2>messages; echo $?; done"
    )
    let statuses = converted.stdout.split(separator: "\n")
    try #require(statuses.count == Self.rows.count)
    for (index, row) in Self.rows.enumerated() {
      let said = try Self.sentence(reports[index], in: workspace)
      #expect(said == row.importing, "\(row.flaw)")
      #expect(statuses[index] == row.convertStatus, "\(row.flaw)")
    }
  }

  /// What became of a file, as the page says it.
  private static func sentence(_ report: Report, in workspace: Workspace) throws -> String {
    guard report.status.hasPrefix("succeeded") else { return "refused" }
    var parts = ["\(report.inserted) inserted"]
    if report.skipped > 0 { parts.append("\(report.skipped) skipped") }
    guard report.rejected > 0, let run = report.run else { return parts.joined(separator: ", ") }
    let codes = try workspace.database().rows(
      "SELECT code FROM etl_rejects WHERE run_id = ? ORDER BY line", [.integer(Int64(run))]
    ).compactMap(\.first?.text)
    parts.append("\(report.rejected) rejected: " + codes.map { "`\($0)`" }.joined(separator: ", "))
    return parts.joined(separator: ", ")
  }
}
