import Testing

@testable import Datasets

private func evidence(_ values: [String], pivot: Int = 69) -> DateOrderEvidence {
  var evidence = DateOrderEvidence(rules: DateRules(pivot: pivot))
  for (index, value) in values.enumerated() {
    let bytes = Array(value.utf8)
    evidence.add(bytes.indices, in: bytes.span, line: Int64(index + 2))
  }
  return evidence
}

private func reading(_ decision: ReadingEvidence<DateOrder>.Decision) -> DateOrder? {
  if case .reading(let order, _) = decision { order } else { nil }
}

struct DateOrderEvidenceTests {
  @Test(
    "values that need no order",
    arguments: [
      [], [""], ["1-Nov-19", "March 5, 2021", "2013-03-05", "20130305", "30SEP2025"],
      ["5/5/2016", "05/05/05"], ["n/a", "1/33/2014", "99/99/99", "38559"],
      ["Fri 2020-10-23"],
    ])
  func notNeeded(values: [String]) {
    #expect(evidence(values).decision == .notNeeded)
  }

  @Test(
    "values that decide",
    arguments: [
      (["5/6/2016", "12/15/2017"], DateOrder.monthDayYear), (["12/15/2017"], .monthDayYear),
      (["15/12/2017", "5/6/2016", "5/5/2016"], .dayMonthYear), (["15.12.2017"], .dayMonthYear),
      (["99/12/31"], .yearMonthDay), (["99/01/02", "1-Nov-19"], .yearMonthDay),
      (["1/33/2014", "n/a", "13/1/2014"], .dayMonthYear),
      // Each allows two orders, together they allow one.
      (["13/05/05", "01/02/2003"], .dayMonthYear), (["05/13/05"], .monthDayYear),
      // The weekday tells.
      (["Fri 3/5/2021"], .monthDayYear), (["Mon 3/5/2021"], .dayMonthYear),
      (["2/29/2024"], .monthDayYear),
    ])
  func decided(values: [String], order: DateOrder) {
    #expect(reading(evidence(values).decision) == order)
  }

  @Test(
    "values that leave it open",
    arguments: [
      (["5/6/2016"], [2]), (["5/5/2016", "5/6/2016", "1/2/2003", "7/8/2003"], [3, 4]),
      (["n/a", "01/02/03", "04/05/06"], [3, 4]), (["13/05/05"], [2]), (["01/06/05"], [2]),
    ] as [([String], [Int64])])
  func ambiguous(values: [String], lines: [Int64]) {
    guard case .ambiguous(let examples) = evidence(values).decision else {
      Issue.record("decided as \(evidence(values).decision)")
      return
    }
    #expect(examples.map(\.line) == lines)
    #expect(examples.allSatisfy { $0.readings.count > 1 })
  }

  @Test(
    "values that contradict one another",
    arguments: [
      (["5/6/2016", "12/15/2017", "1/2/2003", "15/12/2017"], 3, 5),
      (["15/12/2017", "12/15/2017"], 2, 3), (["99/12/31", "12/15/2017"], 2, 3),
    ])
  func contradiction(values: [String], first: Int64, second: Int64) {
    guard case .contradiction(let one, let other) = evidence(values).decision else {
      Issue.record("decided as \(evidence(values).decision)")
      return
    }
    #expect(one.line == first)
    #expect(other.line == second)
  }

  @Test func `a million values cost the memory of a few`() {
    var evidence = DateOrderEvidence(rules: DateRules())
    let bytes = Array("5/6/2016".utf8)
    for line in 0..<100_000 { evidence.add(bytes.indices, in: bytes.span, line: Int64(line)) }
    guard case .ambiguous(let examples) = evidence.decision else {
      Issue.record("decided")
      return
    }
    #expect(examples.map(\.line) == [0, 1])
  }
}
