package import Records

/// Finds the header of a file, and the dataset it belongs to, among the first records.
///
/// A label is a field's where it is the same as the field's name but for case, spaces, punctuation
/// and stray marks; where not, without all that isn't ASCII; then in the same way as one of the
/// field's aliases.
package struct HeaderMatcher: Sendable {
  /// How many records the header is looked for in.
  package static let recordLimit = 100

  let datasets: [Dataset]
  let indexes: [LabelIndex]
  let isNamed: Bool

  /// A matcher that tells by the header which of the datasets a file is of.
  ///
  /// A header fits a dataset where each field of the key and each required field has a label, and
  /// at least half of the labels are fields'. Of several datasets that one header fits, the one
  /// with more of its labels is taken, and of two with as many the one that lacks fewer.
  ///
  /// - Parameter datasets: the datasets to choose from.
  package init(datasets: [Dataset]) {
    self.datasets = datasets
    indexes = datasets.map { LabelIndex($0.fields) }
    isNamed = false
  }

  /// A matcher for the dataset that a user named, which needs the labels of its key only.
  ///
  /// - Parameter dataset: the dataset.
  package init(dataset: Dataset) {
    datasets = [dataset]
    indexes = [LabelIndex(dataset.fields)]
    isNamed = true
  }

  /// The first record that fits, and how its labels go to the fields.
  ///
  /// Records that could not be read, or hold nothing but white space, are passed over.
  ///
  /// - Parameters:
  ///   - head: the first batch of the file.
  ///   - record: the only record that can be the header; nil where any can.
  /// - Returns: the match.
  /// - Throws: `HeaderMismatch` where no record fits, a record fits several datasets equally well,
  ///   or two columns of it claim one field and neither is the declared name to the letter.
  package func match(
    _ head: borrowing RecordBatch, record: Int? = nil
  ) throws(HeaderMismatch) -> HeaderMatch {
    let unreadable = Set(head.problems.map(\.record))
    let records = record.map { $0..<$0 + 1 } ?? 0..<min(head.records.count, Self.recordLimit)
    var nearest: HeaderCandidate?
    var recordCount = 0
    for record in records where !unreadable.contains(record) {
      let labels = (0..<Int(head.records[record].fieldCount)).map {
        HeaderLabel(field: $0, record: record, in: head)
      }
      guard labels.contains(where: { !$0.isEmpty }) else { continue }
      recordCount += 1
      let candidates = zip(datasets, indexes).map { dataset, index in
        HeaderCandidate(dataset, index, record: record, labels: labels)
      }
      let line = head.records[record].line
      if let best = try best(candidates, line: line) {
        let lineCount = Int64(head.records[record].lineCount)
        let match = best.match(line: line, lastLine: line + lineCount - 1)
        return withLaterTables(match, head, from: record + 1)
      }
      for candidate in candidates {
        let least = nearest?.recognisedCount ?? 0
        if candidate.recognisedCount > least { nearest = candidate }
      }
    }
    throw mismatch(nearest, recordCount: recordCount, in: head)
  }

  /// How the columns of a file without a header go to the fields of the named dataset: the first
  /// column is the first field.
  ///
  /// - Parameter fieldCount: how many columns the file has.
  /// - Returns: the match; nil where no dataset was named.
  package func matchByPosition(fieldCount: Int) -> HeaderMatch? {
    guard isNamed, let dataset = datasets.first else { return nil }
    let fields = dataset.fields.prefix(fieldCount)
    let columns = fields.enumerated().map { position, field in
      HeaderMatch.Column(field: field, position: position, label: field.name)
    }
    let unnamed = (fields.count..<max(fields.count, fieldCount)).map { _ in "" }
    return HeaderMatch(
      dataset: dataset, record: -1, line: 0, lastLine: 0, labels: fields.map(\.name) + unnamed,
      columns: columns, unknownLabels: [],
      missingLabels: dataset.fields.dropFirst(fieldCount).map(\.name))
  }

  /// The best of the candidates of one record that fit; nil where none does.
  private func best(
    _ candidates: [HeaderCandidate], line: Int64
  ) throws(HeaderMismatch) -> HeaderCandidate? {
    let fitting = candidates.filter { isNamed ? $0.fitsWhenNamed : $0.fits }
    guard let first = fitting.first else { return nil }
    let best = fitting.dropFirst().reduce(first) { $1.isBetter(than: $0) ? $1 : $0 }
    let equals = fitting.filter { !best.isBetter(than: $0) }
    guard equals.count == 1 else {
      throw HeaderMismatch(kind: .ambiguous(datasets: equals.map(\.dataset.name)), line: line)
    }
    if let duplicate = best.duplicate {
      throw HeaderMismatch(
        kind: .duplicate(
          dataset: best.dataset.name, field: duplicate.field.name, labels: duplicate.labels),
        line: line)
    }
    return best
  }

  private func mismatch(
    _ nearest: HeaderCandidate?, recordCount: Int, in head: borrowing RecordBatch
  ) -> HeaderMismatch {
    guard recordCount > 0 else { return HeaderMismatch(kind: .noRecord, line: nil) }
    guard let nearest else {
      return HeaderMismatch(kind: .noLabel(records: recordCount), line: nil)
    }
    return HeaderMismatch(
      kind: .noDataset(
        nearest: nearest.dataset.name, missing: nearest.neededLabels,
        unknown: nearest.unknownLabels),
      line: head.records[nearest.record].line)
  }
}
