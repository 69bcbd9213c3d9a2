/// How SQLite compares texts: one of its own collations (sqlite.org/datatype3.html#collating_sequences).
enum Collation: String {
  case binary = "BINARY"
  /// "the 26 upper case characters of ASCII are folded to their lower case equivalents before the comparison
  /// is performed".
  case noCase = "NOCASE"
  /// "The same as binary, except that trailing space characters are ignored."
  case rTrim = "RTRIM"

  /// The collation of a name in any case; `binary` for others, which the program does not know.
  init(_ name: String) { self = Collation(rawValue: name.uppercased()) ?? .binary }

  /// The bytes of a text that are compared.
  func compared(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard self == .rTrim else { return text }
    return text.dropLast(text.reversed().prefix { $0 == UInt8(ascii: " ") }.count)
  }

  /// A byte as it is compared.
  func folded(_ byte: UInt8) -> UInt8 {
    self == .noCase && UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  /// Whether two texts are the same.
  func isSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let (left, right) = (compared(left), compared(right))
    guard left.count == right.count else { return false }
    return self == .noCase
      ? zip(left, right).allSatisfy { folded($0) == folded($1) } : left.elementsEqual(right)
  }
}

/// A cell of a record, as a column compares it.
struct ComparedCell: Hashable {
  let cell: Int
  let collation: Collation
}
