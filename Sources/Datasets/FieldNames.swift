/// The names by which a person can mean the columns of a dataset's rows.
package struct FieldNames: Sendable {
  /// The fields, those of the declaration first.
  package let fields: [Field]
  private let columns: [String: Int]
  private let labels: [String: Int]

  /// The names of fields.
  ///
  /// - Parameters:
  ///   - fields: the fields of the dataset.
  ///   - numbers: columns of whole numbers that the table has besides: its id, say.
  package init(_ fields: [Field], numbers: [String] = []) {
    self.fields = fields + numbers.map(Field.init(numberColumn:))
    var columns: [String: Int] = [:]
    var labels: [String: Int] = [:]
    for (index, field) in self.fields.enumerated() {
      columns[field.column.lowercased()] = index
      for label in [field.name, field.title] + field.aliases {
        let folded = LabelFolding.folded(label)
        if labels[folded] == nil { labels[folded] = index }
      }
    }
    self.columns = columns
    self.labels = labels
  }

  /// The field that a name means: by the table's column, then by the label, the title or an alias.
  ///
  /// - Parameter name: the name, in any case.
  /// - Returns: the field; nil where there is none.
  package func field(named name: String) -> Field? {
    if let index = columns[name.lowercased()] { return fields[index] }
    let folded = LabelFolding.folded(name)
    return folded.isEmpty ? nil : labels[folded].map { fields[$0] }
  }

  /// What is to be said of a name that no field has.
  ///
  /// - Parameter name: the name as it was written.
  /// - Returns: a line with the nearest name, or with all of them where none is near.
  package func complaint(about name: String) -> String {
    let unknown = "unknown column \(QuotedText.quoted(name))"
    let near = suggestion(for: name)
    guard near.isEmpty else { return unknown + near }
    return "\(unknown); there are \(fields.map(\.column).joined(separator: ", "))"
  }

  /// The end of a message about a name that no field has: `; did you mean 'state'?`, or nothing.
  ///
  /// - Parameters:
  ///   - name: the name as it was written.
  ///   - words: what else could have been meant.
  /// - Returns: the end of the message, with the column whose name or label is near.
  package func suggestion(for name: String, or words: [String] = []) -> String {
    let near = NearestMatch.suggestion(for: name, in: fields.map(\.column) + words)
    guard near.isEmpty else { return near }
    let label = NearestMatch.of(name, in: fields.map(\.name))
    return label.flatMap(field(named:)).map { "; did you mean '\($0.column)'?" } ?? ""
  }
}

extension Field {
  /// A column of whole numbers that no file has.
  fileprivate init(numberColumn column: String) {
    self.init(
      name: column, title: column, column: column, aliases: [],
      type: .integer(.wholeNumber), isRequired: false,
      constraints: FieldConstraints(), missingValues: [])
  }
}
