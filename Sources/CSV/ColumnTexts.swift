/// What the texts of columns are that a delimiter makes which is in any text: a space, a colon, a caret.
struct ColumnTexts: Equatable, Sendable {
  /// Whether the first column has several texts.
  private(set) var firstVaries = false
  /// Whether each column has.
  private(set) var allVary = false
  /// Whether one column has a word in each row, no number in hexadecimal digits, and no field has a sign in
  /// it that may be another delimiter or a quote.
  private(set) var haveWords = false
  /// Whether there are two columns, and the second one may be powers of the first: `x^2`.
  private(set) var arePowers = false

  /// Looks at the fields of some records, all of one length.
  init(_ rows: [[ArraySlice<UInt8>]]) {
    guard let first = rows.first, !first.isEmpty else { return }
    let vary = first.indices.map { column in rows.contains { $0[column] != first[column] } }
    firstVaries = vary[0]
    allVary = !vary.contains(false)
    haveWords =
      first.indices.contains { column in rows.allSatisfy { Self.isWord($0[column]) } }
      && !rows.joined().joined().contains { Self.signs.contains($0) }
    arePowers = first.count == 2 && rows.allSatisfy { Self.isExponent($0[1]) && !$0[0].isEmpty }
  }

  /// Whether a field is letters, one of which is no hexadecimal digit.
  private static func isWord(_ field: ArraySlice<UInt8>) -> Bool {
    field.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || $0 >= 0x80 }
      && field.contains { $0 | 0x20 > 0x66 }
  }

  private static let signs: [UInt8] = [0x09, 0x22, 0x27, 0x2C, 0x3B, 0x5E, 0x7C]

  /// Whether a field is one digit, with a sign or without.
  private static func isExponent(_ field: ArraySlice<UInt8>) -> Bool {
    let digits = field.drop { $0 == 0x2B || $0 == 0x2D }
    return digits.count == 1 && field.count < 3 && digits.allSatisfy { $0 &- 0x30 < 10 }
  }
}
