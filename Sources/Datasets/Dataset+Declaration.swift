extension Dataset {
  /// What the Data Package standard and we define for a resource.
  private static let properties: Set<String> = [
    "$schema", "profile", "name", "type", "title", "description", "homepage", "path", "data",
    "format", "mediatype", "encoding", "dialect", "bytes", "hash", "sources", "licenses",
    "contributors", "schema", "scheme", "compression", "table", "targets", "policy", "guards",
    "links", "views",
  ]
  private static let viewProperties: Set<String> = [
    "name", "title", "description", "table", "schema",
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
    try node.checkNames(known: Self.properties)
    let name = try node.required("name").name()
    self.name = name
    title = try node.member("title")?.name() ?? name
    path = try node.member("path")?.string()
    // "encoding: the character encoding of the resource's data file … default utf-8" (datapackage.org).
    encoding = try node.member("encoding")?.name().declaredEncoding
    let list = try node.member("targets")
    // The table's name is looked at before the rest, as it comes before it in the file.
    let table = list == nil ? try Target.table(node.required("table")) : ""
    let schema = try node.required("schema")
    try schema.checkNames(known: Self.schemaProperties)
    (fields, splits) = try Self.fields(schema)
    let primaryKey = try schema.member("primaryKey")
    let key = try Self.key(primaryKey, of: fields)
    if let list {
      targets = try Self.targets(list, of: node, fields)
      self.key = try Self.key(of: targets, fields, declared: key, primaryKey)
    } else {
      targets = [Target(table: table, fields, key: key)]
      self.key = key
    }
    guards = try node.member("guards").map(Guards.init) ?? Guards()
    policy = try Self.policy(node.member("policy"), targets)
    views = try Self.views(node.member("views"))
  }

  /// Reads what a dataset declares as `views`.
  ///
  ///     "views": [{ "name": "totals", "table": "sales_totals", "schema": { "fields": [...] } }]
  private static func views(_ node: DeclarationNode?) throws(DeclarationError) -> [Dataset] {
    var views: [Dataset] = []
    for element in try node?.elements() ?? [] {
      try element.checkNames(known: viewProperties, isOpen: false)
      var view = try Dataset(element)
      guard !views.contains(where: { $0.name == view.name }) else {
        let message = "another view is named \(QuotedText.quoted(view.name)) too"
        throw try element.required("name").error("\(message); rename one")
      }
      view.isView = true
      views.append(view)
    }
    return views
  }

  private static func policy(
    _ node: DeclarationNode?, _ targets: [Target]
  ) throws(DeclarationError) -> Policy {
    let keyless = targets.first { $0.key.isEmpty }
    guard let node else { return keyless == nil ? .upsert : .append }
    let policy = try node.choice(Policy.self)
    guard let keyless, policy != .append else { return policy }
    let place =
      targets.count == 1 ? "\"schema.primaryKey\"" : "the \"key\" of \"\(keyless.table)\""
    throw node.error("\"\(policy.rawValue)\" needs a key; declare \(place)")
  }

  private static func targets(
    _ list: DeclarationNode, of node: DeclarationNode, _ fields: [Field]
  ) throws(DeclarationError) -> [Target] {
    guard try node.member("table") == nil else {
      throw list.error("there is a \"table\" too; remove one of them")
    }
    var targets: [Target] = []
    for element in try list.elements() {
      targets.append(try Target(element, fields, after: targets))
    }
    guard !targets.isEmpty else { throw list.expected("at least one target") }
    let used = Set(targets.flatMap(\.fields))
    if let unused = fields.indices.first(where: { !used.contains($0) }) {
      throw list.error("no target has the column \"\(fields[unused].column)\"; add it to one")
    }
    return targets
  }

  /// The key of a record that fills several tables: the fields that are in their keys.
  private static func key(
    of targets: [Target], _ fields: [Field], declared: [Int], _ primaryKey: DeclarationNode?
  ) throws(DeclarationError) -> [Int] {
    var key: [Int] = []
    for column in targets.flatMap(\.key) {
      guard let index = fields.firstIndex(where: { $0.column == column }) else { continue }
      if !key.contains(index) { key.append(index) }
    }
    guard let primaryKey else { return key }
    guard Set(declared) == Set(key) else {
      let names = key.map { "\"\(fields[$0].name)\"" }.joined(separator: ", ")
      throw primaryKey.error("expected the fields of the targets' keys (\(names)), or nothing")
    }
    return declared
  }

  private static func fields(
    _ schema: DeclarationNode
  ) throws(DeclarationError) -> ([Field], [SplitField]) {
    let missingValues = try schema.member("missingValues")?.strings() ?? []
    let list = try schema.required("fields")
    var fields: [Field] = []
    var labels: [String: String] = [:]
    var columns: Set<String> = []
    var splitNodes: [DeclarationNode] = []
    for node in try list.elements() {
      guard try node.member("columns") == nil else {
        splitNodes.append(node)
        continue
      }
      let field = try Field(node, missingValues: missingValues)
      guard columns.insert(field.column.lowercased()).inserted else {
        let message = "another field has the column \"\(field.column)\" too; name another"
        throw try node.required("column").error(message)
      }
      try claim(field.name, for: field.column, at: node.required("name"), in: &labels)
      for alias in try node.member("aliases")?.elements() ?? [] {
        try claim(alias.string(), for: field.column, at: alias, in: &labels)
      }
      for part in try node.member("joined")?.elements() ?? [] {
        for label in try part.elements() {
          try claim(label.string(), for: field.column, at: label, in: &labels)
        }
      }
      fields.append(field)
    }
    guard !fields.isEmpty else { throw list.expected("at least one field") }
    var splits: [SplitField] = []
    for node in splitNodes {
      let split = try SplitField(node, of: fields)
      let owner = split.fields.map { fields[$0].column }.joined(separator: " and ")
      try claim(split.name, for: owner, at: node.required("name"), in: &labels)
      for alias in try node.member("aliases")?.elements() ?? [] {
        try claim(alias.string(), for: owner, at: alias, in: &labels)
      }
      splits.append(split)
    }
    return (fields, splits)
  }

  /// Notes that a label is a field's, and refuses one that can't be told from another's.
  private static func claim(
    _ label: String, for column: String, at node: DeclarationNode, in labels: inout [String: String]
  ) throws(DeclarationError) {
    let folded = LabelFolding.folded(label)
    guard !folded.isEmpty else { throw node.expected("a label with a letter or digit") }
    if let owner = labels.updateValue(column, forKey: folded), owner != column {
      let message = "the field of column \"\(owner)\" has this label too; remove one of them"
      throw node.error(message)
    }
  }

  private static func key(
    _ node: DeclarationNode?, of fields: [Field]
  ) throws(DeclarationError) -> [Int] {
    guard let node else { return [] }
    if case .string = node.json.value { return [try node.index(among: fields.map(\.name))] }
    var key: [Int] = []
    for element in try node.elements() {
      let index = try element.index(among: fields.map(\.name))
      guard !key.contains(index) else { throw element.error("is in the key twice; remove one") }
      key.append(index)
    }
    guard !key.isEmpty else { throw node.error("expected at least one field but found none") }
    return key
  }
}

extension String {
  /// The name of an encoding, where it is another than UTF-8.
  fileprivate var declaredEncoding: String? {
    ["utf-8", "utf8"].contains(lowercased()) ? nil : self
  }
}
