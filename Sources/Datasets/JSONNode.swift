/// A value of a JSON text, and where it is.
struct JSONNode {
  enum Value {
    case null
    case boolean(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// The members in the order of the text; no two have one name.
    case object([(name: String, value: JSONNode)])
  }

  let value: Value
  /// The line the value starts on, counting from 1.
  let line: Int
  /// Where the value ends: the offset of the byte after it.
  let end: Int

  /// What the value is, for a message.
  var summary: String {
    switch value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let text): text
    case .string(let text): QuotedText.quoted(text)
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Why a text is not JSON.
struct JSONError: Error, Equatable {
  /// The line where the text stops being JSON, counting from 1.
  let line: Int
  /// What was expected and what was found.
  let message: String
}
