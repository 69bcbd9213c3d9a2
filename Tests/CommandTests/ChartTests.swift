import Testing

@testable import bank_etl

struct ChartTests {
  @Test(arguments: [
    (0, "0"), (1, "1"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1234, "-1,234"),
    (0.5, "0.50"), (1234.567, "1,234.57"), (0.05, "0.05"), (-0.001, "0"), (999.999, "1,000"),
    (1e20, "1e+20"),
  ])
  func `a value is written for people`(value: Double, text: String) {
    #expect(Chart.text(value) == text)
  }

  @Test func `the range has 0 in it`() {
    func range(_ values: [Double?]) -> ClosedRange<Double> {
      Chart(
        title: "", categoryTitle: "", valueTitle: "", source: "",
        categories: values.map { _ in "" },
        series: [Chart.Series(name: "", values: values)]
      ).range
    }
    #expect(range([]) == 0...0)
    #expect(range([3, nil, 5]) == 0...5)
    #expect(range([-3, .infinity]) == -3...0)
  }
}
