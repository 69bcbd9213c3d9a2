/// Why a file's header can't be told, or can't be used.
package struct HeaderMismatch: Error, Equatable, CustomStringConvertible {
  /// The kinds of reason.
  package enum Kind: Sendable, Equatable {
    /// The file has no record.
    case noRecord
    /// No record among the first ones has a label of any dataset.
    case noLabel(records: Int)
    /// No record fits a dataset; the nearest one lacks these labels, and has those besides.
    case noDataset(nearest: String, missing: [String], unknown: [String])
    /// The header fits several datasets equally well.
    case ambiguous(datasets: [String])
    /// Several columns claim one field.
    case duplicate(dataset: String, field: String, labels: [String])
  }

  /// What is wrong.
  package let kind: Kind
  /// The physical line of the record that is meant, counting from 1; nil where none is.
  package let line: Int64?

  /// How many labels a message lists.
  private static let labelLimit = 12

  /// What was expected, what was found, and what to do, on one line without the place.
  package var description: String {
    switch kind {
    case .noRecord:
      return "expected a header but found no record"
    case .noLabel(let records):
      let place = records == 1 ? "the first record" : "the first \(records) records"
      return "expected a header but found no label of a dataset in \(place)"
    case .noDataset(let nearest, let missing, let unknown):
      var text = "expected the header of a dataset but found none that fits; "
      text += "the nearest is \(nearest)"
      if !missing.isEmpty { text += ", which lacks \(list(missing))" }
      guard !unknown.isEmpty else { return text }
      text += "; not recognised: \(list(unknown))"
      guard !missing.isEmpty else {
        return text + ", as many labels as are, or more: --dataset \(nearest) loads it all the same"
      }
      return text + "; if one of these means the same, declare it in the field's \"aliases\""
    case .ambiguous(let datasets):
      return "the header fits \(datasets.joined(separator: " and ")); name one with --dataset"
    case .duplicate(let dataset, let field, let labels):
      let text = "expected one column \(QuotedText.quoted(field)) of \(dataset) but found"
      return "\(text) \(list(labels)); rename or remove all but one"
    }
  }

  private func list(_ labels: [String]) -> String {
    let shown = labels.prefix(Self.labelLimit).map { QuotedText.quoted($0) }
    let rest = labels.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
