import SQLite
import Testing

/// What `undo` gives back of a run that updated rows and deleted others.
@Suite struct UndoReplaceTests {
  @Test func `where all of a row but its id changed, deleted rows come back too`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "datapackage.json",
      """
      { "migrations": "migrations", "resources": [ {
        "name": "items", "path": "items.csv", "table": "items", "policy": "replace",
        "schema": { "primaryKey": ["ID"], "fields": [
          { "name": "ID", "type": "integer", "column": "id", "constraints": { "required": true } },
          { "name": "Name", "type": "string", "column": "name" } ] } } ] }
      """)
    let made = try await workspace.shell(
      """
      mkdir migrations; cat >migrations/0001_items.up.sql <<SQL
      CREATE TABLE items (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, run_id INTEGER, source_line INTEGER
      ) STRICT;
      SQL
      echo 'DROP TABLE items;' >migrations/0001_items.down.sql
      """)
    #expect(made.status == 0, "\(made)")
    try workspace.write("1.csv", "ID,Name\n1,one\n2,two\n3,three\n")
    try workspace.write("2.csv", "ID,Name\n4,four\n1,uno\n")
    let query = "SELECT id, name, run_id, source_line FROM items ORDER BY id"
    var rows: [[[Value]]] = []
    for words in [["import", "1.csv"], ["import", "2.csv"], ["undo", "2"]] {
      let outcome = try await workspace.shell(
        "$BANK_ETL \(words.joined(separator: " ")) --db bank.db",
        environment: ["BANK_ETL_PACKAGE": "datapackage.json"])
      #expect(outcome.status == 0, "\(outcome)")
      rows.append(try workspace.database().rows(query))
    }
    #expect(rows[0].count == 3 && rows[1].count == 2)
    #expect(rows[2] == rows[0])
  }
}
