/// How far the compressed bytes of a source may expand: a file of a few KiB can be made to fill any
/// disk and any memory.
package struct ExpansionLimit: Sendable {
  /// The most bytes that may come out: 64 GiB.
  package static let bytesMax: Int64 = 64 << 30

  /// How many times its size a source may become: 250.
  ///
  /// Tables that people keep become 5 to 30 times
  /// their compressed size, very repetitive ones 100.
  package static let ratioMax: Int64 = 250

  /// What may come out whatever the ratio is: 64 MiB.
  package static let bytesAlwaysAllowed: Int64 = 64 << 20

  /// Whether there is no limit at all.
  private let isLifted: Bool

  /// The limits above.
  package static let standard = ExpansionLimit(isLifted: false)

  /// No limit.
  package static let none = ExpansionLimit(isLifted: true)

  /// Whether so much may have come out of so few bytes.
  ///
  /// - Parameters:
  ///   - expanded: how many bytes came out so far.
  ///   - compressed: how many bytes they came out of.
  /// - Returns: whether to go on.
  func allows(_ expanded: Int64, from compressed: Int64) -> Bool {
    if isLifted || expanded <= Self.bytesAlwaysAllowed { return true }
    return expanded <= Self.bytesMax && expanded / Self.ratioMax <= compressed
  }
}
