/// How far apart two words are, to find what a misspelt one was meant to be.
package enum EditDistance {
  /// How many letters may be wrong.
  private static let limit = 2
  /// Longer words aren't compared: a misspelt name is short, and the time grows with the square.
  private static let lengthLimit = 64

  /// The word of `words` that is nearly `word`; nil where none is.
  ///
  /// Case and everything but letters and digits don't count; up to two letters may be missing,
  /// surplus, wrong or swapped with the next, but fewer than half of the word's.
  ///
  /// - Parameters:
  ///   - word: the word as it was written.
  ///   - words: the words that exist; of two equally near ones the first is taken.
  /// - Returns: the nearest word.
  package static func nearest(to word: String, in words: [String]) -> String? {
    let folded = letters(word)
    guard !folded.isEmpty, folded.count <= lengthLimit else { return nil }
    var nearest: String?
    var least = min(limit, (folded.count - 1) / 2) + 1
    for candidate in words {
      let other = letters(candidate)
      guard other.count <= lengthLimit else { continue }
      let distance = distance(folded, other)
      if distance < least {
        least = distance
        nearest = candidate
      }
    }
    return nearest
  }

  private static func letters(_ word: String) -> [Unicode.Scalar] {
    Array(LabelFolding.folded(word).unicodeScalars)
  }

  /// How many letters must be inserted, deleted, replaced or swapped with the next to turn one word
  /// into the other.
  private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        let replaced = previous[column] + (letter == other ? 0 : 1)
        var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          least = min(least, beforePrevious[column - 1] + 1)
        }
        current.append(least)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
