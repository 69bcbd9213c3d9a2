import Records

/// The headers of further tables, below the first one of a file.
extension HeaderMatcher {
  /// The name of the dataset whose header these labels are; nil where they are that of none.
  ///
  /// - Parameter labels: the labels of a table.
  /// - Returns: the dataset's name.
  package func dataset(of labels: [String]) -> String? {
    var batch = RecordBatch()
    for label in labels {
      batch.bytes.append(contentsOf: label.utf8)
      batch.fieldEnds.append(Int32(truncatingIfNeeded: batch.bytes.count))
    }
    batch.records = [
      RecordBatch.Record(
        firstField: 0, fieldCount: Int32(truncatingIfNeeded: labels.count), rawStart: 0, rawEnd: 0,
        line: 1, lineCount: 1)
    ]
    return laterMatch(batch, record: 0, of: "")?.dataset.name
  }

  /// The match of a record that is the header of a table; nil where it is none.
  ///
  /// Two labels or more, and at least half of all, must be fields', whoever named the dataset.
  ///
  /// - Parameters:
  ///   - batch: the record's batch.
  ///   - record: the record, counting from 0.
  ///   - dataset: the one that is taken where the header fits it and others.
  /// - Returns: how the labels go to the fields.
  func laterMatch(
    _ batch: borrowing RecordBatch, record: Int, of dataset: String
  ) -> HeaderMatch? {
    let labels = (0..<Int(batch.records[record].fieldCount)).map {
      HeaderLabel(field: $0, record: record, in: batch)
    }
    let labelCount = labels.count { !$0.isEmpty }
    var best: HeaderCandidate?
    for (candidate, index) in zip(datasets, indexes) {
      let found = HeaderCandidate(candidate, index, record: record, labels: labels)
      let fits = found.fits || isNamed && found.fitsWhenNamed
      guard fits, found.recognisedCount > 1, found.recognisedCount * 2 >= labelCount,
        found.duplicate == nil
      else { continue }
      if candidate.name == dataset || best.map({ found.isBetter(than: $0) }) ?? true {
        best = found
      }
      if candidate.name == dataset { break }
    }
    let place = batch.records[record]
    return best?.match(line: place.line, lastLine: place.line + Int64(place.lineCount) - 1)
  }

  /// A match that knows the columns which the tables further down in the head have.
  func withLaterTables(
    _ match: HeaderMatch, _ head: borrowing RecordBatch, from first: Int
  ) -> HeaderMatch {
    var match = match
    match.matcher = self
    var tracker = TableTracker(match)
    let unreadable = Set(head.problems.map(\.record))
    for record in first..<max(first, head.records.count) where !unreadable.contains(record) {
      let place = head.records[record]
      let isOdd = !tracker.mapping.width.admits(place, head.fieldEnds.span, in: head.bytes.span)
      guard tracker.begin(place) || isOdd, tracker.takeHeader(record, of: head, 0) else {
        if tracker.mapping.width.isBlank(place, head.fieldEnds.span, in: head.bytes.span) {
          tracker.noteBlank()
        }
        continue
      }
      guard !tracker.isElsewhere,
        let later = laterMatch(head, record: record, of: match.dataset.name)
      else { continue }
      match.add(columnsOf: later)
    }
    return match
  }
}
