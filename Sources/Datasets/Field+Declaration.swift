extension Field {
  /// The names that Table Schema gives to the types we convert to.
  private enum TypeName: String, CaseIterable {
    case string, integer, number, boolean, date, datetime
  }

  /// What the Data Package standard and we define for a field.
  ///
  /// Those of the standard that only describe are for other programs.
  private static let properties: Set<String> = [
    "name", "title", "description", "type", "format", "example", "examples", "rdfType",
    "constraints", "missingValues", "trueValues", "falseValues", "categories",
    "categoriesOrdered", "column", "aliases", "dateOrder", "pivot",
  ]

  /// What would change how values are read, and that we don't do.
  private static let unsupportedProperties = [
    "decimalChar": "not supported; numbers are read with a decimal point",
    "groupChar": "not supported; numbers are read without separators of thousands",
    "bareNumber": "not supported; numbers are read without text around them",
  ]

  /// Reads one element of `schema.fields`.
  ///
  /// - Throws: `DeclarationError` at the first mistake.
  init(_ node: DeclarationNode, missingValues: [String]) throws(DeclarationError) {
    try node.checkNames(known: Self.properties, unsupported: Self.unsupportedProperties)
    let name = try node.required("name").name()
    self.name = name
    title = try node.member("title")?.name() ?? name
    column = try Self.column(node.required("column"))
    aliases = try node.member("aliases")?.strings() ?? []
    _ = try node.member("format")?.string()
    isRequired = try Self.isRequired(node.member("constraints"))
    self.missingValues = try node.member("missingValues")?.strings() ?? missingValues
    type = try Self.type(node)
  }

  private static func column(_ node: DeclarationNode) throws(DeclarationError) -> String {
    let column = try node.name()
    let ours = ["run_id", "source_line"]
    guard !ours.contains(column.lowercased()) else {
      throw node.error("bank-etl fills the column \"\(column)\" itself; name another")
    }
    return column
  }

  private static func isRequired(_ node: DeclarationNode?) throws(DeclarationError) -> Bool {
    guard let node else { return false }
    let advice = "not supported here; write it as a constraint of the table, in a migration"
    let others = [
      "unique", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
      "exclusiveMaximum", "jsonSchema", "pattern", "enum",
    ]
    try node.checkNames(
      known: ["required"],
      unsupported: Dictionary(uniqueKeysWithValues: others.map { ($0, advice) }), isOpen: false)
    return try node.member("required")?.boolean() ?? false
  }

  private static func type(_ node: DeclarationNode) throws(DeclarationError) -> FieldType {
    let name = try node.member("type")?.choice(TypeName.self) ?? .string
    if name != .date && name != .datetime {
      try refuse(["dateOrder", "pivot"], of: node, for: "date or datetime")
    }
    if name != .boolean { try refuse(["trueValues", "falseValues"], of: node, for: "boolean") }
    switch name {
    case .string: return .string
    case .integer: return .integer
    case .number: return .number
    case .boolean: return .boolean(try words(node))
    case .date: return .date(try rules(node))
    case .datetime: return .datetime(try rules(node))
    }
  }

  private static func refuse(
    _ names: [String], of node: DeclarationNode, for types: String
  ) throws(DeclarationError) {
    for name in names {
      guard let member = try node.member(name) else { continue }
      throw member.error("belongs to a field of type \(types); remove it or change the type")
    }
  }

  private static func rules(_ node: DeclarationNode) throws(DeclarationError) -> DateRules {
    DateRules(
      order: try node.member("dateOrder")?.choice(DateOrder.self),
      pivot: try node.member("pivot")?.integer(in: 0...100) ?? DateRules.defaultPivot)
  }

  private static func words(_ node: DeclarationNode) throws(DeclarationError) -> BooleanWords {
    let standard = BooleanWords.standard
    let trueValues = try node.member("trueValues")?.strings() ?? standard.trueValues
    let falseValues = try node.member("falseValues")?.strings() ?? standard.falseValues
    if let word = trueValues.first(where: falseValues.contains) {
      throw node.error("\(QuotedText.quoted(word)) can't stand for both true and false")
    }
    return BooleanWords(trueValues: trueValues, falseValues: falseValues)
  }
}
