import Testing

@testable import bank_etl

struct DistinctEstimateTests {
  @Test(arguments: [0, 1, 100, 511, 2_000, 50_000])
  func `distinct values are counted`(count: Int) {
    var estimate = DistinctEstimate()
    for round in 0..<2 {
      for number in 0..<count {
        let text = Array("\(round)value \(number)".utf8)
        estimate.add(1..<text.count, in: text.span)
      }
    }
    let error = abs(Double(estimate.count) - Double(count))
    #expect(estimate.isExact == (count < DistinctEstimate.size))
    #expect(error <= (estimate.isExact ? 0 : Double(count) * 0.15))
  }
}
