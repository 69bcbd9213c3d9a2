import Foundation
import SQLite
import Testing

/// The encoding that a dataset declares is that of files which are no UTF-8.
struct DeclaredEncodingTests {
  private let workspace: Workspace
  private static let names = ["Müller", "Ångström"]
  /// The same names in the code page of DOS.
  private static let cp850: [UInt8] =
    Array("Name\nM".utf8) + [0x81] + Array("ller\n".utf8) + [0x8F] + Array("ngstr".utf8) + [0x94]
    + Array("m\n".utf8)

  init() throws {
    workspace = try Workspace()
    try workspace.write(
      "package.json",
      """
      {"name": "p", "migrations": "sql", "resources": [
        {"name": "people", "table": "people", "encoding": "cp850", "schema": {
          "fields": [{"name": "Name", "column": "name"}], "primaryKey": ["Name"]}}]}
      """)
    try FileManager.default.createDirectory(
      at: workspace.folder.appending(path: "sql"), withIntermediateDirectories: false)
    try workspace.write(
      "sql/0001_people.up.sql",
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
        run_id INTEGER, source_line INTEGER) STRICT;
      """)
    try workspace.write("dos.csv", Self.cp850)
    try workspace.write("utf8.csv", "Name\n" + Self.names.map { $0 + "\n" }.joined())
  }

  private func names() throws -> [String] {
    try workspace.database().rows("SELECT name FROM people ORDER BY id").compactMap { $0[0].text }
  }

  @Test(arguments: [
    ("import dos.csv", 0), ("import --dataset people dos.csv", 0), ("import utf8.csv", 0),
    ("import --dataset people - < dos.csv", 0), ("import - < dos.csv", 64),
    ("import --encoding cp850 - < dos.csv", 0),
  ])
  func `it is used where the dataset is known in time`(words: String, status: Int32) async throws {
    let outcome = try await workspace.shell(
      "$BANK_ETL \(words.replacing("import", with: "import --package package.json"))")
    #expect(outcome.status == status, "\(outcome)")
    if status == 0 {
      #expect(try names() == Self.names)
    } else {
      #expect(outcome.stderr.contains("expected --dataset people"), "\(outcome)")
    }
  }

  @Test func `a draft declares the encoding that its file was read in`() async throws {
    let outcome = try await workspace.shell(
      """
      $BANK_ETL datasets init --encoding cp850 -q dos.csv &&
        $BANK_ETL import --package datapackage.json --json dos.csv
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try Report.all(outcome).first?.inserted == 2)
    #expect(
      try workspace.database().rows("SELECT name FROM dos").compactMap { $0[0].text } == Self.names)
  }
}
