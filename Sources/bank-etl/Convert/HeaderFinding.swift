import CSV

/// What was assumed of a table's header, and may be wrong.
struct HeaderFinding {
  /// The line that it is about, counting from 1.
  let line: Int64
  let text: String
  /// Whether what is written is likely to be wrong.
  let isGrave: Bool

  /// What was assumed of a header.
  ///
  /// - Parameters:
  ///   - layout: where the header is.
  ///   - reader: what import does otherwise with it, and whether it is narrower than a sheet's rows.
  /// - Returns: none where there is one header, and nothing speaks against it.
  static func all(_ layout: TableLayout, of reader: borrowing RecordReader) -> [HeaderFinding] {
    var found: [HeaderFinding] = []
    let importing = reader.importedHeaderWords
    if let columns = reader.narrowHeader {
      let text =
        "expected labels, or merged cells, above all \(layout.fieldCount) columns but found \(columns); the "
        + "others have none, and an import rejects the rows with values in them"
      found.append(HeaderFinding(line: layout.lastHeaderLine, text: text, isGrave: true))
    }
    if layout.header.count > 1, let line = layout.headerLine {
      var text =
        "the labels of lines \(line) to \(layout.lastHeaderLine) are joined with a space: "
        + "--header-line N takes line N alone"
      if let importing { text += ", and \(importing)" }
      found.append(HeaderFinding(line: line, text: text, isGrave: false))
    }
    if let doubt = layout.doubt {
      found.append(HeaderFinding(line: doubt.line, text: doubt.message, isGrave: doubt.isGrave))
    }
    return found
  }
}

extension HeaderDoubt {
  /// What is in doubt, what was made of it, and what decides it.
  fileprivate var message: String {
    switch self {
    case .joinedTitle(let line):
      "expected a title or labels but found words that may be either; they are joined with the labels "
        + "below, which --header-line \(line + 1) takes alone"
    case .title(let line):
      "expected a title or labels but found what may be either; it is left out as a title, and "
        + "--header-line \(line) takes it for the header"
    case .record(let line, let isSpaced):
      "expected values as in the records below but found words; "
        + "it is taken for a record, and --header-line \(line) takes it for the header"
        + (isSpaced ? "; the line above may be a title" : "")
    case .tableAbove(let lines):
      "expected a title above the table but found lines with several values, up to line "
        + "\(lines.upperBound); they are left out, and --header-line \(lines.lowerBound) takes the first "
        + "for the header"
    case .pairsAbove(let lines):
      "lines \(lines.lowerBound) to \(lines.upperBound) have two words each: they may be another table, or "
        + "names and what they stand for; they are left out, and --header-line \(lines.lowerBound) takes the "
        + "first for the header"
    case .sparseRecord(_, let full):
      "expected a full record but found one with gaps, which may be a title or labels; it is taken for a "
        + "record, and so are those below it; --header-line \(full) takes line \(full) for the header"
    }
  }
}
