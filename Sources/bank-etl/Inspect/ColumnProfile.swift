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
  /// How many values there are of each kind.
  private(set) var counts: [Kind: Int64] = [:]

  /// What the command line says of the column.
  let givenOrder: DateOrder?
  let givenMark: DecimalMark?

  /// What the numbers show of their decimal mark and their unit.
  private(set) var numbers: NumberEvidence
  /// For each decimal mark, the least and the greatest number.
  private(set) var amounts = [ClosedRange<Double>?](repeating: nil, count: marks.count)
  private(set) var texts: ClosedRange<String>?
  /// What the dates show of their order.
  private(set) var orders = DateOrderEvidence(rules: DateRules())
  /// For no order and each order, how many values are a day or a moment in it, and the first and last.
  private(set) var days = [(count: Int64, range: ClosedRange<String>)?](
    repeating: nil, count: parsers.count)

  /// What a value is.
  enum Kind {
    case integer
    case number
    /// A number with groups, a currency or another sign that computers don't read.
    case writtenNumber
    case date
    /// A date with a time of day.
    case moment
    /// A time of day alone.
    case time
    case boolean
    case text
  }

  private static let exampleLimit = 3
  private static let formatLimit = 6
  /// How much of a value is kept, in characters.
  private static let excerptLength = 40
  static let marks = DecimalMark.allCases
  static let orderCases: [DateOrder?] = [nil] + DateOrder.allCases
  private static let parsers = orderCases.map {
    (DateParser(rules: DateRules(order: $0)), DatetimeParser(rules: DateRules(order: $0)))
  }
  private static let booleans: Set<String> = ["true", "false", "yes", "no", "y", "n", "t", "f"]

  /// A column of which nothing has been seen.
  ///
  /// - Parameters:
  ///   - label: its label.
  ///   - order: the order of its dates, where the command line gives it.
  ///   - mark: the decimal mark of its numbers, where the command line gives it.
  init(label: String, order: DateOrder? = nil, mark: DecimalMark? = nil) {
    self.label = label
    (givenOrder, givenMark) = (order, mark)
    numbers = NumberEvidence(rules: NumberRules(decimalMark: mark))
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
      _ = addNumber(value, in: bytes, line: line)
      let isWhole = bytes[value].allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
      return isWhole ? .integer : .number
    }
    let span = bytes.span
    if value.count <= Self.longestDate {
      if let kind = addDate(value, in: bytes, line: line) { return kind }
      if DatetimeParser.isTimeOfDay(value, in: span) { return .time }
    }
    if !Self.isCode(bytes[value]), addNumber(value, in: bytes, line: line) { return .writtenNumber }
    let isShort = value.count <= 5
    let word = isShort ? String(decoding: bytes[value], as: UTF8.self).lowercased() : ""
    return Self.booleans.contains(word) ? .boolean : .text
  }

  /// Whether a text would lose something as a number, or has more digits than are kept: `01234`.
  private static func isCode(_ value: ArraySlice<UInt8>) -> Bool {
    switch NumberLoss(value) {
    case .leadingZero, .leadingPlus, .exponent, .spaces: return true
    case .trailingMinus, .phoneLike, nil: break
    }
    return value.count > 15 && value.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// Takes a value into account if it is a number with some decimal mark.
  private mutating func addNumber(_ value: Range<Int>, in bytes: [UInt8], line: Int64) -> Bool {
    let span = bytes.span
    var isNumber = false
    for (index, mark) in Self.marks.enumerated() where givenMark == nil || givenMark == mark {
      let rules = NumberRules(decimalMark: mark)
      guard let number = NumberParser.number(value, in: span, rules) else { continue }
      isNumber = true
      amounts[index] = Self.extend(amounts[index], by: number)
    }
    if isNumber { numbers.add(value, in: span, line: line) }
    return isNumber
  }

  /// No date is longer than this, with its weekday and a time of day, in bytes.
  private static let longestDate = 48

  /// Takes a value into account if it is a date in some order, with a time of day or without.
  private mutating func addDate(_ value: Range<Int>, in bytes: [UInt8], line: Int64) -> Kind? {
    let span = bytes.span
    var kind: Kind?
    for (index, parser) in Self.parsers.enumerated() {
      var text: [UInt8] = []
      if let day = parser.0.date(value, in: span) {
        kind = .date
        day.append(to: &text)
      } else if kind != .date, parser.1.append(value, in: span, to: &text) {
        kind = .moment
      } else {
        continue
      }
      let day = String(decoding: text, as: UTF8.self)
      days[index] = ((days[index]?.count ?? 0) + 1, Self.extend(days[index]?.range, by: day))
    }
    guard let kind else { return nil }
    orders.add(value, in: span, line: line)
    let form = Self.form(of: bytes[value])
    if let index = formats.firstIndex(where: { $0.form == form }) {
      formats[index].count += 1
    } else if formats.count < Self.formatLimit {
      formats.append((form, 1))
    }
    return kind
  }

  /// How a date is written: digits as 9, letters as A and a, a word longer than three as three.
  private static func form(of bytes: ArraySlice<UInt8>) -> String {
    var form = ""
    var letters = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      letters = scalar.properties.isAlphabetic ? letters + 1 : 0
      switch scalar {
      case "0"..."9": form += "9"
      // 2023-03-14T05:06:07Z
      case "T" where form.last == "9", "Z" where form.last == "9":
        form.unicodeScalars.append(scalar)
      case _ where letters > 3: continue
      case _ where letters > 0: form += scalar.properties.isUppercase ? "A" : "a"
      default: form.unicodeScalars.append(scalar)
      }
    }
    return form
  }
}
