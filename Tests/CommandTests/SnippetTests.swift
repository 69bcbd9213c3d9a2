import ArchiveSupport
import Foundation
import Testing

/// Every command line of the documents is run, in the order of the page, where the files that it
/// names are.
struct SnippetTests {
  /// What there is before the first line: files under the names that the documents use, and a
  /// database with four imports.
  private static let setUp = #"""
    export PATH="${BANK_ETL%/*}:$PATH" HOME=$PWD
    mkdir -p srv/in backup in pictures units .zfunc data migrations
    cp -r "$REPOSITORY"/data/* data/ && cp "$REPOSITORY"/migrations/* migrations/
    for file in banklist 2023-03-14 2023-03-20 in/2023-01 in/2023-02 huge export list srv/in/banklist
    do cp data/banklist.csv $file.csv; done
    gzip -k banklist.csv
    printf 'id,ordered,amount\n1,2024-01-31,5.50\n2,2024-02-01,7.25\n' > orders.csv
    printf '\211PNG\r\n\032\n' > pictures/sunrise.png
    printf 'name,photo\nsunrise.png,pictures/sunrise.png\n' > album.csv
    bank-etl import -q first.csv second.csv; bank-etl import -q --force first.csv second.csv
    bank-etl import -q --db srv/banks.db banklist.csv
    """#

  /// The command lines of a document, with the folders of the root as folders here, and without the
  /// network.
  private static func lines(of document: String) -> [String] {
    Repository.text(document).components(separatedBy: "\n")
      .filter { $0.contains(#/^    (curl [^|]*\| )?bank-etl /#) }
      .map { line in
        line.replacing(#/curl [^|]*\|/#, with: "cat list.csv |")
          .replacing(#/ https://\S+\.csv/#, with: " list.csv").replacing(" /srv/", with: " srv/")
          .replacing(" /backup/", with: " backup/").trimmingCharacters(in: .whitespaces)
      }
  }

  @Test(arguments: ["README.md", "docs/ci.md", "docs/operations.md", "docs/files.md"])
  func `every command line can be run`(document: String) async throws {
    let workspace = try Workspace()
    try workspace.write("first.csv", ImportedBanks.first)
    try workspace.write("second.csv", ImportedBanks.second)
    try workspace.write("banks.xlsx", try ContainerImportTests.workbook(sheets: ["2023"]).bytes())
    let lines = Self.lines(of: document)
    #expect(lines.count >= 3)
    // 0, 1 and 2 are answers.
    let runs = lines.map { line in
      """
      ( \(line) ) > output 2> errors
      status=$?; [ $status -lt 3 ] || {
        echo '\(line.replacing("'", with: ""))' "-> $status"; head -3 errors; }
      """
    }
    let outcome = try await workspace.shell(
      Self.setUp + "\n" + runs.joined(separator: "\n"),
      environment: ["REPOSITORY": Repository.root.path])
    #expect(outcome.stdout == "", "\(outcome)")
  }
}
