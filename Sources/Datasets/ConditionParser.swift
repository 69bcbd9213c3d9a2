/// Reads expressions such as `state = 'GA' and close_date >= 2010-01-01`.
///
///     condition  = term {"or" term}
///     term       = factor {"and" factor}
///     factor     = "not" factor | "(" condition ")" | test
///     test       = NAME ("=" | "<>" | "!=" | "<" | "<=" | ">" | ">=") VALUE
///                | NAME ["not"] "like" VALUE
///                | NAME ["not"] "in" "(" VALUE {"," VALUE} ")"
///                | NAME ["not"] "between" VALUE "and" VALUE
///                | NAME "is" ["not"] "null"
///
/// A name with spaces is in double quotes, a value with spaces or marks in single ones. There are no
/// functions and no queries.
package struct ConditionParser {
  /// How deep brackets and `not` may be nested.
  private static let depthLimit = 100
  /// How many values an expression may have, below what SQLite takes as parameters.
  private static let valueLimit = 1_000
  /// How long a pattern of `like` may be, in bytes: SQLite's own limit.
  private static let patternLimit = 50_000
  /// How long an expression may be, in bytes: 1 MiB.
  private static let lengthLimit = 1 << 20

  private let names: FieldNames
  private let tokens: [ConditionToken]
  private var index = 0
  private var depth = 0
  private var valueCount = 0

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - expression: the text.
  ///   - names: the columns that it can be about.
  /// - Returns: the condition, with every value in the form that its column stores.
  /// - Throws: `ConditionError` at the first mistake.
  package static func parse(
    _ expression: String, _ names: FieldNames
  ) throws(ConditionError) -> Condition {
    guard expression.utf8.count <= lengthLimit else {
      throw ConditionError("expected at most \(lengthLimit >> 20) MiB", at: 1)
    }
    var parser = ConditionParser(names: names, tokens: try ConditionToken.all(of: expression))
    let condition = try parser.condition()
    guard parser.next.kind == .end else {
      throw parser.unexpected(parser.next, "and, or, or the end")
    }
    return condition
  }

  private init(names: FieldNames, tokens: [ConditionToken]) {
    self.names = names
    self.tokens = tokens
  }

  private var next: ConditionToken { tokens[index] }

  private mutating func take() -> ConditionToken {
    defer { if index < tokens.count - 1 { index += 1 } }
    return tokens[index]
  }

  private mutating func take(keyword: String) -> Bool {
    guard next.isKeyword(keyword) else { return false }
    index += 1
    return true
  }

  private func unexpected(_ token: ConditionToken, _ expected: String) -> ConditionError {
    ConditionError("expected \(expected) but found \(token.shown)", at: token.position)
  }
}

// MARK: The grammar

extension ConditionParser {
  private mutating func condition() throws(ConditionError) -> Condition {
    var terms = [try term()]
    while take(keyword: "or") { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .any(terms)
  }

  private mutating func term() throws(ConditionError) -> Condition {
    var factors = [try factor()]
    while take(keyword: "and") { factors.append(try factor()) }
    return factors.count == 1 ? factors[0] : .all(factors)
  }

  private mutating func factor() throws(ConditionError) -> Condition {
    guard depth < Self.depthLimit else {
      throw ConditionError("expected at most \(Self.depthLimit) levels", at: next.position)
    }
    depth += 1
    defer { depth -= 1 }
    if take(keyword: "not") { return .not(try factor()) }
    guard next.isMark("(") else { return try test() }
    index += 1
    let inner = try condition()
    let end = take()
    guard end.isMark(")") else { throw unexpected(end, "and, or, or \")\"") }
    return inner
  }

  private mutating func test() throws(ConditionError) -> Condition {
    let field = try field()
    let token = take()
    if token.kind == .comparison {
      let synonyms = ["!=": "<>", "==": "="]
      guard let known = Condition.Comparison(rawValue: synonyms[token.text] ?? token.text) else {
        throw unexpected(token, "=, <>, <, <=, > or >=")
      }
      return .comparison(column: field.column, known, try value(of: field))
    }
    if token.isKeyword("is") {
      let isNegated = take(keyword: "not")
      let word = take()
      guard word.isKeyword("null") else { throw unexpected(word, "null") }
      return negated(isNegated, .isNull(column: field.column))
    }
    let isNegated = token.isKeyword("not")
    let word = isNegated ? take() : token
    if word.isKeyword("like") { return negated(isNegated, try like(field)) }
    if word.isKeyword("in") { return negated(isNegated, try among(field)) }
    if word.isKeyword("between") { return negated(isNegated, try between(field)) }
    throw unexpected(word, "=, <>, <, <=, >, >=, like, in, between or is null")
  }

  private func negated(_ isNegated: Bool, _ condition: Condition) -> Condition {
    isNegated ? .not(condition) : condition
  }

  private mutating func field() throws(ConditionError) -> Field {
    let token = take()
    guard token.kind == .word || token.kind == .name else { throw unexpected(token, "a column") }
    guard let field = names.field(named: token.text) else {
      throw ConditionError(names.complaint(about: token.text), at: token.position)
    }
    return field
  }

  private mutating func like(_ field: Field) throws(ConditionError) -> Condition {
    let pattern = try valueToken()
    guard pattern.text.utf8.count <= Self.patternLimit else {
      throw ConditionError("expected a pattern of at most 50000 bytes", at: pattern.position)
    }
    return .like(column: field.column, pattern: pattern.text)
  }

  private mutating func among(_ field: Field) throws(ConditionError) -> Condition {
    let bracket = take()
    guard bracket.isMark("(") else { throw unexpected(bracket, "\"(\" and values") }
    var values: [FieldValue] = []
    while true {
      values.append(try value(of: field))
      let token = take()
      if token.isMark(")") { return .among(column: field.column, values) }
      guard token.isMark(",") else { throw unexpected(token, "\",\" or \")\"") }
    }
  }

  private mutating func between(_ field: Field) throws(ConditionError) -> Condition {
    let least = try value(of: field)
    let word = take()
    guard word.isKeyword("and") else { throw unexpected(word, "and") }
    return .between(column: field.column, least, try value(of: field))
  }

  private mutating func value(of field: Field) throws(ConditionError) -> FieldValue {
    let token = try valueToken()
    let value: FieldValue
    do throws(FieldValueError) {
      value = try field.value(of: token.text)
    } catch {
      throw ConditionError("\(field.column): \(error)", at: token.position)
    }
    guard value != .null else {
      throw ConditionError(
        "expected a value but found none; 'is null' finds rows without one", at: token.position)
    }
    return value
  }

  private mutating func valueToken() throws(ConditionError) -> ConditionToken {
    let token = take()
    guard token.kind == .word || token.kind == .text else { throw unexpected(token, "a value") }
    valueCount += 1
    guard valueCount <= Self.valueLimit else {
      throw ConditionError("expected at most \(Self.valueLimit) values", at: token.position)
    }
    return token
  }
}
