import Testing

@testable import Transfer

struct PrefixCheckTests {
  private static func check(_ pieces: [[UInt8]]) -> PrefixCheck {
    pieces.reduce(into: PrefixCheck()) { $0.add($1[...]) }
  }

  @Test(
    arguments: [[[1, 2, 3, 4]], [[1], [2, 3], [4]], [[], [1, 2], [], [3, 4]]] as [[[UInt8]]])
  func `how bytes are divided makes no difference`(_ pieces: [[UInt8]]) {
    #expect(Self.check(pieces) == Self.check([[1, 2, 3, 4]]))
  }

  @Test(arguments: [[[1, 2, 4, 3]], [[1, 2, 3]], [[]], [[0, 1, 2, 3, 4]]] as [[[UInt8]]])
  func `other bytes are others`(_ pieces: [[UInt8]]) {
    #expect(Self.check(pieces) != Self.check([[1, 2, 3, 4]]))
  }
}
