/// The lines in which two texts differ.
package struct TextDifference: Sendable, Equatable {
  /// A line of either text.
  package enum Line: Sendable, Equatable {
    /// In both.
    case same(String)
    /// Only in the first.
    case removed(String)
    /// Only in the second.
    case added(String)

    /// The line with a mark before it: space, `-` or `+`.
    package var text: String {
      switch self {
      case .same(let line): "  " + line
      case .removed(let line): "- " + line
      case .added(let line): "+ " + line
      }
    }
  }

  /// All the lines, in order.
  package let lines: [Line]

  /// How many pairs of lines are compared at most; beyond it, everything between the lines that
  /// the texts start and end with counts as different.
  static let comparisonLimit = 1_000_000

  /// Compares two texts; how their lines end makes no difference.
  ///
  /// - Parameters:
  ///   - first: the text before.
  ///   - second: the text after.
  package init(_ first: String, _ second: String) {
    let old = TextDifference.lines(of: first)
    let new = TextDifference.lines(of: second)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let middle = TextDifference.compare(
      Array(oldRest.dropLast(end)), Array(newRest.dropLast(end)))
    lines = old.prefix(start).map(Line.same) + middle + old.suffix(end).map(Line.same)
  }

  /// Whether the texts are the same.
  package var isEmpty: Bool {
    lines.allSatisfy { if case .same = $0 { true } else { false } }
  }

  /// The lines that differ, with those around them, and a mark where others are left out.
  ///
  /// - Parameters:
  ///   - context: how many lines around a difference are shown.
  ///   - limit: how many lines are shown at most.
  /// - Returns: the lines with their marks.
  package func excerpt(context: Int = 2, limit: Int = .max) -> [String] {
    var isShown = [Bool](repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      for near in max(0, index - context)...min(lines.count - 1, index + context) {
        isShown[near] = true
      }
    }
    var excerpt: [String] = []
    for (index, line) in lines.enumerated() where isShown[index] {
      if index > 0, !isShown[index - 1] { excerpt.append("  …") }
      excerpt.append(line.text)
    }
    guard excerpt.count > limit else { return excerpt }
    return excerpt.prefix(limit) + ["  … \(excerpt.count - limit) more lines"]
  }

  private static func lines(of text: String) -> [String] {
    let bytes = MigrationScript.normalized(text)
    if bytes.isEmpty { return [] }
    return bytes.split(separator: 10, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func compare(_ old: [String], _ new: [String]) -> [Line] {
    let (product, hasOverflowed) = old.count.multipliedReportingOverflow(by: new.count)
    if hasOverflowed || product > comparisonLimit {
      return old.map(Line.removed) + new.map(Line.added)
    }
    let changes = new.difference(from: old)
    let removed = Set(changes.removals.map { TextDifference.offset(of: $0) })
    let added = Set(changes.insertions.map { TextDifference.offset(of: $0) })
    var lines: [Line] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        lines.append(.removed(old[oldIndex]))
        oldIndex += 1
      } else if added.contains(newIndex) {
        lines.append(.added(new[newIndex]))
        newIndex += 1
      } else {
        lines.append(.same(old[oldIndex]))
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
    }
    return lines
  }

  private static func offset(of change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
