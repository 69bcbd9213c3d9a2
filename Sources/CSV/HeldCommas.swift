import Records

/// Ordinary delimiters that are within the fields of a dialect, and whether they are part of values there:
/// then they are no evidence for a dialect that they divide.
struct HeldCommas: Equatable, Sendable {
  /// Those that are in quotes, in an amount or in a date in words wherever they are.
  private var held: Set<UInt8> = []
  /// Whether there are such, and none anywhere else.
  let isAll: Bool
  /// Whether each record has one comma, with digits on both sides that may be a number with a decimal mark.
  let mayBeDecimal: Bool

  private static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C, 0x5E]

  /// Looks at the records of a dialect.
  ///
  /// - Parameters:
  ///   - texts: the source text of each.
  ///   - dialect: how they are written.
  init(in texts: [[UInt8]], _ dialect: Dialect) {
    let splitter = LineSplitter(dialect)
    var free: Set<UInt8> = []
    var areDecimal = !texts.isEmpty
    for text in texts {
      guard let line = splitter.split(text) else {
        (held, isAll, mayBeDecimal) = ([], false, false)
        return
      }
      areDecimal = areDecimal && Self.hasDecimal(line)
      for (field, isQuoted) in zip(line.fields, line.isQuoted) {
        for byte in Self.delimiters where field.contains(byte) {
          if isQuoted || byte == 0x2C && Self.isValue(field) {
            held.insert(byte)
          } else {
            free.insert(byte)
          }
        }
      }
    }
    isAll = !held.isEmpty && free.isEmpty
    held.subtract(free)
    mayBeDecimal = areDecimal
  }

  /// Whether all that a delimiter divides is within fields here.
  func holds(_ delimiter: Delimiter) -> Bool { held.contains(delimiter.bytes[0]) }

  /// Whether a field is an amount with a currency in front, and its digits in groups, as `$15,467.66`; or
  /// a date in words, as `March 5, 2020`.
  private static func isValue(_ field: [UInt8]) -> Bool {
    guard field.count <= valueBytesMax else { return false }
    let isWritten = field.contains { 0x61...0x7A ~= $0 | 0x20 }
    if isWritten, DateText(field.indices, in: field.span) != nil { return true }
    guard let first = field.firstIndex(where: isDigit), let last = field.lastIndex(where: isDigit)
    else { return false }
    let hasCurrency = field[..<first].indices.contains {
      Currency.length(at: $0, before: first, in: field.span) > 0
    }
    let number = field[first...last].split(separator: 0x2E, omittingEmptySubsequences: false)
    let groups = number[0].split(separator: 0x2C, omittingEmptySubsequences: false)
    return hasCurrency && number.count < 3 && number.allSatisfy { !$0.isEmpty }
      && number.dropFirst().allSatisfy { $0.allSatisfy(isDigit) }
      && groups.allSatisfy { $0.allSatisfy(isDigit) } && 1...3 ~= groups[0].count
      && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  private static func hasDecimal(_ line: LineSplitter.Line) -> Bool {
    let fields = line.fields.indices.filter { line.fields[$0].contains(0x2C) }
    guard fields.count == 1, !line.isQuoted[fields[0]] else { return false }
    let field = line.fields[fields[0]]
    let isSigned = field.first == UInt8(ascii: "-") || field.first == UInt8(ascii: "+")
    let parts = field.dropFirst(isSigned ? 1 : 0)
      .split(separator: 0x2C, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
      && parts[1].count <= decimalsMax
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// No amount or date in words is longer.
  private static let valueBytesMax = 64
  /// Amounts have no more digits behind the mark; three may be a group.
  private static let decimalsMax = 2
}
