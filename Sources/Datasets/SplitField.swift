/// A column of files that has the values of several fields in one text, such as a whole name.
///
/// It counts where a file has none of those fields by themselves. A text is split only where it can be
/// split in one way: a name of three words, or one with a comma, is a reject.
package struct SplitField: Sendable, Hashable {
  /// The label in the file's header.
  package let name: String
  /// The labels that other files have instead of `name`.
  package let aliases: [String]
  /// The fields whose values are in the text, in the order in which they are there.
  package let fields: [Int]
  /// The characters one of which is between two values, of ASCII.
  package let separators: [UInt8]

  /// One of the values in a text.
  struct Part: Sendable, Equatable {
    /// Which one it is, counting from 0.
    let index: Int
    /// How many there are.
    let count: Int
    let separators: [UInt8]

    /// Where the value is in a text; nil where the text has more or fewer values, or marks of a list.
    func range(in text: Range<Int>, of bytes: Span<UInt8>) -> Range<Int>? {
      var found: [Range<Int>] = []
      var start = text.lowerBound
      for place in text.lowerBound...text.upperBound {
        let isEnd = place == text.upperBound || separators.contains(bytes[place])
        if !isEnd {
          guard bytes[place] != UInt8(ascii: ","), bytes[place] != UInt8(ascii: ";") else {
            return nil
          }
          continue
        }
        if start < place { found.append(start..<place) }
        start = place + 1
      }
      return found.count == count ? found[index] : nil
    }

    /// What a text is to be, for a message.
    var expectation: String {
      let marks = separators.map { "\"\(Character(UnicodeScalar($0)))\"" }
      return "\(count) values with \(marks.joined(separator: " or ")) between them"
    }
  }

  /// Whether a label is this column's.
  func isNamed(_ label: HeaderLabel) -> Bool {
    !label.folded.isEmpty
      && ([name] + aliases).contains { LabelFolding.folded($0) == label.folded }
  }

  /// The part of a text that a field has.
  func part(_ index: Int) -> Part {
    Part(index: index, count: fields.count, separators: separators)
  }
}

extension Dataset {
  /// The fields that a column of files has in one text.
  ///
  /// - Parameter name: the label of the column.
  /// - Returns: nil where no such column is declared.
  package func parts(of name: String) -> [Field]? {
    let label = LabelFolding.folded(name)
    let split = splits.first { split in
      ([split.name] + split.aliases).contains { LabelFolding.folded($0) == label }
    }
    return split.map { $0.fields.map { fields[$0] } }
  }
}

extension SplitField {
  private static let properties: Set<String> = [
    "name", "title", "description", "type", "format", "example", "examples", "rdfType",
    "constraints", "aliases", "columns", "separators",
  ]

  /// Reads an element of `schema.fields` that has `columns` in place of `column`.
  ///
  /// - Throws: `DeclarationError` at the first mistake.
  init(_ node: DeclarationNode, of fields: [Field]) throws(DeclarationError) {
    try node.checkNames(known: Self.properties)
    name = try node.required("name").name()
    aliases = try node.member("aliases")?.strings() ?? []
    let columns = try node.required("columns")
    var indexes: [Int] = []
    for element in try columns.elements() {
      let index = try element.index(among: fields.map(\.column))
      guard fields[index].type == .string else {
        throw element.error("only fields of type string can be parts of a text")
      }
      guard !indexes.contains(index) else { throw element.error("is named twice") }
      indexes.append(index)
    }
    guard indexes.count > 1 else { throw columns.expected("at least two columns") }
    self.fields = indexes
    let list = try node.member("separators")
    var separators: [UInt8] = []
    for element in try list?.elements() ?? [] {
      guard let byte = try element.string().utf8.first, byte < 0x80,
        try element.string().utf8.count == 1
      else { throw element.expected("one character of ASCII") }
      separators.append(byte)
    }
    if let list, separators.isEmpty { throw list.expected("at least one character") }
    self.separators = list == nil ? [UInt8(ascii: " ")] : separators
  }
}
