import Testing

@testable import bank_etl

struct ChartScaleTests {
  @Test(
    arguments: [
      (0...5, [0, 1, 2, 3, 4, 5]), (0...157, [0, 50, 100, 150, 200]), (0...0, [0, 1]),
      (-30...100, [-50, 0, 50, 100]), (0...0.04, [0, 0.01, 0.02, 0.03, 0.04]),
      (0...1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]),
    ] as [(ClosedRange<Double>, [Double])])
  func `marks are round numbers`(range: ClosedRange<Double>, marks: [Double]) {
    let found = ChartScale(range).marks
    #expect(found.count == marks.count, "\(found)")
    for (one, other) in zip(found, marks) { #expect(abs(one - other) < 1e-9, "\(found)") }
  }

  @Test func `positions are between the first mark and the last`() {
    let scale = ChartScale(0...157)
    #expect(scale.position(of: 0) == 0 && scale.position(of: 200) == 1)
    #expect(scale.position(of: 100) == 0.5 && scale.position(of: 1e9) == 1)
  }
}
