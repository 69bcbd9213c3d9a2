import Records

/// One record, or several, one above the other, that may be a header.
struct HeaderSpan {
  /// The index of the first of them in its batch.
  let record: Int
  /// The physical line that the first starts on, and the last line of the last one.
  private(set) var line: Int64
  private(set) var lastLine: Int64
  /// The texts of each record, without white space around them.
  private(set) var lines: HeaderLines
  /// For each column, what may be its label, the likeliest first.
  private(set) var labels: [[HeaderLabel]]
  /// Whether each of its records has something, and no field of them begins like a number, but for years.
  private(set) var isText: Bool

  /// A span of one record.
  init(_ record: Int, of batch: borrowing RecordBatch) {
    let place = batch.records[record]
    self.record = record
    line = place.line
    lastLine = place.line + Int64(place.lineCount) - 1
    let labels = (0..<Int(place.fieldCount)).map {
      HeaderLabel(field: $0, record: record, in: batch)
    }
    lines = HeaderLines([labels.map(\.text)])
    self.labels = labels.map { [$0] }
    isText = Self.isText(labels)
  }

  /// A span of labels that are in no batch.
  init(labels texts: [String]) {
    (record, line, lastLine) = (0, 1, 1)
    let labels = texts.map(HeaderLabel.init)
    lines = HeaderLines([texts])
    self.labels = labels.map { [$0] }
    isText = Self.isText(labels)
  }

  /// The records of several spans, one directly above the other.
  ///
  /// A column's label is what stands over it, in all the lines; else the text of the last line alone,
  /// where no other column has the same: a title over several columns may be no part of it.
  ///
  /// - Parameter spans: two or more.
  init(joining spans: [HeaderSpan]) {
    record = spans[0].record
    line = spans[0].line
    lastLine = spans[spans.count - 1].lastLine
    isText = spans.allSatisfy(\.isText)
    let lines = HeaderLines(spans.flatMap(\.lines.lines))
    self.lines = lines
    let last = lines.lines[lines.lines.count - 1]
    labels = (0..<lines.width).map { column in
      var texts = [lines.label(ofColumn: column), lines.label(ofColumn: column, spanned: false)]
      if column < last.count, last.count(where: { $0 == last[column] }) == 1 {
        texts.append(last[column])
      }
      return texts.enumerated().filter { !texts[..<$0].contains($1) }.map { HeaderLabel($1) }
    }
  }

  private static func isText(_ labels: [HeaderLabel]) -> Bool {
    let texts = labels.map(\.text.utf8).filter { !$0.isEmpty }
    return !texts.isEmpty
      && texts.allSatisfy { $0.first.map(HeaderLabel.canBegin) == true || YearLabel.matches($0) }
  }

  /// Whether any column has a text.
  var hasLabel: Bool { labels.contains { !$0[0].isEmpty } }

  /// The labels as a dataset has them: for each column the first that is one of its fields', or the
  /// likeliest.
  func labels(for index: LabelIndex, _ splits: [SplitField]) -> [HeaderLabel] {
    labels.map { choices in
      guard choices.count > 1 else { return choices[0] }
      return choices.first { label in
        index.field(for: label) != nil || index.part(for: label) != nil
          || splits.contains { $0.isNamed(label) }
      } ?? choices[0]
    }
  }
}
