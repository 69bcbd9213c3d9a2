/// Tells whether bytes that come a second time are those that came the first time.
///
/// It is the 64-bit FNV-1a hash, which finds that a file was changed; nobody is meant to be kept from
/// making two files alike.
struct PrefixCheck: Equatable {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes in the next bytes, in pieces of any size.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var hash = hash
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.hash = hash
  }
}
