import Records

extension FieldConstraints {
  /// What is for the table, which checks all its rows however they came there.
  private static let forTheTable = ["unique", "jsonSchema", "pattern"]
  private static let advice =
    "not supported here; write it as a constraint of the table, in a migration"

  /// Reads the property `constraints` of a field, all but `required`.
  ///
  /// - Parameters:
  ///   - node: the property; nil where the field doesn't have it.
  ///   - type: the field's type.
  /// - Throws: `DeclarationError` at the first mistake.
  init(_ node: DeclarationNode?, of type: FieldType) throws(DeclarationError) {
    guard let node else { return }
    try node.checkNames(
      known: [
        "required", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength",
        "maxLength", "enum",
      ],
      unsupported: Dictionary(uniqueKeysWithValues: Self.forTheTable.map { ($0, Self.advice) }),
      isOpen: false)
    minimum = try Self.limit("minimum", "exclusiveMinimum", of: node, type)
    maximum = try Self.limit("maximum", "exclusiveMaximum", of: node, type)
    minLength = try Self.length(node.member("minLength"), type)
    maxLength = try Self.length(node.member("maxLength"), type)
    for element in try node.member("enum")?.elements() ?? [] {
      allowed.append(try Self.value(element, type))
      allowedTexts.append(try element.scalar())
    }
    if let node = try node.member("enum"), allowed.isEmpty { throw node.expected("a value") }
  }

  private static func limit(
    _ inclusive: String, _ exclusive: String, of node: DeclarationNode, _ type: FieldType
  ) throws(DeclarationError) -> Limit? {
    let (one, other) = (try node.member(inclusive), try node.member(exclusive))
    guard let member = one ?? other else { return nil }
    guard one == nil || other == nil else {
      throw member.error("can't be there together with \"\(exclusive)\"; remove one")
    }
    switch type {
    case .integer, .number, .date, .datetime: break
    case .string, .boolean:
      throw member.error("belongs to a field of numbers or dates; remove it or change the type")
    }
    return Limit(
      value: try value(member, type), text: try member.scalar(), isInclusive: one != nil)
  }

  private static func length(
    _ node: DeclarationNode?, _ type: FieldType
  ) throws(DeclarationError) -> Int? {
    guard let node else { return nil }
    guard case .string = type else {
      throw node.error("belongs to a field of type string; remove it or change the type")
    }
    return try node.integer(in: 0...Int.max)
  }

  /// A value of the field's type, as it is stored.
  private static func value(
    _ node: DeclarationNode, _ type: FieldType
  ) throws(DeclarationError) -> Value {
    let written = try node.scalar()
    let text = Array(written.utf8)
    switch type {
    case .string:
      return .text(text)
    case .integer:
      guard let value = Int64(written) else { throw node.expected("a whole number") }
      return .integer(value)
    case .number:
      let rules = NumberRules(decimalMark: .point, groups: .none, units: .none)
      guard let value = NumberParser.number(text.indices, in: text.span, rules) else {
        throw node.expected("a number")
      }
      return .number(value)
    case .date:
      let parser = DateParser(rules: DateRules(order: .yearMonthDay))
      guard parser.date(text.indices, in: text.span)?.description == written else {
        throw node.expected("a date as \"2021-03-05\"")
      }
      return .text(text)
    case .datetime:
      var moment: [UInt8] = []
      let parser = DatetimeParser(rules: DateRules(order: .yearMonthDay))
      guard parser.append(text.indices, in: text.span, to: &moment), moment == text else {
        throw node.expected("a moment as \"2021-03-05T10:11:12\"")
      }
      return .text(text)
    case .boolean:
      throw node.error("belongs to a field of another type than boolean; remove it")
    }
  }
}
