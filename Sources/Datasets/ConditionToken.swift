/// A word or mark of an expression, with its place.
struct ConditionToken: Equatable {
  enum Kind: Equatable {
    /// A name, a keyword, a number, a date, or any other text without spaces and marks.
    case word
    /// Text in single quotes: a value.
    case text
    /// Text in double quotes: a name.
    case name
    /// `(`, `)` or `,`.
    case mark
    /// `=`, `<=` and so on.
    case comparison
    /// The end of the expression.
    case end
  }

  let kind: Kind
  /// The text, without its quotes.
  let text: String
  /// Where it begins, in characters counting from 1.
  let position: Int

  /// The token for a message.
  var shown: String { kind == .end ? "the end" : QuotedText.quoted(text) }

  /// Whether it is a keyword.
  func isKeyword(_ keyword: String) -> Bool { kind == .word && text.lowercased() == keyword }

  /// Whether it is a bracket or comma.
  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

  /// The tokens of an expression, the last one of kind `end`.
  ///
  /// - Throws: `ConditionError` for a quote that is not closed.
  static func all(of expression: String) throws(ConditionError) -> [ConditionToken] {
    let characters = Array(expression)
    var tokens: [ConditionToken] = []
    var index = 0
    while index < characters.count {
      let start = index
      switch characters[index] {
      case let character where character.isWhitespace:
        index += 1
        continue
      case "(", ")", ",":
        index += 1
        tokens.append(Self(kind: .mark, text: String(characters[start]), position: start + 1))
      case "'", "\"":
        let text = try quoted(characters, &index)
        let kind = characters[start] == "'" ? Kind.text : .name
        tokens.append(Self(kind: kind, text: text, position: start + 1))
      case let character where isOperator(character):
        while index < characters.count, isOperator(characters[index]) { index += 1 }
        let text = String(characters[start..<index])
        tokens.append(Self(kind: .comparison, text: text, position: start + 1))
      default:
        while index < characters.count, isOfWord(characters[index]) { index += 1 }
        let text = String(characters[start..<index])
        tokens.append(Self(kind: .word, text: text, position: start + 1))
      }
    }
    tokens.append(Self(kind: .end, text: "", position: characters.count + 1))
    return tokens
  }

  private static func isOperator(_ character: Character) -> Bool { "=<>!".contains(character) }

  private static func isOfWord(_ character: Character) -> Bool {
    !character.isWhitespace && !"()',\"=<>!".contains(character)
  }

  /// The text in the quotes that begin at `index`, which then is behind them; two quotes are one.
  private static func quoted(
    _ characters: [Character], _ index: inout Int
  ) throws(ConditionError) -> String {
    let (start, quote) = (index, characters[index])
    var text = ""
    index += 1
    while index < characters.count {
      if characters[index] == quote {
        index += 1
        guard index < characters.count, characters[index] == quote else { return text }
      }
      text.append(characters[index])
      index += 1
    }
    throw ConditionError("expected a closing \(quote) but found the end", at: start + 1)
  }
}
