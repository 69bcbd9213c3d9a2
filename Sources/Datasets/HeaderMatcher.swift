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
  ///   - record: the only record that can be the header; nil where any can, and where two or three
  ///     records, one above the other, can be: their labels are joined if the dataset has more of them
  ///     so than of any of their lines alone.
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
    let isSearched = record == nil
    for record in records where !unreadable.contains(record) {
      let span = HeaderSpan(record, of: head)
      guard span.hasLabel else { continue }
      recordCount += 1
      let candidates = candidates(span)
      var found = try best(candidates)
      if isSearched, found?.isComplete != true {
        found = try joined(span, head, unreadable) ?? found
      }
      if let match = found?.match {
        return withLaterTables(match, head, from: match.records.upperBound)
      }
      for candidate in candidates {
        let least = nearest?.recognisedCount ?? 0
        if candidate.recognisedCount > least { nearest = candidate }
      }
    }
    throw mismatch(nearest, recordCount: recordCount)
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
      dataset: dataset, record: -1, line: 0, lastLine: 0, lines: HeaderLines([]),
      labels: fields.map(\.name) + unnamed, columns: columns, unknownLabels: [],
      missingLabels: dataset.fields.dropFirst(fieldCount).map(\.name))
  }

  /// What the records of a span are, taken for the header of each dataset.
  func candidates(_ span: HeaderSpan) -> [HeaderCandidate] {
    zip(datasets, indexes).map { HeaderCandidate($0, $1, span) }
  }

  /// The header that a record is together with the one or two below it; nil where none of them is
  /// more than it is alone.
  private func joined(
    _ first: HeaderSpan, _ head: borrowing RecordBatch, _ unreadable: Set<Int>
  ) throws(HeaderMismatch) -> HeaderCandidate? {
    var spans = [first]
    var alone = candidates(first).map(\.recognisedCount).max() ?? 0
    var found: HeaderCandidate?
    while spans.count < HeaderLines.recordsMax, spans.allSatisfy(\.isText) {
      let record = first.record + spans.count
      guard record < head.records.count, !unreadable.contains(record) else { break }
      let span = HeaderSpan(record, of: head)
      guard span.isText, span.line == spans[spans.count - 1].lastLine + 1 else { break }
      spans.append(span)
      alone = max(alone, candidates(span).map(\.recognisedCount).max() ?? 0)
      let better = candidates(HeaderSpan(joining: spans)).filter {
        $0.recognisedCount > max(alone, found?.recognisedCount ?? 0)
      }
      found = try best(better) ?? found
    }
    return found.flatMap { $0.recognisedCount > alone ? $0 : nil }
  }

  /// The best of the candidates of one span that fit; nil where none does.
  private func best(
    _ candidates: [HeaderCandidate]
  ) throws(HeaderMismatch) -> HeaderCandidate? {
    let fitting = candidates.filter { isNamed ? $0.fitsWhenNamed : $0.fits }
    guard let first = fitting.first else { return nil }
    let line = first.span.line
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
    _ nearest: HeaderCandidate?, recordCount: Int
  ) -> HeaderMismatch {
    guard recordCount > 0 else { return HeaderMismatch(kind: .noRecord, line: nil) }
    guard let nearest else {
      return HeaderMismatch(kind: .noLabel(records: recordCount), line: nil)
    }
    return HeaderMismatch(
      kind: .noDataset(
        nearest: nearest.dataset.name, missing: nearest.neededLabels,
        unknown: nearest.unknownLabels),
      line: nearest.span.line)
  }
}
