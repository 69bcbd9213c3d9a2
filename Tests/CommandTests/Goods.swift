import Foundation

/// The dataset of the pages on malformed files and on containers.
enum Goods {
  private static let package = """
    {"name": "page", "migrations": "migrations", "resources": [{
      "name": "goods", "path": "goods.csv", "table": "goods", "policy": "append",
      "schema": {"fieldsMatch": "superset", "fields": [
        {"name": "id", "column": "number", "type": "integer", "constraints": {"required": true}},
        {"name": "name", "column": "name", "type": "string"},
        {"name": "price", "column": "price", "type": "number"}]}}]}
    """

  private static let table = """
    CREATE TABLE goods (
      id INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL, name TEXT, price REAL,
      run_id INTEGER, source_line INTEGER) STRICT;
    """

  /// A workspace with the dataset declared in `datapackage.json`.
  static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(
      atPath: workspace.path("migrations"), withIntermediateDirectories: false)
    try workspace.write("datapackage.json", package)
    try workspace.write("migrations/0001_goods.up.sql", table)
    try workspace.write("migrations/0001_goods.down.sql", "DROP TABLE goods;")
    return workspace
  }
}
