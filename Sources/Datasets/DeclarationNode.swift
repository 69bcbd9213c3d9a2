/// A value of a declaration file, with what it takes to say where a mistake is.
struct DeclarationNode {
  let file: String
  let path: String
  let json: JSONNode

  /// The whole of a declaration file.
  ///
  /// - Throws: `DeclarationError` where the text is not JSON.
  init(_ bytes: [UInt8], file: String) throws(DeclarationError) {
    self.file = file
    path = ""
    do {
      json = try JSONParser.parse(bytes)
    } catch {
      throw DeclarationError(file: file, line: error.line, path: "", message: error.message)
    }
  }

  private init(_ json: JSONNode, path: String, file: String) {
    self.json = json
    self.path = path
    self.file = file
  }

  /// The error that this value is a mistake.
  func error(_ message: String) -> DeclarationError {
    DeclarationError(file: file, line: json.line, path: path, message: message)
  }

  /// The error that something else belongs here.
  func expected(_ what: String) -> DeclarationError {
    error("expected \(what) but found \(json.summary)")
  }

  /// The value of a property; nil where the object doesn't have it.
  func member(_ name: String) throws(DeclarationError) -> DeclarationNode? {
    try object().first { $0.name == name }.map { node($0.value, named: name) }
  }

  /// The value of a property that must be there.
  func required(_ name: String) throws(DeclarationError) -> DeclarationNode {
    guard let member = try member(name) else {
      throw error("expected a property \"\(name)\" but found none")
    }
    return member
  }

  /// The properties of an object.
  func members() throws(DeclarationError) -> [(name: String, value: DeclarationNode)] {
    try object().map { ($0.name, node($0.value, named: $0.name)) }
  }

  private func object() throws(DeclarationError) -> [(name: String, value: JSONNode)] {
    guard case .object(let members) = json.value else { throw expected("an object") }
    return members
  }

  /// The node of a property's value: only what is asked for gets a path.
  private func node(_ value: JSONNode, named name: String) -> DeclarationNode {
    DeclarationNode(value, path: path.isEmpty ? name : "\(path).\(name)", file: file)
  }

  /// The elements of an array.
  func elements() throws(DeclarationError) -> [DeclarationNode] {
    guard case .array(let elements) = json.value else { throw expected("an array") }
    return elements.enumerated().map { index, value in
      DeclarationNode(value, path: "\(path)[\(index)]", file: file)
    }
  }

  /// A text.
  func string() throws(DeclarationError) -> String {
    guard case .string(let text) = json.value else { throw expected("a text") }
    return text
  }

  /// A text, or a number as it is written.
  func scalar() throws(DeclarationError) -> String {
    switch json.value {
    case .string(let text), .number(let text): return text
    default: throw expected("a text or a number")
    }
  }

  /// A text of at least one character and without NUL, as a name must be.
  func name() throws(DeclarationError) -> String {
    let text = try string()
    guard !text.isEmpty, !text.utf8.contains(0) else { throw expected("a name") }
    return text
  }

  /// An array of texts.
  func strings() throws(DeclarationError) -> [String] {
    var strings: [String] = []
    for element in try elements() { strings.append(try element.string()) }
    return strings
  }

  /// A whole number within `range`.
  func integer(in range: ClosedRange<Int>) throws(DeclarationError) -> Int {
    guard case .number(let text) = json.value, let number = Int(text), range.contains(number)
    else {
      let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      throw expected("a whole number, \(range.lowerBound) \(upper),")
    }
    return number
  }

  /// True or false.
  func boolean() throws(DeclarationError) -> Bool {
    guard case .boolean(let value) = json.value else { throw expected("true or false") }
    return value
  }

  /// One of the words that stand for the cases of `Choice`.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type
  ) throws(DeclarationError) -> Choice {
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      throw expected(list(type.allCases.map { "\"\($0.rawValue)\"" }))
    }
    return choice
  }

  /// The names as `a, b or c`.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension DeclarationNode {
  /// Checks the names of an object's properties.
  ///
  /// A Data Package may have properties of anybody's, so an unknown name is a mistake only where it
  /// is nearly a known one. Where `isOpen` is false, any unknown name is.
  ///
  /// - Throws: `DeclarationError` at the first mistaken name.
  func checkNames(
    known: Set<String>, unsupported: [String: String] = [:], isOpen: Bool = true
  ) throws(DeclarationError) {
    for (name, json) in try object() where !known.contains(name) {
      let value = node(json, named: name)
      if let reason = unsupported[name] { throw value.error(reason) }
      let nearest = EditDistance.nearest(to: name, in: known.sorted())
      if let nearest {
        throw value.error("unknown property; did you mean \"\(nearest)\"?")
      }
      guard isOpen else {
        throw value.error("unknown property; known are \(known.sorted().joined(separator: ", "))")
      }
    }
  }
}
