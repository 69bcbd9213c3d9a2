/// How a column's numbers are to be read where their text leaves it open.
package struct NumberRules: Sendable, Hashable, BitwiseCopyable {
  /// Which marks may stand between groups of three digits.
  package enum Groups: Sendable, Hashable, BitwiseCopyable {
    /// Any, if only it isn't the decimal mark, and is the same within a number.
    case any
    /// None: `1,234` is no number.
    case none
    /// This one.
    case only(GroupMark)
  }

  /// Which text may stand before or behind a number, besides its sign.
  package enum Units: String, Sendable, Hashable, BitwiseCopyable {
    /// A currency or a percent sign, the same in all of the column.
    case known
    /// None: `$5` is no number.
    case none
    /// None, as long as no first pass over the column has compared them.
    case unproved
    /// Whatever there is; it is left out.
    case any
  }

  /// The decimal mark; nil where nothing is declared and the values must decide.
  package var decimalMark: DecimalMark?
  /// What may stand between groups of digits.
  package var groups: Groups
  /// What may stand around a number.
  package var units: Units

  /// Rules with these parts.
  package init(decimalMark: DecimalMark? = nil, groups: Groups = .any, units: Units = .known) {
    self.decimalMark = decimalMark
    self.groups = groups
    self.units = units
  }

  /// What a field of whole numbers has where nothing is declared: no text around them, unless a first
  /// pass has shown that it is the same around all.
  package static let wholeNumber = NumberRules(units: .unproved)

  /// Whether the values of the column must show something, by a first pass.
  var needsEvidence: Bool { decimalMark == nil || units == .known || units == .unproved }

  /// Sets the decimal mark, which then can't stand between groups any more.
  mutating func setDecimalMark(_ mark: DecimalMark) {
    decimalMark = mark
    if groups == .only(mark == .point ? .point : .comma) { groups = .any }
  }

  /// Everything of the rules that was declared, as words; nothing for a field that declares none.
  func describe(default units: Units) -> String {
    var text = ""
    if let decimalMark { text += " decimal \(decimalMark.words)" }
    switch groups {
    case .any: break
    case .none: text += " groups none"
    case .only(let mark): text += " groups \(mark)"
    }
    return self.units == units ? text : text + " units \(self.units.rawValue)"
  }
}
