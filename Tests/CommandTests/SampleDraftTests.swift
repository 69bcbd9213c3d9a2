import Foundation
import SampleSupport
import Testing

/// Whatever real file `datasets init` drafts a dataset of, an import with that draft loads whole, and
/// a second one finds nothing new.
///
/// `make soak` runs it: it reads each file several times.
@Suite(
  .enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)),
  .enabled(
    if: ProcessInfo.processInfo.environment["BANK_ETL_SOAK"] != nil, "BANK_ETL_SOAK is not set"))
struct SampleDraftTests {
  /// The files of which no draft is made, and why.
  private static let refused = [
    "2024_html-page-saved-as.csv": "found an HTML page",
    "grocery_no-header.csv": "--no-header names them",
    "pos-sales_no-header_section-rows.xls": "--no-header names them",
    "messytables_encrypted_no_password.xls": "it is encrypted",
  ]
  /// Records with error cells, which are values of no type, and footnotes below a table.
  private static let rejected = [
    "daily-sales_hash-NA-errors.xlsx": 6, "messytables_weird_head_padding.csv": 16,
  ]

  @Test func `every draft of a real file loads all of it`() async throws {
    for file in try Samples.files {
      let name = file.lastPathComponent
      let workspace = try Workspace()
      let draft = try await workspace.run("datasets", "init", file.path, "-q")
      if let reason = Self.refused[name] {
        #expect(draft.status == 65 && draft.stderr.contains(reason), "\(name): \(draft)")
        continue
      }
      #expect(draft.status == 0, "\(name): \(draft)")
      let load = try await workspace.run(
        "import", "--package", "datapackage.json", "--json", file.path)
      let report = try #require(try Report.all(load).first, "\(name): \(load)")
      #expect(report.rejected == Self.rejected[name] ?? 0, "\(name): \(load)")
      #expect(report.inserted == report.read - report.rejected && report.read > 0, "\(name)")
      let again = try await workspace.run(
        "import", "--package", "datapackage.json", "--json", file.path)
      #expect(try Report.all(again).first?.status == "unchanged_file", "\(name): \(again)")
    }
  }
}
