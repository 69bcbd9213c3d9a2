extension NumberRules {
  /// The properties of a field that its numbers have.
  static let properties = ["decimalChar", "groupChar", "bareNumber"]

  /// Reads the properties of a field of numbers.
  ///
  /// Table Schema: `decimalChar` is "a string whose value is used to represent a decimal point
  /// within the number", `groupChar` "a string whose value is used to group digits within the
  /// number"; where `bareNumber` is false, the field "may contain leading and/or trailing
  /// non-numeric characters". Where one isn't declared, the values show it.
  ///
  /// - Parameters:
  ///   - node: the field.
  ///   - units: what may stand around its numbers where `bareNumber` isn't declared.
  /// - Throws: `DeclarationError` at the first mistake.
  init(_ node: DeclarationNode, units: Units) throws(DeclarationError) {
    self.init(units: units)
    if let isBare = try node.member("bareNumber")?.boolean() {
      self.units = isBare ? .none : .any
    }
    decimalMark = try node.member("decimalChar")?.choice(DecimalMark.self)
    guard let group = try node.member("groupChar") else { return }
    let text = try group.string()
    guard !text.isEmpty else {
      groups = .none
      return
    }
    guard let mark = GroupMark(text) else {
      throw group.expected("a comma, a point, a space, an apostrophe or nothing")
    }
    guard decimalMark?.rawValue != text else {
      throw group.error("can't be the same as \"decimalChar\"")
    }
    groups = .only(mark)
    // With a comma or a point between groups, the other one is left for the decimals.
    switch mark {
    case .comma: decimalMark = decimalMark ?? .point
    case .point: decimalMark = decimalMark ?? .comma
    case .space, .apostrophe: break
    }
  }
}
