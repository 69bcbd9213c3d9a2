/// Remembers which keys wait, in a fixed piece of memory (a Bloom filter): of a key that does not, it may say
/// that it does, and more and more often beyond a million of them.
struct KeyFilter {
  private var bits: [UInt64] = []

  private static let bitCount: UInt64 = 1 << 23
  private static let probes: UInt64 = 3

  /// Whether nothing was added.
  var isEmpty: Bool { bits.isEmpty }

  /// Adds a key by its hash.
  mutating func insert(_ hash: UInt64) {
    if bits.isEmpty { bits = Array(repeating: 0, count: Int(Self.bitCount / 64)) }
    for probe in 0..<Self.probes {
      let bit = Self.bit(hash, probe)
      bits[Int(bit / 64)] |= 1 << (bit % 64)
    }
  }

  /// Whether a key may have been added.
  func mayContain(_ hash: UInt64) -> Bool {
    guard !bits.isEmpty else { return false }
    return (0..<Self.probes).allSatisfy { probe in
      let bit = Self.bit(hash, probe)
      return bits[Int(bit / 64)] & 1 << (bit % 64) != 0
    }
  }

  private static func bit(_ hash: UInt64, _ probe: UInt64) -> UInt64 {
    (hash &+ probe &* (hash >> 32 | 1)) % bitCount
  }
}
