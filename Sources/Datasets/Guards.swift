/// What a load must keep within to be believed: a file that breaks a guard is refused as a whole.
package struct Guards: Sendable, Hashable {
  /// The fewest records a file may have.
  package var minRecords: Int?
  /// The most rejects, as a number or a share of the records read.
  package var maxRejects: Limit?
  /// How many fewer records than the last good run's a file may have.
  package var maxShrink: Limit?
  /// The most rows to delete, as a number or a share of the table's rows.
  package var maxDeletes: Limit?
  /// The most rows to change, as a number or a share of the table's rows.
  package var maxChanges: Limit?
  /// Whether a file that has a header and no records is refused.
  package var headerOnly = true
  /// Whether a file whose last record is cut off is refused.
  package var truncated = true
  /// Whether a file is refused whose dates may be read with day and month the wrong way round: see
  /// `ContraryDates.isGrave`.
  package var dateOrder = true

  /// The guards that every dataset has.
  package init() {}

  /// A number of records or rows, or a share of them.
  package enum Limit: Sendable, Hashable {
    /// A number, 0 or more.
    case count(Int)
    /// A share in percent, 0 to 100.
    case percent(Double)

    /// The limit of a text such as `20` or `5%`; nil where it is none.
    package init?(_ text: String) {
      if let count = Int(text), count >= 0 {
        self = .count(count)
      } else if text.hasSuffix("%"), let percent = Double(text.dropLast()), percent >= 0,
        percent <= 100
      {
        self = .percent(percent)
      } else {
        return nil
      }
    }

    /// The most of `total` that is within the limit.
    ///
    /// - Parameter total: what the share is of, 0 or more.
    /// - Returns: a number of records or rows.
    package func most(of total: Int) -> Int {
      switch self {
      case .count(let count): count
      case .percent(let percent): Int(Double(total) * percent / 100)
      }
    }
  }
}

extension Guards {
  /// Reads the property `guards` of a resource.
  init(_ node: DeclarationNode) throws(DeclarationError) {
    try node.checkNames(
      known: [
        "minRecords", "maxRejects", "maxShrink", "maxDeletes", "maxChanges", "headerOnly",
        "truncated", "dateOrder",
      ], isOpen: false)
    minRecords = try node.member("minRecords")?.integer(in: 0...Int.max)
    maxRejects = try Self.limit(node.member("maxRejects"))
    maxShrink = try Self.limit(node.member("maxShrink"))
    maxDeletes = try Self.limit(node.member("maxDeletes"))
    maxChanges = try Self.limit(node.member("maxChanges"))
    headerOnly = try node.member("headerOnly")?.boolean() ?? true
    truncated = try node.member("truncated")?.boolean() ?? true
    dateOrder = try node.member("dateOrder")?.boolean() ?? true
  }

  private static func limit(_ node: DeclarationNode?) throws(DeclarationError) -> Limit? {
    guard let node else { return nil }
    let text: String? =
      switch node.json.value {
      case .string(let text) where text.hasSuffix("%"): text
      case .number(let text): text
      default: nil
      }
    guard let limit = text.flatMap(Limit.init) else {
      throw node.expected("a whole number or a share as \"5%\"")
    }
    return limit
  }
}
