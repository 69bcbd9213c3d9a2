/// The likeliest word behind a misspelt one.
enum NearestMatch {
  /// Words beyond this many characters are not compared, because that takes quadratic time.
  static let lengthLimit = 64

  /// The candidate that the fewest slips of a finger turn into `word`.
  ///
  /// - Parameters:
  ///   - word: what was written.
  ///   - candidates: what could have been meant.
  /// - Returns: the first of the nearest ones, or nil when none is near: more than a third of the
  ///   longer word would have to change.
  static func of(_ word: String, in candidates: [String]) -> String? {
    let written = Array(word.lowercased())
    guard written.count <= lengthLimit else { return nil }
    var nearest: (candidate: String, distance: Int)?
    for candidate in candidates {
      let meant = Array(candidate.lowercased())
      guard meant.count <= lengthLimit else { continue }
      // Who writes the start of a long word knows the rest, and it is no typing error.
      let isStart = written.count > 1 && meant.starts(with: written)
      let distance = isStart ? 1 : distance(written, meant)
      let isNear = distance <= max(1, max(written.count, meant.count) / 3) && distance < meant.count
      if isNear, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest?.candidate
  }

  /// The end of a message about a misspelt word: `; did you mean 'list'?`, or nothing.
  static func suggestion(
    for word: String, in candidates: [String], prefix: String = ""
  ) -> String {
    of(word, in: candidates).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
  }

  /// How many insertions, deletions, replacements and swaps of neighbours lie between two words.
  ///
  /// - Complexity: the product of their lengths.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: second.count + 1)
    var previous = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let replaced = previous[column] + (first[row] == second[column] ? 0 : 1)
        var best = min(previous[column + 1] + 1, current[column] + 1, replaced)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
