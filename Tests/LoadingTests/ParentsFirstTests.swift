import Testing

@testable import Loading

@Suite struct ParentsFirstTests {
  /// For each record the parents that each of its references may have; who is found to come in, in order, and
  /// behind which of them nothing is open.
  private func order(_ parents: [[[Int]]]) -> (order: [Int], wholes: [Bool]) {
    let count = parents.map(\.count).max() ?? 0
    var search = ParentsFirst(count: parents.count, referenceCount: count)
    var found: (order: [Int], wholes: [Bool]) = ([], [])
    for node in parents.indices {
      search.visit(node) { node, reference, after in
        guard reference < parents[node].count else { return .satisfied }
        let next = parents[node][reference].first { $0 > after ?? -1 }
        return next.map { .parent($0) } ?? .nowhere
      } emit: { node, isWhole in
        found.order.append(node)
        found.wholes.append(isWhole)
      }
    }
    return found
  }

  @Test(
    arguments: [
      ([[], [[0]], [[1]]], [0, 1, 2]),
      ([[[1]], [[2]], []], [2, 1, 0]),
      // Nobody there, and their descendants.
      ([[[]], [[0]], [[1]], []], [3]),
      // A ring, one in it alone, and who belongs to it.
      ([[[1]], [[2]], [[0]], [[1]]], [2, 1, 0, 3]),
      ([[[0]], [[0]]], [0, 1]),
      // Of two with the same key, the second where the first can't come in.
      ([[[]], [], [[0, 1]]], [1, 2]),
      // Two parents, one of them missing.
      ([[], [[0], [2]], [[]], [[0], [0]]], [0, 3]),
      // A ring that misses something: alone, with a descendant, and with another one that takes its place.
      ([[[1], []], [[0]]], []),
      ([[[1], []], [[0]], [[1]], []], [3]),
      ([[[1], []], [[0, 2]], []], [2, 1]),
      // A ring beside it in the same search, and one that holds around it.
      ([[[1], [3], []], [[2]], [[1]], [[0]]], [2, 1]),
      ([[[1]], [[2, 4], [0]], [[3], []], [[2]], []], [4, 1, 0]),
    ] as [([[[Int]]], [Int])])
  func `each comes behind its parents`(parents: [[[Int]]], expected: [Int]) {
    let found = order(parents)
    #expect(found.order == expected && found.wholes.last != false)
  }

  @Test func `a ring is whole when its first record comes`() {
    #expect(order([[[1]], [[2]], [[0]], []]).wholes == [false, false, true, true])
  }

  @Test func `what is known to be missing is not visited`() {
    var search = ParentsFirst(count: 40, referenceCount: 1)
    search.setMissing(33)
    search.visit(2) { _, _, _ in
      .satisfied
    } emit: { _, _ in
    }
    #expect(search.isMissing(33) && !search.isMissing(2))
    search.forgetAll()
    #expect(!search.isMissing(33))
  }

  @Test func `a line of descent may be as long as the file`() {
    let count = 100_000
    var search = ParentsFirst(count: count, referenceCount: 1)
    var order: [Int] = []
    search.visit(0) { node, _, _ in
      node == count - 1 ? .satisfied : .parent(node + 1)
    } emit: { node, _ in
      order.append(node)
    }
    #expect(order == (0..<count).reversed())
  }
}
