/// Joins words that spaces have cut to the fields that they were.
struct WordJoin {
  private let line: LineSplitter.Line
  private let width: Int
  private let patterns: ColumnPatterns

  /// More words than this are not joined.
  private static let wordLimit = 64

  /// A join of the words of a line to `width` fields, each like the values of its column.
  init(_ line: LineSplitter.Line, width: Int, _ patterns: ColumnPatterns) {
    self.line = line
    self.width = width
    self.patterns = patterns
  }

  /// The fields, where there is one way to make them.
  ///
  /// - Complexity: O(*width* × *words*²)
  func only() -> [[UInt8]]? {
    let count = line.fields.count
    guard count <= Self.wordLimit else { return nil }
    // ways[column][word]: in how many ways the words from `word` on make the columns from `column`
    // on, and where the first of them ends.
    var ways = Array(
      repeating: Array(repeating: (count: 0, end: 0), count: count + 1), count: width + 1)
    ways[width][count].count = 1
    for column in stride(from: width - 1, through: 0, by: -1) {
      for word in 0..<count {
        for end in (word + 1)...count where ways[column + 1][end].count > 0 {
          guard let field = field(word..<end), fits(field, of: end - word, column) else { continue }
          ways[column][word].count = min(2, ways[column][word].count + ways[column + 1][end].count)
          ways[column][word].end = end
        }
      }
    }
    guard ways[0][0].count == 1 else { return nil }
    var fields: [[UInt8]] = []
    var word = 0
    for column in 0..<width {
      let end = ways[column][word].end
      guard let field = field(word..<end) else { return nil }
      fields.append(field)
      word = end
    }
    return fields
  }

  /// Whether a field of so many words is like the values of a column; a word alone was not put
  /// together, and may be a longer or shorter number than theirs.
  private func fits(_ field: [UInt8], of words: Int, _ column: Int) -> Bool {
    words == 1
      ? patterns.fitsLoosely(field, column: column) : patterns.fits(field, column: column)
  }

  /// Some words as one field; nil where one of several was in quotes, or is none.
  private func field(_ words: Range<Int>) -> [UInt8]? {
    guard words.count > 1 else { return line.fields[words.lowerBound] }
    guard words.allSatisfy({ !line.isQuoted[$0] && !line.fields[$0].isEmpty }) else { return nil }
    return Array(line.fields[words].joined(separator: [0x20]))
  }
}
