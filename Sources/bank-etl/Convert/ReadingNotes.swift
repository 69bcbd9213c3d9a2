import CSV
import Datasets
import Input
import Records

/// What was decided about a file, a line each on standard error, in the words of `inspect`.
struct ReadingNotes {
  let path: String

  /// Says how the text is written, and where its header is.
  ///
  /// - Parameters:
  ///   - detection: the dialect; nil for a workbook.
  ///   - pause: how many bytes of a pipe decided, because it was slow or paused; nil where it did not.
  ///   - layout: where the table is.
  ///   - columns: what is made of each column's values; empty where they stay as they are.
  func show(
    _ detection: DialectDetection?, _ pause: Int?, _ layout: TableLayout,
    _ columns: [ColumnValues]
  ) {
    var texts: [String] = []
    if let pause { texts.append("the input is slow or paused: its first \(pause) bytes decide") }
    if let detection {
      texts.append("line ends \(detection.dialect.lineEnds.rawValue)")
      texts.append("dialect \(detection.dialect.words): \(detection.evidence)")
      if let remark = detection.remark { texts.append(remark) }
    }
    texts.append("header \(layout.headerWords)")
    if layout.preambleRecords > 0 {
      let count = layout.preambleRecords
      texts.append(
        "\(count == 1 ? "1 record" : "\(count) records") above "
          + "\(layout.headerLine == nil ? "the records" : "the header") left out")
    }
    for (index, column) in columns.enumerated() {
      let name = layout.name(ofColumn: index)
      if let request = column.request { texts.append("\(name): \(request)") }
      guard case .reading(let order, let proof) = column.order else { continue }
      texts.append(
        "\(name): dates are \(order.words), as \(proof.text) "
          + "on line \(proof.line) shows")
    }
    show(texts)
  }

  /// Says what was assumed of the header.
  func show(_ finding: HeaderFinding) {
    Message.show([Message(finding.text, at: CommandFailure.place(path, finding.line))])
  }

  /// Says that the header is that of the sheets above.
  func showFollowing() {
    show(["the same header as above: its records follow, and it is not written again"])
  }

  /// Says that there is no record.
  ///
  /// - Parameters:
  ///   - isEmpty: whether no text is left.
  ///   - isSkipped: whether that is because all lines of the file are left out.
  ///   - isBlank: whether it has blank lines only.
  ///   - layout: where the header is.
  ///   - skipped: how many lines at the end are left out.
  func showNothing(
    isEmpty: Bool, isSkipped: Bool, isBlank: Bool, _ layout: TableLayout, without skipped: Int
  ) {
    let text =
      if isSkipped {
        "--skip-footer \(skipped) leaves out all lines: nothing is written"
      } else if isEmpty {
        "the file is empty: nothing is written"
      } else if isBlank {
        "the file has blank lines only: nothing is written"
      } else if layout.header.isEmpty {
        "the file has no record with a value: nothing is written"
      } else {
        "no record is below the header, which is written alone"
      }
    let lines = skipped == 1 ? "line" : "\(skipped) lines"
    show([isEmpty || skipped == 0 ? text : "without its last \(lines), \(text)"])
  }

  /// Says what encoding the text turned out to have.
  func show(_ encoding: EncodingDecision?) {
    if let encoding { show(["encoding \(encoding.name): \(encoding.reason)"]) }
  }

  /// Says that records at the end look like notes.
  ///
  /// - Parameters:
  ///   - footer: the records.
  ///   - skipped: how many lines at the end of a delimited text are left out already; nil for what is
  ///     none, of which no lines can be.
  func show(footer: TableFooter, besides skipped: Int?) {
    guard footer.records > 0, let first = footer.firstLine else { return }
    let advice = skipped.map {
      "; --skip-footer \(footer.lines + Int64($0)) leaves out the last lines"
    }
    let count = footer.records == 1 ? "1 record" : "\(footer.records) records"
    show([
      "\(count) at the end, from line \(first) on, may be totals or notes and not data"
        + (advice ?? "")
    ])
  }

  private func show(_ texts: [String]) {
    Message.show(texts.map { Message($0, at: CommandFailure.place(path, nil)) })
  }
}

extension Dialect {
  /// The dialect in words.
  var words: String {
    let around = quote.map { "quote " + String(decoding: [$0], as: UTF8.self) } ?? "no quotes"
    return "\(delimiterName), \(around)\(escape == .backslash ? ", escaped with a backslash" : "")"
      + (isWrapped ? ", and around whole lines" : "")
  }
}

extension DialectDetection {
  /// What speaks for the dialect, in words: the chosen delimiter and the two next best.
  var evidence: String {
    if isRequested { return "as asked for" }
    var shown: [DialectCandidate] = []
    for candidate in candidates where shown.count < 3 {
      guard !shown.contains(where: { $0.delimiter == candidate.delimiter }) else { continue }
      shown.append(candidate)
    }
    return shown.map { candidate in
      "\(candidate.delimiter.name): \(candidate.agreeing) of \(candidate.records) records have "
        + "\(candidate.fields) \(candidate.fields == 1 ? "field" : "fields")"
    }.joined(separator: "; ")
  }
}

extension DialectDetection {
  /// What is likely to divide the text, though it is not taken for a delimiter; nil where there is no such
  /// thing.
  var objection: String? { doubt.flatMap { $0.isGrave ? $0.message : nil } }

  /// What may divide the text, and is as likely part of it; nil where there is no such thing.
  var remark: String? { doubt.flatMap { $0.isGrave ? nil : $0.message } }
}

extension DelimiterDoubt {
  /// What was found, what was made of it, and what decides it.
  fileprivate var message: String {
    switch self {
    case .most(let found):
      "expected a delimiter that divides all records, but found spaces that make \(found.fields) fields "
        + "of \(found.agreeing) of \(found.records): the others may have spaces in their fields; none is "
        + "divided"
    case .belowTitle(let found):
      "expected a delimiter that divides all records, but found \(found.delimiter.plural) that make "
        + "\(found.fields) fields of all but the first \(found.preamble), which may be a title or a label; "
        + "none is divided, unless --delimiter \(found.delimiter.name) says so"
    case .numbers(let found):
      "expected a delimiter, but found \(found.delimiter.plural) that make \(found.fields) numbers of each "
        + "record, and may be part of one; none is divided, unless --delimiter \(found.delimiter.name) "
        + "says so"
    case .quotedFields(let found):
      "expected a delimiter that divides all records, but found \(found.delimiter.plural) between fields "
        + "in quotes, that make \(found.fields) fields of \(found.agreeing) of \(found.records); none is "
        + "divided"
    case .aligned:
      "expected a delimiter, but found columns that are aligned with spaces; none is divided"
    case .quotedLines(let commas):
      "expected quotes around fields, but found them around whole lines, with \(commas) "
        + "\(commas == 1 ? "comma" : "commas") in each; none is divided"
    case .quotedRecords(let fields):
      "expected quotes around fields, but found them around whole records, with \(fields) fields in each; "
        + "none is divided"
    case .decimals(let found):
      "expected commas between fields, but found one in each record that may be a decimal mark; they are "
        + "divided there, unless --delimiter \(found.delimiter.name) says that each has \(found.fields) "
        + "fields"
    case .words(let found):
      "read as one column, though each record "
        + (found.preamble == 0 ? "" : "but the first \(found.preamble) ")
        + "has \(found.fields) words: --delimiter space divides them"
    }
  }
}

extension Delimiter {
  fileprivate var plural: String { bytes == [0x20] ? "spaces" : name + "s" }
}

extension TableLayout {
  /// Where the header is, in words.
  var headerWords: String {
    guard let headerLine else { return "none" }
    if headerLine == 0 { return "the names of the objects" }
    return headerLine == lastHeaderLine
      ? "line \(headerLine)" : "lines \(headerLine) to \(lastHeaderLine)"
  }

  /// A column's label in quotes, or its number.
  func name(ofColumn column: Int) -> String {
    let label = column < labels.count ? labels[column] : ""
    return label.isEmpty ? "column \(column + 1)" : "\"\(label)\""
  }
}
