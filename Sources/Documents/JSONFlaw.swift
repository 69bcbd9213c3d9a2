/// Why the text at some place is no JSON.
enum JSONFlaw: Error, Equatable {
  /// The text ends before the value does.
  case incomplete
  /// Something else was expected at this index.
  case unexpected(at: Int, expected: String)
  /// More arrays and objects within one another, at this index, than `JSONScanner.depthMax`.
  case tooDeep(at: Int)
}
