import Records

/// The headers of further tables, below the first one of a file.
extension HeaderMatcher {
  /// The name of the dataset whose header these labels are; nil where they are that of none.
  ///
  /// - Parameter labels: the labels of a table.
  /// - Returns: the dataset's name.
  package func dataset(of labels: [String]) -> String? {
    laterMatch([HeaderSpan(labels: labels)], of: "")?.dataset.name
  }

  /// The match of a record that is the header of a table, alone or with the one or two above it; nil
  /// where it is none.
  ///
  /// Two labels or more, and at least half of all, must be fields', whoever named the dataset.
  ///
  /// - Parameters:
  ///   - spans: the records, one directly above the other; the last is the one that is looked at.
  ///   - dataset: the one that is taken where the header fits it and others.
  /// - Returns: how the labels go to the fields.
  func laterMatch(_ spans: [HeaderSpan], of dataset: String) -> HeaderMatch? {
    guard let last = spans.last else { return nil }
    var best = laterCandidate(last, of: dataset)
    var alone = best?.recognisedCount ?? 0
    for above in spans.indices.dropLast().reversed() {
      alone = max(alone, laterCandidate(spans[above], of: dataset)?.recognisedCount ?? 0)
      let joined = laterCandidate(HeaderSpan(joining: Array(spans[above...])), of: dataset)
      guard let joined, joined.recognisedCount > max(alone, best?.recognisedCount ?? 0) else {
        continue
      }
      best = joined
    }
    return best?.match
  }

  private func laterCandidate(_ span: HeaderSpan, of dataset: String) -> HeaderCandidate? {
    var best: HeaderCandidate?
    for found in candidates(span) {
      let fits = found.fits || isNamed && found.fitsWhenNamed
      guard fits, found.recognisedCount > 1, found.recognisedCount * 2 >= found.labelCount,
        found.duplicate == nil
      else { continue }
      if found.dataset.name == dataset || best.map({ found.isBetter(than: $0) }) ?? true {
        best = found
      }
      if found.dataset.name == dataset { break }
    }
    return best
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
      if !tracker.isElsewhere, let header = tracker.header { match.add(columnsOf: header) }
    }
    return match
  }
}
