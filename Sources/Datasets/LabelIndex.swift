/// The labels that a dataset's fields go by.
struct LabelIndex {
  /// A field, and how sure it is that a label is its.
  struct Match {
    let field: Int
    /// Whether the label is the declared name to the letter.
    let isExact: Bool
  }

  private var exact: [String: Int] = [:]
  /// From the surest to the least sure: names, names in ASCII, aliases, aliases in ASCII.
  private var names: [String: Int] = [:]
  private var namesInASCII: [String: Int?] = [:]
  private var aliases: [String: Int] = [:]
  private var aliasesInASCII: [String: Int?] = [:]
  /// The table's columns: what `list` heads its rows with.
  private var columns: [String: Int] = [:]
  /// The labels of the parts that fields can be joined of.
  private var parts: [String: Part] = [:]

  /// A part of a field that may be in several columns.
  struct Part: Hashable {
    let field: Int
    let part: Int
  }

  init(_ fields: [Field]) {
    for (index, field) in fields.enumerated() {
      exact[field.name] = index
      names[LabelFolding.folded(field.name)] = index
      columns[LabelFolding.folded(field.column)] = index
      Self.add(LabelFolding.foldedToASCII(field.name), index, to: &namesInASCII)
      for (part, labels) in field.joined.enumerated() {
        for label in labels {
          parts[LabelFolding.folded(label)] = Part(field: index, part: part)
        }
      }
      for alias in field.aliases {
        aliases[LabelFolding.folded(alias)] = index
        Self.add(LabelFolding.foldedToASCII(alias), index, to: &aliasesInASCII)
      }
    }
  }

  /// Adds what is left of a label in ASCII, which decides nothing where two fields have it.
  private static func add(_ label: String, _ index: Int, to labels: inout [String: Int?]) {
    guard !label.isEmpty else { return }
    if let known = labels[label], known != index {
      labels.updateValue(nil, forKey: label)
    } else {
      labels.updateValue(index, forKey: label)
    }
  }

  /// The part of a field that a label is for; nil where it is for none.
  func part(for label: HeaderLabel) -> Part? { parts[label.folded] }

  /// The field that a label is for; nil where it is for none.
  func field(for label: HeaderLabel) -> Match? {
    if let field = exact[label.text] { return Match(field: field, isExact: true) }
    guard !label.folded.isEmpty else { return nil }
    let field =
      names[label.folded] ?? namesInASCII[label.foldedToASCII, default: nil]
      ?? aliases[label.folded] ?? aliasesInASCII[label.foldedToASCII, default: nil]
    return field.map { Match(field: $0, isExact: false) }
  }

  /// The field whose column of the table a label is; nil where there is none.
  func field(ofColumn label: HeaderLabel) -> Match? {
    columns[label.folded].map { Match(field: $0, isExact: false) }
  }
}
