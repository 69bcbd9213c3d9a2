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
    let names = fields.map(\.column)
    let unknown = "unknown column \(QuotedText.quoted(name))"
    let near =
      EditDistance.nearest(to: name, in: names)
      ?? EditDistance.nearest(to: name, in: fields.map(\.name)).flatMap { field(named: $0)?.column }
    if let near { return "\(unknown); did you mean \(near)?" }
    return "\(unknown); there are \(names.joined(separator: ", "))"
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
