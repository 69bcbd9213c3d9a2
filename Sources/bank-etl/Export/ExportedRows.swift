import Datasets
import SQLite

/// The rows of a dataset as SQL sees them: its tables, joined to one row a record.
struct ExportedRows {
  private let dataset: Dataset

  /// The rows of a dataset.
  init(_ dataset: Dataset) {
    self.dataset = dataset
  }

  /// The SQL of a field's column.
  ///
  /// - Parameter field: a field of the dataset.
  /// - Returns: the column with its table's alias.
  func column(_ field: Field) -> String {
    "t\(index(of: field)).\(quoted(field.column))"
  }

  private func index(of field: Field) -> Int {
    dataset.targets.firstIndex { target in
      target.fields.contains { dataset.fields[$0].column == field.column }
    } ?? 0
  }

  /// The table that a field's column is in, with the SQL of its row's id.
  ///
  /// - Parameter field: a field of the dataset.
  /// - Returns: the table's name, and the id's column with the table's alias.
  func place(of field: Field) -> (table: String, id: String) {
    let target = index(of: field)
    return (dataset.targets[target].table, id(target))
  }

  /// The SQL of the row's id in the first table.
  var id: String { id(0) }

  /// The SQL of the row's id in a table; NULL where the table is a view, whose rows have none.
  func id(_ target: Int) -> String { dataset.isView ? "NULL" : "t\(target)._rowid_" }

  /// The SQL that names the rows in the order in which they were made, so that nothing is sorted.
  var order: String { dataset.targets.indices.map(id).joined(separator: ", ") }

  /// The SQL of the tables.
  ///
  /// A row of the first table is there though the others have none for it.
  var tables: String {
    var sql = "main.\(quoted(dataset.targets[0].table)) AS t0"
    var joined: Set<Int> = [0]
    var waiting = Array(dataset.targets.indices.dropFirst())
    while let next = waiting.first(where: { !conditions($0, joined).isEmpty }) ?? waiting.first {
      let conditions = conditions(next, joined)
      let on = conditions.isEmpty ? "false" : conditions.joined(separator: " AND ")
      sql += " LEFT JOIN main.\(quoted(dataset.targets[next].table)) AS t\(next) ON \(on)"
      joined.insert(next)
      waiting.removeAll { $0 == next }
    }
    return sql
  }

  /// What a row of a table has in common with the rows of those that are joined already.
  private func conditions(_ target: Int, _ joined: Set<Int>) -> [String] {
    let parents = dataset.targets[target].parents.filter { joined.contains($0.target) }
    let children = joined.sorted().flatMap { child in
      dataset.targets[child].parents.filter { $0.target == target }.map { (child, $0.column) }
    }
    return parents.map { "t\(target).\(quoted($0.column)) = t\($0.target)._rowid_" }
      + children.map { "t\(target)._rowid_ = t\($0.0).\(quoted($0.1))" }
  }
}
