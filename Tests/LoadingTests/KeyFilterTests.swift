import SeedSupport
import Testing

@testable import Loading

@Suite struct KeyFilterTests {
  @Test func `what was added is there, and little else`() {
    var filter = KeyFilter()
    #expect(filter.isEmpty && !filter.mayContain(1))
    var random = SeededGenerator(seed: 1)
    let hashes = (0..<100_000).map { _ in random.next() }
    for hash in hashes { filter.insert(hash) }
    #expect(!filter.isEmpty && hashes.allSatisfy(filter.mayContain))
    let others = (0..<10_000).count { _ in filter.mayContain(random.next()) }
    #expect(others < 50)
  }
}
