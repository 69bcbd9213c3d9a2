import Datasets
import SQLite
import Spreadsheet

/// How the values of one field are written, so that an import reads them as what they are.
struct ExportedField {
  private let field: Field
  private let format: ExportFormat
  /// Whether texts that a spreadsheet would run get an apostrophe.
  private let isGuarded: Bool

  /// A field in a format.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - format: what is written.
  ///   - isRaw: whether texts stay as they are, formulas too.
  init(_ field: Field, _ format: ExportFormat, isRaw: Bool) {
    self.field = field
    self.format = format
    isGuarded = format.isForSpreadsheets && !isRaw
  }

  /// What stands above the values.
  var label: String {
    if format.isForPrograms { return field.column }
    return isGuarded ? FormulaGuard.guarded(field.name) : field.name
  }

  /// A value as a text format has it.
  func value(_ value: Value) -> Value {
    guard !format.isForPrograms else { return value }
    switch value {
    case .text(let text): return isGuarded ? .text(FormulaGuard.guarded(text)) : value
    case .integer(let integer): return word(integer).map(Value.text) ?? value
    case .real(let number):
      guard case .number(let rules) = field.type else { return value }
      return .text(rules.text(of: number))
    case .null, .blob: return value
    }
  }

  /// A value as a sheet has it.
  func cell(_ value: Value) -> SpreadsheetCell {
    switch value {
    case .null: return .empty
    case .integer(let integer): return word(integer).map(SpreadsheetCell.text) ?? .integer(integer)
    case .real(let number): return .number(number)
    case .text(let text):
      if case .date = field.type, let day = SpreadsheetCell(iso: text) { return day }
      return .text(isGuarded ? FormulaGuard.guarded(text) : text)
    case .blob: return .text(value.plainText)
    }
  }

  /// The word for true or false; nil where the field has numbers.
  private func word(_ integer: Int64) -> String? {
    guard case .boolean(let words) = field.type else { return nil }
    return integer == 0 ? words.falseValues.first : words.trueValues.first
  }
}
