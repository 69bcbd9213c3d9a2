import Datasets
import Loading

extension Dataset {
  /// The tables that the records of a file are loaded into.
  ///
  /// A target of whose columns the file has none is left out: the file says nothing of it.
  ///
  /// - Parameter match: how the file's columns go to the fields; a row has a cell for each of them.
  /// - Returns: the tables, in the order of the targets.
  func targetTables(_ match: HeaderMatch) -> [TargetTable] {
    let cells = match.tableColumns
    var tables: [Int: TargetTable] = [:]
    for (index, target) in targets.enumerated() {
      let columns = target.fields.map { fields[$0].column }.filter(cells.contains)
      guard !columns.isEmpty || target.fields.isEmpty else { continue }
      let parents = target.parents.compactMap { parent in
        tables[parent.target].map { TargetTable.Parent(column: parent.column, table: $0) }
      }
      guard parents.count == target.parents.count else { continue }
      tables[index] = TargetTable(
        name: target.table, columns: columns,
        cells: columns.map { cells.firstIndex(of: $0) ?? 0 }, parents: parents,
        key: loadingKey(ofTarget: index), isReplaced: policy == .replace)
    }
    return targets.indices.compactMap { tables[$0] }
  }
}
