import Foundation
import SQLite
import Testing

/// What an import says of a file beside the counts, for people and for programs.
struct ImportNotesTests {
  private static let package = """
    {"resources": [{"name": "t", "path": "t.csv", "table": "t",
      "schema": {"fields": [
        {"name": "id", "column": "no", "type": "integer"}, {"name": "name", "column": "name"}],
        "primaryKey": "id"}}]}
    """

  private func workspace(_ text: String, encoding: String? = nil) async throws -> Workspace {
    let workspace = try Workspace()
    let declared = encoding.map { "\"encoding\": \"\($0)\", " } ?? ""
    try workspace.write(
      "p.json", Self.package.replacing("\"table\": \"t\"", with: "\(declared)\"table\": \"t\""))
    try workspace.write("f.csv", text)
    let made = try await workspace.shell(
      """
      sqlite3 bank.db 'CREATE TABLE t (id INTEGER PRIMARY KEY, no INTEGER NOT NULL UNIQUE, name TEXT,
        run_id INTEGER, source_line INTEGER)'
      """)
    #expect(made.status == 0, "\(made)")
    return workspace
  }

  @Test(
    arguments: [
      (
        "id,name,\n1,a,\n2,b,y\n",
        "columns without a label, not loaded: 3 (column 3 has a value on line 3)"
      ),
      (
        "id,,name,,\n1,x,a,,\n2,y,b,,z\n",
        "columns without a label, not loaded: 2, 5 (column 2 has a value on line 2)"
      ),
      ("id,name,,\n1,a,, \n2,b,,\n", nil),
      ("id,name,foo\n1,a,x\n", "columns not loaded: \"foo\""),
    ] as [(String, String?)])
  func `columns that are not loaded are told, those of nothing are not`(text: String, note: String?)
    async throws
  {
    let workspace = try await workspace(text)
    let command = "$BANK_ETL import --package p.json --migrate f.csv"
    let json = try await workspace.shell(command + " --json --dry-run")
    let load = try await workspace.shell(command)
    #expect(load.status == 0 && json.status == 0, "\(load) \(json)")
    #expect(load.stdout.contains("not loaded") == (note != nil), "\(load)")
    guard let note else {
      #expect(json.stdout.contains("\"notes\"") == false, "\(json)")
      return
    }
    #expect(load.stdout.contains(note), "\(load)")
    #expect(
      json.stdout.contains("\"notes\":[\"\(note.replacing("\"", with: "\\\""))\"]"), "\(json)")
  }

  @Test func `no header is called that`() async throws {
    let workspace = try await workspace("1,a\n2,b\n")
    let command = "$BANK_ETL import --package p.json --dataset t --no-header --migrate f.csv"
    let json = try await workspace.shell(command + " --json --dry-run")
    #expect(json.stdout.contains("\"header_line\":null"), "\(json)")
    let load = try await workspace.shell(command)
    #expect(load.status == 0 && load.stdout.contains("no header"), "\(load)")
  }

  @Test(arguments: [
    ("ISO-2022-JP", "\u{1B}$BF|K\\\u{1B}(B", "日本"), ("UTF-7", "Caf+AOk-", "Café"),
    ("ISO-8859-1", "Caf+AOk-", "Caf+AOk-"),
  ])
  func `a declared encoding of 7 bits is that of the file`(
    encoding: String, text: String, value: String
  )
    async throws
  {
    for named in ["", " --dataset t"] {
      let workspace = try await workspace("id,name\n1,\(text)\n", encoding: encoding)
      let load = try await workspace.shell(
        "$BANK_ETL import --package p.json --migrate f.csv\(named)")
      #expect(load.status == 0, "\(load)")
      #expect(try workspace.database().value("SELECT name FROM t") == .text(value))
    }
  }

  @Test func `a header of which most labels are unknown is loaded where the dataset is named`()
    async throws
  {
    let workspace = try await workspace("id,name,foo,bar,baz\n1,a,a,b,c\n")
    let refused = try await workspace.run("import", "--package", "p.json", "--migrate", "f.csv")
    #expect(refused.status == 65, "\(refused)")
    #expect(
      refused.stderr.contains("the nearest is t; not recognised: \"foo\", \"bar\", \"baz\""),
      "\(refused)")
    #expect(refused.stderr.contains("--dataset t loads it all the same"), "\(refused)")
    let load = try await workspace.run(
      "import", "--package", "p.json", "--dataset", "t", "--migrate", "f.csv")
    #expect(load.status == 0, "\(load)")
  }
}
