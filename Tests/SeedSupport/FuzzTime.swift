import Foundation

/// How long each fuzzer goes on with new seeds: not at all, or as `make fuzz` asks for in
/// `BANK_ETL_FUZZ_SECONDS`.
package enum FuzzTime {
  /// The time in seconds; 0 where nothing was asked for.
  package static let seconds =
    ProcessInfo.processInfo.environment["BANK_ETL_FUZZ_SECONDS"].flatMap(Double.init) ?? 0

  /// Whether it was asked for.
  package static let isAsked = seconds > 0

  /// Runs a body so many times with the numbers of a seed, and then with others until the time is over.
  package static func repeated(
    _ count: Int, seed: UInt64, _ body: (inout SeededGenerator) throws -> Void
  ) rethrows {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count { try body(&generator) }
    try withSeeds { seed in
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<100 { try body(&generator) }
    }
  }

  /// Runs a body with one random seed after the other until the time is over.
  package static func withSeeds(_ body: (UInt64) throws -> Void) rethrows {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end { try body(.random(in: 0...UInt64.max)) }
  }
}
