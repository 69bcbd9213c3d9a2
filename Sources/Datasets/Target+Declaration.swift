extension Target {
  private static let properties: Set<String> = ["table", "columns", "key", "parents"]

  /// The only target of a dataset that has one table: all its fields are columns there.
  init(table: String, _ fields: [Field], key: [Int]) {
    self.table = table
    self.fields = Array(fields.indices)
    self.key = key.map { fields[$0].column }
    parents = []
  }

  /// Reads one element of `targets`.
  ///
  /// - Parameters:
  ///   - node: the element.
  ///   - fields: the dataset's fields.
  ///   - earlier: the targets before it.
  /// - Throws: `DeclarationError` at the first mistake.
  init(
    _ node: DeclarationNode, _ fields: [Field], after earlier: [Target]
  ) throws(DeclarationError) {
    try node.checkNames(known: Self.properties, isOpen: false)
    let name = try node.required("table")
    let table = try Self.table(name)
    self.table = table
    guard !earlier.contains(where: { $0.table.lowercased() == table.lowercased() }) else {
      throw name.error("is a target twice; put its columns together")
    }
    let own = try Self.fields(node.required("columns"), of: fields)
    self.fields = own
    if let parents = try node.member("parents") {
      self.parents = try Self.parents(parents, among: earlier)
    } else {
      parents = []
    }
    let columns = own.map { fields[$0].column }
    for parent in parents where columns.contains(parent.column) {
      throw try node.required("parents").error(
        "the column \"\(parent.column)\" is a field's too; name another")
    }
    key = try Self.key(node.member("key"), of: columns + parents.map(\.column))
  }

  /// Reads the name of a table that a declaration may fill.
  static func table(_ node: DeclarationNode) throws(DeclarationError) -> String {
    let table = try node.name()
    let folded = table.lowercased()
    guard
      !folded.hasPrefix("etl_"), !folded.hasPrefix("sqlite_"), folded != "schema_migrations"
    else {
      throw node.error("bank-etl or SQLite keeps \"\(table)\" for itself; name another table")
    }
    return table
  }

  private static func fields(
    _ node: DeclarationNode, of fields: [Field]
  ) throws(DeclarationError) -> [Int] {
    var indexes: Set<Int> = []
    for element in try node.elements() {
      let index = try element.index(among: fields.map(\.column))
      guard indexes.insert(index).inserted else { throw element.error("is named twice") }
    }
    return indexes.sorted()
  }

  /// Reads an object from columns to the tables of earlier targets.
  private static func parents(
    _ node: DeclarationNode, among earlier: [Target]
  ) throws(DeclarationError) -> [Parent] {
    var parents: [Parent] = []
    for (column, value) in try node.members() {
      let ours = ["run_id", "source_line"]
      guard !column.isEmpty, !column.utf8.contains(0), !ours.contains(column.lowercased()) else {
        throw value.error("expected the name of a column of the table's own")
      }
      guard !earlier.isEmpty else { throw value.error("the first target can't have a parent") }
      let target = try value.index(among: earlier.map(\.table))
      guard !earlier[target].key.isEmpty else {
        throw value.error("this table has no key, by which its row could be found; declare one")
      }
      parents.append(Parent(column: column, target: target))
    }
    return parents.sorted { $0.column < $1.column }
  }

  private static func key(
    _ node: DeclarationNode?, of columns: [String]
  ) throws(DeclarationError) -> [String] {
    guard let node else { return [] }
    var key: [String] = []
    for element in try node.elements() {
      let column = try columns[element.index(among: columns)]
      guard !key.contains(column) else { throw element.error("is in the key twice; remove one") }
      key.append(column)
    }
    guard !key.isEmpty else { throw node.error("expected at least one column but found none") }
    return key
  }
}

extension DeclarationNode {
  /// The index of the name that the text is.
  ///
  /// - Throws: `DeclarationError` where it is none of them, with the nearest.
  func index(among names: [String]) throws(DeclarationError) -> Int {
    let name = try string()
    guard let index = names.firstIndex(of: name) else {
      throw expected(
        EditDistance.nearest(to: name, in: names).map { "\"\($0)\"" }
          ?? "one of " + list(names.map { "\"\($0)\"" }))
    }
    return index
  }
}
