/// The marks on the axis of a chart's values: round numbers, evenly apart.
struct ChartScale: Sendable, Equatable {
  /// The marks, in ascending order; 0 is one of them.
  let marks: [Double]

  /// About how many marks there are.
  private static let markCount = 5.0

  /// A scale that covers a range.
  ///
  /// - Parameter range: the least and the greatest value.
  init(_ range: ClosedRange<Double>) {
    let width = range.upperBound - range.lowerBound
    guard width > 0, width.isFinite else {
      marks = [0, 1]
      return
    }
    let step = Self.step(atLeast: width / Self.markCount)
    let first = (range.lowerBound / step).rounded(.down)
    let last = (range.upperBound / step).rounded(.up)
    marks = stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// The least of 1, 2, 5 and their tenfolds that is large enough.
  private static func step(atLeast least: Double) -> Double {
    var power = 1.0
    while power * 10 <= least { power *= 10 }
    while power > least { power /= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? least
  }

  /// Where a value is between the first mark, which is 0, and the last, which is 1.
  func position(of value: Double) -> Double {
    let (first, last) = (marks[0], marks[marks.count - 1])
    return last > first ? min(1, max(0, (value - first) / (last - first))) : 0
  }
}
