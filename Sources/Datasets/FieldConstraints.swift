/// What the values of a field must keep within, as Table Schema has it.
package struct FieldConstraints: Sendable, Hashable {
  /// A value to compare with, in the form that values are stored in.
  package enum Value: Sendable, Hashable {
    case integer(Int64)
    case number(Double)
    /// Text, and dates in ISO-8601.
    case text([UInt8])
  }

  /// A limit that a value must keep to.
  package struct Limit: Sendable, Hashable {
    let value: Value
    /// The value as it was declared.
    let text: String
    /// Whether the value itself is within.
    let isInclusive: Bool
  }

  /// The least value; nil where there is none.
  package var minimum: Limit?
  /// The greatest value; nil where there is none.
  package var maximum: Limit?
  /// The fewest characters of a text.
  package var minLength: Int?
  /// The most characters of a text.
  package var maxLength: Int?
  /// The values that are allowed, in the order of the declaration; empty where all are.
  package var allowed: [Value] = []
  /// `allowed` as it was declared.
  var allowedTexts: [String] = []

  /// No constraints.
  package init() {}

  /// Whether there is no constraint.
  var isEmpty: Bool { self == FieldConstraints() }

  /// What a value breaks, as words for a message; nil where it keeps to everything.
  ///
  /// - Parameter value: the value, which is of the field's type.
  /// - Returns: what is expected of it.
  func expectation(brokenBy value: Value) -> String? {
    if let minimum, !minimum.isLeast(for: value) {
      return "a value \(minimum.isInclusive ? "of at least" : "above") \(minimum.text)"
    }
    if let maximum, !maximum.isMost(for: value) {
      return "a value \(maximum.isInclusive ? "of at most" : "below") \(maximum.text)"
    }
    if case .text(let bytes) = value, minLength != nil || maxLength != nil {
      // Each character of UTF-8 has one byte that isn't 10xxxxxx.
      let count = bytes.count { $0 & 0xC0 != 0x80 }
      if let minLength, count < minLength { return "at least \(characters(minLength))" }
      if let maxLength, count > maxLength { return "at most \(characters(maxLength))" }
    }
    guard allowed.isEmpty || allowed.contains(value) else {
      return allowedTexts.map { QuotedText.quoted($0) }.joined(separator: " or ")
    }
    return nil
  }

  private func characters(_ count: Int) -> String {
    "\(count) character\(count == 1 ? "" : "s")"
  }
}

extension FieldConstraints.Limit {
  fileprivate func isLeast(for other: FieldConstraints.Value) -> Bool {
    value.isBelow(other) || (isInclusive && value == other)
  }

  fileprivate func isMost(for other: FieldConstraints.Value) -> Bool {
    other.isBelow(value) || (isInclusive && value == other)
  }
}

extension FieldConstraints.Value {
  /// Whether the value is below another one of the same type.
  func isBelow(_ other: Self) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.number(let one), .number(let other)): one < other
    case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
    default: false
    }
  }
}
