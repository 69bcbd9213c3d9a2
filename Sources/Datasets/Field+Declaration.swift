import Records

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
    "categoriesOrdered", "column", "aliases", "dateOrder", "pivot", "excelSerial", "decimalChar",
    "groupChar", "bareNumber", "content", "joined", "separator", "code",
  ]

  /// Reads one element of `schema.fields`.
  ///
  /// - Throws: `DeclarationError` at the first mistake.
  init(_ node: DeclarationNode, missingValues: [String]) throws(DeclarationError) {
    try node.checkNames(known: Self.properties)
    let name = try node.required("name").name()
    self.name = name
    title = try node.member("title")?.name() ?? name
    column = try Self.column(node.required("column"))
    aliases = try node.member("aliases")?.strings() ?? []
    _ = try node.member("format")?.string()
    self.missingValues = try node.member("missingValues")?.strings() ?? missingValues
    type = try Self.type(node)
    (joined, separator) = try Self.joined(node)
    content = try node.member("content")?.choice(FieldContent.self)
    if content != nil, type != .string {
      try Self.refuse(["content"], of: node, for: "string")
    }
    isCode = try node.member("code")?.boolean() ?? false
    let saysNothingIsMissing = try node.member("missingValues")?.strings().isEmpty ?? false
    emptyIsValue = saysNothingIsMissing && type == .string && content == nil && joined.isEmpty
    let constraints = try node.member("constraints")
    self.constraints = try FieldConstraints(constraints, of: type)
    isRequired = try constraints?.member("required")?.boolean() ?? false
  }

  /// Reads the parts of a text that may be in several columns.
  private static func joined(
    _ node: DeclarationNode
  ) throws(DeclarationError) -> ([[String]], String) {
    let separator = try node.member("separator")?.string() ?? " "
    guard let list = try node.member("joined") else {
      try refuse(["separator"], of: node, for: "string with \"joined\"")
      return ([], separator)
    }
    if try node.member("type")?.string() ?? "string" != "string" {
      try refuse(["joined"], of: node, for: "string")
    }
    var parts: [[String]] = []
    for part in try list.elements() {
      let labels = try part.strings()
      guard !labels.isEmpty else { throw part.expected("at least one label") }
      parts.append(labels)
    }
    guard parts.count > 1 else { throw list.expected("at least two parts") }
    return (parts, separator)
  }

  private static func column(_ node: DeclarationNode) throws(DeclarationError) -> String {
    let column = try node.name()
    let ours = ["run_id", "source_line"]
    guard !ours.contains(column.lowercased()) else {
      throw node.error("bank-etl fills the column \"\(column)\" itself; name another")
    }
    return column
  }

  private static func type(_ node: DeclarationNode) throws(DeclarationError) -> FieldType {
    let name = try node.member("type")?.choice(TypeName.self) ?? .string
    if name != .date && name != .datetime {
      try refuse(["dateOrder", "pivot", "excelSerial"], of: node, for: "date or datetime")
    }
    if name != .integer && name != .number {
      try refuse(NumberRules.properties, of: node, for: "number or integer")
    }
    if name != .boolean { try refuse(["trueValues", "falseValues"], of: node, for: "boolean") }
    switch name {
    case .string: return .string
    case .integer: return .integer(try NumberRules(node, units: .unproved))
    case .number: return .number(try NumberRules(node, units: .known))
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
      pivot: try node.member("pivot")?.integer(in: 0...100) ?? DateRules.defaultPivot,
      excelSerial: try node.member("excelSerial").map(calendar))
  }

  private static func calendar(_ node: DeclarationNode) throws(DeclarationError) -> ExcelCalendar {
    guard case .number(let text) = node.json.value, let year = Int(text),
      let calendar = ExcelCalendar(rawValue: year)
    else { throw node.expected("1900 or 1904") }
    return calendar
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
