/// How the rows of a dataset belong to those of another one: where some columns are equal.
///
/// It is no foreign key: either dataset may have rows without a counterpart.
package struct DatasetLink: Sendable, Hashable {
  /// The name of the other dataset.
  package let dataset: String
  /// The columns of the dataset's own rows.
  package let columns: [String]
  /// The columns of the other dataset's rows, in the same order.
  package let otherColumns: [String]
}

extension DataPackage {
  /// Reads what a dataset declares as `links`, when all datasets are known.
  ///
  ///     "links": [{ "resource": "failed-banks", "fields": { "CERT": "Cert" } }]
  ///
  /// - Throws: `DeclarationError` where there is no such dataset or field.
  static func links(
    of dataset: Dataset, _ node: DeclarationNode?, among datasets: [Dataset]
  ) throws(DeclarationError) -> [DatasetLink] {
    var links: [DatasetLink] = []
    for element in try node?.elements() ?? [] {
      try element.checkNames(known: ["resource", "fields"], isOpen: false)
      let resource = try element.required("resource")
      let name = try resource.name()
      guard let other = datasets.first(where: { $0.name == name }) else {
        let names = datasets.map(\.name)
        let nearest = EditDistance.nearest(to: name, in: names)
        throw resource.expected(nearest.map { "\"\($0)\"" } ?? "a resource of this package")
      }
      var columns: [String] = []
      var otherColumns: [String] = []
      for (label, otherLabel) in try element.required("fields").members() {
        columns.append(try column(label, of: dataset, element.required("fields")))
        otherColumns.append(try column(otherLabel.string(), of: other, otherLabel))
      }
      guard !columns.isEmpty else { throw try element.required("fields").expected("a field") }
      links.append(DatasetLink(dataset: name, columns: columns, otherColumns: otherColumns))
    }
    return links
  }

  private static func column(
    _ label: String, of dataset: Dataset, _ node: DeclarationNode
  ) throws(DeclarationError) -> String {
    if let field = dataset.fields.first(where: { $0.name == label }) { return field.column }
    let nearest = EditDistance.nearest(to: label, in: dataset.fields.map(\.name))
    throw node.error(
      "\(dataset.name) has no field \(QuotedText.quoted(label))"
        + (nearest.map { "; did you mean \(QuotedText.quoted($0))?" } ?? ""))
  }
}
