import CSV
import Datasets
import Records

/// What `convert` makes of the values of one column, by what the first records have in it.
struct ColumnValues {
  /// How the values are read.
  enum Reading {
    /// Not at all.
    case text
    /// As numbers of JSON, if they are; they are not changed.
    case number
    /// As numbers of people, with the decimal mark that was asked for.
    case amount(NumberRules)
    case date(DateParser)
    /// As dates with a time of day.
    case moment(DatetimeParser)
  }

  /// How the values are read.
  let reading: Reading
  /// What the dates show of their order; nil in a column of something else, or where it was asked for.
  let order: ReadingEvidence<DateOrder>.Decision?
  /// Why the values are left as they are, and not as was asked for.
  let complaint: String?
  /// What was asked for, in words; nil where nothing was.
  let request: String?

  /// How many records decide.
  static let recordLimit = 10_000

  /// Looks at one column of the records of a batch.
  ///
  /// - Parameters:
  ///   - column: the column, counting from 0.
  ///   - batch: the first records.
  ///   - width: how many fields the records have that count.
  ///   - rows: which of them are data.
  ///   - request: what the command line says of the columns.
  init(
    _ column: Int, of batch: borrowing RecordBatch, width: Int, rows: [Int],
    _ request: ReadingRequest
  ) {
    var survey = Survey(request.order(ofColumn: column), request.mark(ofColumn: column))
    let bytes = batch.bytes.span
    for row in rows where Int(batch.records[row].fieldCount) == width {
      let field = bytes.trimmed(batch.range(ofField: column, in: row))
      if !field.isEmpty { survey.add(field, in: batch.bytes, line: batch.records[row].line) }
    }
    reading = survey.reading
    order = survey.isTemporal && survey.givenOrder == nil ? survey.orders.decision : nil
    var (words, complaint): (String?, String?)
    if let mark = survey.givenMark {
      if case .amount = reading {
        let unit = survey.numbers.unit.map { ", without \(QuotedText.quoted($0))" } ?? ""
        words = "numbers have a decimal \(mark.words), as asked for\(unit)"
      } else if survey.values > 0,
        request.namesMark(ofColumn: column) || survey.areNumbersOfOtherKinds
      {
        complaint = "expected numbers with a decimal \(mark.words)\(survey.misfit)"
      }
    }
    if let order = survey.givenOrder {
      if survey.isTemporal {
        words = "dates are \(order.words), as asked for"
      } else if request.namesOrder(ofColumn: column), survey.values > 0 {
        complaint = "expected dates but found others among the first records"
      }
    }
    self.request = words
    self.complaint = complaint
  }

  /// Why the values of a column are left as they are; nil where they are not, or nothing else was to be
  /// expected.
  func objection(_ column: String) -> String? {
    let left = "; they are left as they are"
    if let complaint { return "\(column): \(complaint)\(left)" }
    let (expected, examples): (String, [ReadingEvidence<DateOrder>.Example])
    switch order {
    case .ambiguous(let open): (expected, examples) = ("dates that show their order", open)
    case .contradiction(let one, let other):
      (expected, examples) = ("dates of one order", [one, other])
    case .notNeeded, .reading, nil: return nil
    }
    let found = examples.map { "\($0.text) (line \($0.line))" }.joined(separator: " and ")
    return "\(column): expected \(expected) but found \(found)\(left)"
  }
}

// MARK: The first records

extension ColumnValues {
  /// What the first values of a column are.
  private struct Survey {
    let givenOrder: DateOrder?
    let givenMark: DecimalMark?
    private(set) var values = 0
    private(set) var orders = DateOrderEvidence(rules: DateRules())
    private(set) var numbers: NumberEvidence
    /// How many are numbers as JSON writes them, and how many are as people do.
    private var plain = 0
    private var written = 0
    /// How many are numbers of people with the other decimal mark only, and the first of them.
    private var others = 0
    private var other: String?
    /// How many are days, and how many are moments of a day.
    private var days = 0
    private var moments = 0
    /// A value that would lose something as a number.
    private var code: String?

    private let rules: NumberRules

    private static let parsers = ([nil] + DateOrder.allCases).map {
      (DateParser(rules: DateRules(order: $0)), DatetimeParser(rules: DateRules(order: $0)))
    }

    init(_ order: DateOrder?, _ mark: DecimalMark?) {
      (givenOrder, givenMark) = (order, mark)
      rules = NumberRules(decimalMark: mark)
      numbers = NumberEvidence(rules: rules)
    }

    mutating func add(_ field: Range<Int>, in text: [UInt8], line: Int64) {
      values += 1
      let span = text.span
      let isPlain = CellWriter.isJSONNumber(field, of: text)
      if isPlain { plain += 1 }
      let isNumber = givenMark != nil && NumberParser.number(field, in: span, rules) != nil
      if isNumber {
        written += 1
        numbers.add(field, in: span, line: line)
        // A minus behind the digits is a sign where numbers are asked for.
        if code == nil, let loss = NumberLoss(text[field]), loss != .trailingMinus {
          code = "\(QuotedText.quoted(text[field])) on line \(line), which \(loss.words)"
        }
      }
      if let givenMark, !isNumber,
        let mark = DecimalMark.allCases.first(where: { $0 != givenMark }),
        NumberParser.number(field, in: span, NumberRules(decimalMark: mark)) != nil
      {
        others += 1
        if other == nil { other = "\(QuotedText.quoted(text[field])) on line \(line)" }
      }
      // 20130305 is a number as well, and may be a code.
      guard !isPlain else { return }
      orders.add(field, in: span, line: line)
      if Self.parsers.contains(where: { $0.0.date(field, in: span) != nil }) {
        days += 1
      } else if Self.isMoment(field, in: span) {
        moments += 1
      }
    }

    private static func isMoment(_ field: Range<Int>, in text: Span<UInt8>) -> Bool {
      var made: [UInt8] = []
      return parsers.contains { $0.1.append(field, in: text, to: &made) }
    }

    private func areMost(_ count: Int) -> Bool { values > 0 && count * 20 >= values * 19 }

    /// Whether the values are dates, with a time of day or without.
    var isTemporal: Bool { areMost(days + moments) }

    /// Whether the values are numbers that can't be read with the mark that was asked for: they have
    /// another one, or several units.
    var areNumbersOfOtherKinds: Bool {
      guard code == nil, !isTemporal, plain < values else { return false }
      return areMost(written + others) && (others > 0 || numbers.conflict != nil)
    }

    /// What is found where numbers are expected, in words.
    var misfit: String {
      if let (one, other) = numbers.conflict { return " but found \(one.text) and \(other.text)" }
      return (code ?? other).map { " but found \($0)" }
        ?? " but found others among the first records"
    }

    var reading: Reading {
      if values > 0, plain == values, givenMark != .comma { return .number }
      if isTemporal {
        guard let order = settledOrder else { return .text }
        let rules = DateRules(order: order)
        let isDay = areMost(days)
        return isDay ? .date(DateParser(rules: rules)) : .moment(DatetimeParser(rules: rules))
      }
      let isAmount = givenMark != nil && areMost(written) && code == nil && numbers.conflict == nil
      return isAmount ? .amount(rules) : .text
    }

    /// The order of the dates; nil in it where it does not matter, nil where it stays open.
    private var settledOrder: DateOrder?? {
      if let givenOrder { return givenOrder }
      switch orders.decision {
      case .notNeeded: return .some(nil)
      case .reading(let reading, _): return reading
      case .ambiguous, .contradiction: return nil
      }
    }
  }
}
