import Records
import SeedSupport
import Testing

@testable import Datasets

/// Values in every way that they can be written, and bytes that are none: random, but the same in
/// each run, and with `make fuzz` others after them.
struct ValueFuzzTests {
  /// Bytes of which values are made, and others.
  private static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    let parts = [
      "$", "€", "USD", "kr", "kr.", "(", ")", "-", "\u{2212}", "+", "%", " ", "\u{A0}", "\u{202F}",
      ",", ".", "'", "\u{2019}", "e", "1", "23", "000", "999", "0", "5", "/", ":", "de", "th",
      "mai",
      "März", "Dez", "PM", "T", "lundi", "\0", "\u{301}", "kg", "true", "NULL",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...9, using: &generator) {
      if let part = parts.randomElement(using: &generator) { bytes += Array(part.utf8) }
      if Int.random(in: 0..<12, using: &generator) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  private static func rules(_ generator: inout SeededGenerator) -> NumberRules {
    let marks: [DecimalMark?] = [.point, .comma, nil]
    let groups: [NumberRules.Groups] = [.any, .any, .none, .only(.comma), .only(.space)]
    let units: [NumberRules.Units] = [.known, .none, .any]
    return NumberRules(
      decimalMark: marks.randomElement(using: &generator) ?? nil,
      groups: groups.randomElement(using: &generator) ?? .any,
      units: units.randomElement(using: &generator) ?? .known)
  }

  @Test func `any bytes are a number or none, and a number is what its own text is`() {
    FuzzTime.repeated(20_000, seed: 21) { generator in
      let text = Self.bytes(&generator)
      let rules = Self.rules(&generator)
      let range = text.span.trimmed(text.indices)
      var evidence = NumberEvidence(rules: rules)
      evidence.add(range, in: text.span, line: 1)
      if let value = NumberParser.number(range, in: text.span, rules) {
        #expect(value.isFinite)
        #expect(written(value.description, NumberRules(decimalMark: .point)) == value)
        // What one mark is left open for, both marks agree on or only one reads.
        let marks = rules.decimalMark.map { [$0] } ?? DecimalMark.allCases
        let values = marks.compactMap { mark in
          WrittenNumber(range, in: text.span, rules, mark: mark)?.decimal.double
        }
        #expect(values.allSatisfy { $0 == value })
      }
      if let value = IntegerParser.integer(range, in: text.span, rules) {
        let plain = Array("\(value)".utf8)
        #expect(IntegerParser.integer(plain.indices, in: plain.span) == value)
      }
    }
  }

  @Test func `any bytes are a date or none`() {
    FuzzTime.repeated(20_000, seed: 22) { generator in
      let text = Self.bytes(&generator)
      let calendars: [ExcelCalendar?] = [nil, .from1900, .from1904]
      let order = DateOrder.allCases.randomElement(using: &generator)
      let calendar = calendars.randomElement(using: &generator) ?? nil
      let rules = DateRules(order: order, excelSerial: calendar)
      let range = text.span.trimmed(text.indices)
      if let date = DateParser(rules: rules).date(range, in: text.span) {
        #expect(day(date.description) == date.description)
      }
      var moment: [UInt8] = []
      guard DatetimeParser(rules: rules).append(range, in: text.span, to: &moment) else { return }
      var again: [UInt8] = []
      #expect(DatetimeParser(rules: rules).append(moment.indices, in: moment.span, to: &again))
      #expect(again == moment)
    }
  }

  @Test func `any bytes are one of the words or none`() {
    let words = BooleanWords(trueValues: ["true", "", "5"], falseValues: ["NULL", "\u{A0}", "kg"])
    FuzzTime.repeated(5_000, seed: 23) { generator in
      let text = Self.bytes(&generator)
      let string = String(decoding: text, as: UTF8.self)
      let expected: Bool? =
        words.trueValues.contains { Array($0.utf8) == text }
        ? true : words.falseValues.contains { Array($0.utf8) == text } ? false : nil
      #expect(words.boolean(text.indices, in: text.span) == expected, "\(string)")
    }
  }

  @Test func `a number in any style reads back as itself`() {
    FuzzTime.repeated(20_000, seed: 24) { generator in
      let style = NumberStyle(using: &generator)
      let decimals = Int.random(in: 0...6, using: &generator)
      let size = Int.random(in: 1...15, using: &generator)
      let limit = (0..<size).reduce(Int64(1)) { power, _ in power * 10 }
      let digits = Int64.random(in: 0..<limit, using: &generator)
      let isNegative = digits != 0 && Bool.random(using: &generator)
      let text = style.text(digits, decimals: decimals, isNegative: isNegative)
      let expected = Double("\(isNegative ? "-" : "")\(digits)e-\(decimals)")
      #expect(written(text, NumberRules(decimalMark: style.mark)) == expected, "\(text)")
      // Without the mark, it is the number or none.
      let open = written(text, NumberRules())
      #expect(open == nil || open == expected, "\(text)")
      guard decimals == 0, style.isPlain else { return }
      let bytes = Array(text.utf8)
      let rules = NumberRules(decimalMark: style.mark, units: .none)
      #expect(
        IntegerParser.integer(bytes.indices, in: bytes.span, rules)
          == (isNegative ? -digits : digits), "\(text)")
    }
  }

  @Test func `the text of any double reads back to the bit, with either mark`() {
    FuzzTime.repeated(20_000, seed: 25) { generator in
      let value = Double(bitPattern: generator.next())
      guard value.isFinite, value != 0 else { return }
      #expect(written(value.description, NumberRules(decimalMark: .point)) == value)
      let comma = value.description.replacing(".", with: ",")
      #expect(written(comma, NumberRules(decimalMark: .comma)) == value)
    }
  }
}
