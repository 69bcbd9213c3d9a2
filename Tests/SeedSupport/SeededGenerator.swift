import Foundation

/// A generator whose numbers are the same in each run: a failure can be repeated.
///
/// It is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), which
/// any seed will do for.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The seeds of a model test: as many as usual, or as `make soak` asks for in `BANK_ETL_SEEDS`.
  package static func seeds(_ usual: UInt64) -> Range<UInt64> {
    let asked = ProcessInfo.processInfo.environment["BANK_ETL_SEEDS"].flatMap(UInt64.init)
    return 0..<(asked ?? usual)
  }
}
