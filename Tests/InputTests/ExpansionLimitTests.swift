import Testing

@testable import Input

struct ExpansionLimitTests {
  private static let small = ExpansionLimit.bytesAlwaysAllowed
  private static let large = ExpansionLimit.bytesMax

  @Test(arguments: [
    (Int64(0), Int64(0), true), (small, 1, true), (small + 1, 1, false),
    (250 * small, small, true), (250 * small + 250, small, false),
    (large, large, true), (large + 1, large, false),
  ])
  func `both size and ratio count`(expanded: Int64, compressed: Int64, isAllowed: Bool) {
    #expect(ExpansionLimit.standard.allows(expanded, from: compressed) == isAllowed)
    #expect(ExpansionLimit.none.allows(expanded, from: compressed))
  }
}
