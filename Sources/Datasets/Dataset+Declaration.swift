extension Dataset {
  /// What the Data Package standard and we define for a resource.
  private static let properties: Set<String> = [
    "$schema", "profile", "name", "type", "title", "description", "homepage", "path", "data",
    "format", "mediatype", "encoding", "dialect", "bytes", "hash", "sources", "licenses",
    "contributors", "schema", "scheme", "compression", "table", "policy", "guards",
    "links",
  ]
  private static let schemaProperties: Set<String> = [
    "$schema", "profile", "name", "title", "description", "homepage", "version", "created",
    "keywords", "contributors", "fields", "fieldsMatch", "primaryKey", "missingValues",
    "uniqueKeys", "foreignKeys",
  ]

  /// Reads one element of `resources`.
  ///
  /// - Throws: `DeclarationError` at the first mistake.
  init(_ node: DeclarationNode) throws(DeclarationError) {
    try node.checkNames(
      known: Self.properties,
      unsupported: ["targets": "not supported yet; declare one \"table\""])
    let name = try node.required("name").name()
    self.name = name
    title = try node.member("title")?.name() ?? name
    path = try node.member("path")?.string()
    table = try Self.table(node.required("table"))
    let schema = try node.required("schema")
    try schema.checkNames(known: Self.schemaProperties)
    fields = try Self.fields(schema)
    key = try Self.key(schema.member("primaryKey"), of: fields)
    guards = try node.member("guards").map(Guards.init) ?? Guards()
    policy = try Self.policy(node.member("policy"), hasKey: !key.isEmpty)
  }

  private static func table(_ node: DeclarationNode) throws(DeclarationError) -> String {
    let table = try node.name()
    let folded = table.lowercased()
    guard
      !folded.hasPrefix("etl_"), !folded.hasPrefix("sqlite_"), folded != "schema_migrations"
    else {
      throw node.error("bank-etl or SQLite keeps \"\(table)\" for itself; name another table")
    }
    return table
  }

  private static func policy(
    _ node: DeclarationNode?, hasKey: Bool
  ) throws(DeclarationError) -> Policy {
    guard let node else { return hasKey ? .upsert : .append }
    let policy = try node.choice(Policy.self)
    guard hasKey || policy == .append else {
      throw node.error("\"\(policy.rawValue)\" needs a key; declare \"schema.primaryKey\"")
    }
    return policy
  }

  private static func fields(_ schema: DeclarationNode) throws(DeclarationError) -> [Field] {
    let missingValues = try schema.member("missingValues")?.strings() ?? []
    let list = try schema.required("fields")
    var fields: [Field] = []
    var labels: [String: String] = [:]
    var columns: Set<String> = []
    for node in try list.elements() {
      let field = try Field(node, missingValues: missingValues)
      guard columns.insert(field.column.lowercased()).inserted else {
        let message = "another field has the column \"\(field.column)\" too; name another"
        throw try node.required("column").error(message)
      }
      try claim(field.name, for: field, at: node.required("name"), in: &labels)
      for alias in try node.member("aliases")?.elements() ?? [] {
        try claim(alias.string(), for: field, at: alias, in: &labels)
      }
      fields.append(field)
    }
    guard !fields.isEmpty else { throw list.expected("at least one field") }
    return fields
  }

  /// Notes that a label is a field's, and refuses one that can't be told from another's.
  private static func claim(
    _ label: String, for field: Field, at node: DeclarationNode, in labels: inout [String: String]
  ) throws(DeclarationError) {
    let folded = LabelFolding.folded(label)
    guard !folded.isEmpty else { throw node.expected("a label with a letter or digit") }
    if let owner = labels.updateValue(field.column, forKey: folded), owner != field.column {
      let message = "the field of column \"\(owner)\" has this label too; remove one of them"
      throw node.error(message)
    }
  }

  private static func key(
    _ node: DeclarationNode?, of fields: [Field]
  ) throws(DeclarationError) -> [Int] {
    guard let node else { return [] }
    if case .string = node.json.value { return [try index(node, of: fields)] }
    var key: [Int] = []
    for element in try node.elements() {
      let index = try index(element, of: fields)
      guard !key.contains(index) else { throw element.error("is in the key twice; remove one") }
      key.append(index)
    }
    guard !key.isEmpty else { throw node.error("expected at least one field but found none") }
    return key
  }

  private static func index(
    _ node: DeclarationNode, of fields: [Field]
  ) throws(DeclarationError) -> Int {
    let name = try node.string()
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      let names = fields.map(\.name)
      throw node.expected(
        EditDistance.nearest(to: name, in: names).map { "\"\($0)\"" }
          ?? "one of " + node.list(names.map { "\"\($0)\"" }))
    }
    return index
  }
}
