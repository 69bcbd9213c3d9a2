/// What the first records of a source do not tell of its header, and what was made of it.
package enum HeaderDoubt: Sendable, Equatable {
  /// The first line of the header, which is joined with the one below it, may be a title that has as many
  /// words as there are columns.
  case joinedTitle(line: Int64)
  /// The line above the header, which is left out, may be part of it: it has as many fields, and only the
  /// way it is written tells that it is a title. Or there is no header, and the line above the records has
  /// words, but not as many as they have fields.
  case title(line: Int64)
  /// The line below the header, which is taken for a record, may be part of it: it has words where the
  /// columns have values. With spaces between fields, the line above it may be a title then.
  case record(line: Int64, isSpaced: Bool)

  /// The line above the first full one, which is taken for a record, may be a title or labels: it has gaps,
  /// and is as long as the others.
  case sparseRecord(line: Int64, full: Int64)

  /// Lines above the table, which are left out, have several values each, and may be another one.
  case tableAbove(lines: ClosedRange<Int64>)

  /// Lines above the table, which are left out, have two words each: they may be another one, or names with
  /// what they stand for.
  case pairsAbove(lines: ClosedRange<Int64>)

  /// Whether what was made of it is likely to be wrong, so that it must not pass for done.
  package var isGrave: Bool {
    switch self {
    case .joinedTitle, .title, .record(_, isSpaced: true), .tableAbove: true
    case .record(_, isSpaced: false), .sparseRecord, .pairsAbove: false
    }
  }

  /// The line that it is about, counting from 1.
  package var line: Int64 {
    switch self {
    case .joinedTitle(let line), .title(let line), .record(let line, _),
      .sparseRecord(let line, _):
      line
    case .tableAbove(let lines), .pairsAbove(let lines): lines.lowerBound
    }
  }
}
