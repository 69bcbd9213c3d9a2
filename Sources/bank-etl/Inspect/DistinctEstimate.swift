/// About how many distinct values there are, in constant memory: exact up to `size`.
///
/// Of all hashes the smallest ones are kept; how close together they lie tells how many there are.
struct DistinctEstimate {
  /// How many hashes are kept; the error of an estimate is about 1 / sqrt(size), 4 per cent.
  static let size = 512

  /// The smallest hashes, ascending.
  private var hashes: [UInt64] = []

  /// Adds a value.
  mutating func add(_ range: Range<Int>, in bytes: Span<UInt8>) {
    let hash = Self.hash(range, in: bytes)
    if hashes.count == Self.size, let last = hashes.last, hash >= last { return }
    let index = firstIndex(notBelow: hash)
    if index < hashes.count, hashes[index] == hash { return }
    hashes.insert(hash, at: index)
    if hashes.count > Self.size { hashes.removeLast() }
  }

  /// Whether `count` is exact.
  var isExact: Bool { hashes.count < Self.size }

  /// How many there are.
  var count: Int64 {
    guard !isExact, let last = hashes.last else { return Int64(hashes.count) }
    let share = Double(last) / Double(UInt64.max)
    return Int64((Double(Self.size - 1) / share).rounded())
  }

  private func firstIndex(notBelow hash: UInt64) -> Int {
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// FNV-1a, and the last step of MurmurHash3, which spreads it over all bits.
  private static func hash(_ range: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for position in range { hash = (hash ^ UInt64(bytes[position])) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }
}
