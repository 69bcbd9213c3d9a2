/// The words of a column that mean true and false.
package struct BooleanWords: Sendable, Hashable {
  /// The words for true.
  package let trueValues: [String]
  /// The words for false.
  package let falseValues: [String]

  private let trueBytes: [[UInt8]]
  private let falseBytes: [[UInt8]]

  /// Those that the Table Schema standard gives a field that declares none.
  package static let standard = BooleanWords(
    trueValues: ["true", "True", "TRUE", "1"], falseValues: ["false", "False", "FALSE", "0"])

  /// The given words, which are matched as they are.
  package init(trueValues: [String], falseValues: [String]) {
    self.trueValues = trueValues
    self.falseValues = falseValues
    trueBytes = trueValues.map { Array($0.utf8) }
    falseBytes = falseValues.map { Array($0.utf8) }
  }

  /// The words, for a message.
  var expectation: String {
    (trueValues + falseValues).map { QuotedText.quoted($0) }.joined(separator: " or ")
  }

  /// What the text at `range` means; nil where it is none of the words.
  ///
  /// - Parameters:
  ///   - range: the indices of the text, without white space around it.
  ///   - text: the bytes that the text is part of.
  /// - Returns: true, false, or nil.
  package func boolean(_ range: Range<Int>, in text: Span<UInt8>) -> Bool? {
    if text.contains(range, in: trueBytes) { return true }
    return text.contains(range, in: falseBytes) ? false : nil
  }
}

extension Span<UInt8> {
  /// Whether the bytes at `range` are one of `words`.
  func contains(_ range: Range<Int>, in words: [[UInt8]]) -> Bool {
    for word in words where word.count == range.count && isEqual(range, word.span) { return true }
    return false
  }

  private func isEqual(_ range: Range<Int>, _ word: Span<UInt8>) -> Bool {
    var index = 0
    for position in range {
      guard self[position] == word[index] else { return false }
      index += 1
    }
    return true
  }
}
