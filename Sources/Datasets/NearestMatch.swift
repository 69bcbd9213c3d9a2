/// The likeliest word behind a misspelt one of the command line.
package enum NearestMatch {
  /// The candidate that a slip of the finger turns into `word`, or that starts with it.
  ///
  /// - Parameters:
  ///   - word: what was written.
  ///   - candidates: what could have been meant.
  /// - Returns: the first of the nearest ones, or nil when none is near.
  package static func of(_ word: String, in candidates: [String]) -> String? {
    if let nearest = EditDistance.nearest(to: word, in: candidates) { return nearest }
    // In a word of two or three letters one slip is too many for the distance, but not a swap.
    let letters = word.lowercased().sorted()
    if word.count > 1, let swapped = candidates.first(where: { $0.sorted() == letters }) {
      return swapped
    }
    // Who writes the start of a long word knows the rest, and it is no typing error.
    return word.count > 1 ? candidates.first { $0.hasPrefix(word) } : nil
  }

  /// The end of a message about a misspelt word: `; did you mean 'list'?`, or nothing.
  ///
  /// - Parameters:
  ///   - word: what was written.
  ///   - candidates: what could have been meant.
  ///   - prefix: what stands before each candidate: `--`.
  /// - Returns: the end of the message; empty when no candidate is near.
  package static func suggestion(
    for word: String, in candidates: [String], prefix: String = ""
  ) -> String {
    of(word, in: candidates).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
  }
}
