import Records
import CSV
import Datasets

/// What the values of one column of a file are.
struct ColumnProfile {
  /// The column's label; empty where it has none.
  let label: String
  /// How many fields had a value, and how many had none.
  private(set) var values: Int64 = 0
  private(set) var empty: Int64 = 0
  /// About how many distinct values there are.
  private(set) var distinct = DistinctEstimate()
  /// The first values, each once.
  private(set) var examples: [String] = []
  /// For each way that dates are written, as `99-Aaa-99`, how many there are; the first ways only.
  private(set) var formats: [(form: String, count: Int64)] = []

  private var counts: [Kind: Int64] = [:]
  private var numbers: ClosedRange<Double>?
  private var texts: ClosedRange<String>?
  private var orders = DateOrderEvidence(rules: Self.rules(nil))
  /// For no order and each order, the first and last day.
  private var days = [ClosedRange<String>?](repeating: nil, count: parsers.count)

  /// What a value is.
  private enum Kind {
    case integer
    case number
    case writtenNumber
    case date
    case moment
    case boolean
    case text
  }

  private static let exampleLimit = 3
  private static let formatLimit = 6
  /// How much of a value is kept, in characters.
  private static let excerptLength = 40
  private static let orderCases: [DateOrder?] = [nil] + DateOrder.allCases
  private static let parsers = orderCases.map { DateParser(rules: rules($0)) }
  private static let booleans: Set<String> = ["true", "false", "yes", "no", "y", "n", "t", "f"]

  private static func rules(_ order: DateOrder?) -> DateRules {
    DateRules(order: order, pivot: DateRules.defaultPivot)
  }

  init(label: String) {
    self.label = label
  }

  /// Adds a field.
  mutating func add(_ field: Range<Int>, of bytes: [UInt8], line: Int64) {
    let span = bytes.span
    let value = span.trimmed(field)
    guard !value.isEmpty else {
      empty += 1
      return
    }
    values += 1
    distinct.add(value, in: span)
    let kind = kind(of: value, in: bytes, line: line)
    counts[kind, default: 0] += 1
    if kind == .integer || kind == .number {
      if let number = Double(String(decoding: bytes[value], as: UTF8.self)) {
        numbers = Self.extend(numbers, by: number)
      }
    }
    let isExample = examples.count < Self.exampleLimit
    guard isExample || kind != .integer && kind != .number else { return }
    let text = Self.excerpt(bytes[value])
    if isExample, !examples.contains(text) { examples.append(text) }
    texts = Self.extend(texts, by: text)
  }

  private static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(excerptLength * 4), as: UTF8.self)
    guard text.count > excerptLength || bytes.count > excerptLength * 4 else { return text }
    return text.prefix(excerptLength - 1) + "…"
  }

  private static func extend<Bound>(
    _ range: ClosedRange<Bound>?, by value: Bound
  ) -> ClosedRange<Bound> {
    guard let range else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }

  private mutating func kind(
    of value: Range<Int>, in bytes: [UInt8], line: Int64
  ) -> Kind {
    if CellWriter.isJSONNumber(value, of: bytes) {
      // A code such as 1e5 is no number that anybody would write so.
      if bytes[value].contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) { return .text }
      return bytes[value].contains(UInt8(ascii: ".")) ? .number : .integer
    }
    let span = bytes.span
    if value.count <= Self.longestDate, addDate(value, in: bytes, line: line) { return .date }
    switch CellShape(value, in: span, delimiter: []) {
    case .number: return Self.isCode(bytes[value]) ? .text : .writtenNumber
    case .moment: return .moment
    default:
      let isShort = value.count <= 5
      let word = isShort ? String(decoding: bytes[value], as: UTF8.self).lowercased() : ""
      return Self.booleans.contains(word) ? .boolean : .text
    }
  }

  /// Whether a number has a zero in front, which it would lose as a number: `01234`.
  private static func isCode(_ value: ArraySlice<UInt8>) -> Bool {
    value.count > 1 && value.first == UInt8(ascii: "0")
      && value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// No date is longer than this, with its weekday and a time of day, in bytes.
  private static let longestDate = 48

  /// Takes a value into account if it is a date in some order.
  private mutating func addDate(_ value: Range<Int>, in bytes: [UInt8], line: Int64) -> Bool {
    let span = bytes.span
    var isDate = false
    for (index, parser) in Self.parsers.enumerated() {
      guard let day = parser.date(value, in: span) else { continue }
      isDate = true
      var text: [UInt8] = []
      day.append(to: &text)
      days[index] = Self.extend(days[index], by: String(decoding: text, as: UTF8.self))
    }
    guard isDate else { return false }
    orders.add(value, in: span, line: line)
    let form = Self.form(of: bytes[value])
    if let index = formats.firstIndex(where: { $0.form == form }) {
      formats[index].count += 1
    } else if formats.count < Self.formatLimit {
      formats.append((form, 1))
    }
    return true
  }

  /// How a date is written: digits as 9, letters as A and a, a word longer than three as three.
  private static func form(of bytes: ArraySlice<UInt8>) -> String {
    var form = ""
    var letters = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      letters = scalar.properties.isAlphabetic ? letters + 1 : 0
      switch scalar {
      case "0"..."9": form += "9"
      case _ where letters > 3: continue
      case _ where letters > 0: form += scalar.properties.isUppercase ? "A" : "a"
      default: form.unicodeScalars.append(scalar)
      }
    }
    return form
  }
}

// MARK: What it all says

extension ColumnProfile {
  /// What the values are, in a word or two: `integer`, `number`, `date`, `text`, …; where less than
  /// nine tenths are the same, `mixed`.
  var type: String {
    guard values > 0 else { return "empty" }
    let numeric = (counts[.integer] ?? 0) + (counts[.number] ?? 0)
    if counts[.integer] == values { return "integer" }
    if numeric == values { return "number" }
    let kinds: [(String, Int64)] = [
      ("formatted number", numeric + (counts[.writtenNumber] ?? 0)),
      ("date", counts[.date] ?? 0), ("time", counts[.moment] ?? 0),
      ("boolean", counts[.boolean] ?? 0), ("text", counts[.text] ?? 0),
    ]
    return kinds.first { $0.1 * 10 >= values * 9 }?.0 ?? "mixed"
  }

  /// About how many distinct values there are, never more than there are values.
  var distinctCount: Int64 { min(distinct.count, values) }

  /// The share of fields without a value, 0 to 1.
  var emptyShare: Double {
    values + empty > 0 ? Double(empty) / Double(values + empty) : 0
  }

  /// The order of day, month and year in words, and whether the values leave it open.
  var dateOrder: String? {
    guard type == "date" else { return nil }
    switch orders.decision {
    case .notNeeded: return "any"
    case .reading(let order, _): return order.rawValue
    case .ambiguous: return "ambiguous"
    case .contradiction: return "contradictory"
    }
  }

  /// The least and the greatest value: of numbers by value, of dates as ISO-8601, of text by its
  /// characters; nil where they can't be compared.
  var extremes: (least: String, greatest: String)? {
    if type == "integer" || type == "number", let numbers {
      return (Self.text(numbers.lowerBound), Self.text(numbers.upperBound))
    }
    if type == "date", let days = settledDays { return (days.lowerBound, days.upperBound) }
    guard type != "mixed", type != "formatted number" else { return nil }
    return texts.map { ($0.lowerBound, $0.upperBound) }
  }

  private var settledDays: ClosedRange<String>? {
    switch orders.decision {
    case .notNeeded: days.compactMap { $0 }.first
    case .reading(let order, _):
      Self.orderCases.firstIndex(of: order).flatMap { days[$0] }
    case .ambiguous, .contradiction: nil
    }
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? number.description
  }
}
