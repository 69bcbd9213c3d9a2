import Records

/// How well one dialect divides the head of a source into records of one length, and columns of
/// one kind.
package struct DialectCandidate: Equatable, Sendable {
  /// What is between two fields.
  package let delimiter: Delimiter
  /// The byte around fields; nil where there is none.
  package let quote: UInt8?
  /// How a quote within quotes is written.
  package let escape: Dialect.Escape
  /// How many records there are with it.
  package let records: Int
  /// The number of fields that most of the records have.
  package let fields: Int
  /// How many records have that many.
  package let agreeing: Int
  /// How much the fields look like values, and those of one column like one another: 0 to 1.
  package let typing: Double
  /// Whether some column has numbers, dates or times in most of its fields.
  let hasTypedColumn: Bool
  /// Whether all columns have numbers, and those behind the first are no groups of three digits.
  let hasNumbersOnly: Bool
  /// How many records have a field in quotes.
  let quotedRecords: Int
  /// How many records could not be read.
  let problems: Int

  /// Whether the first record, which mostly is the header, has as many fields as most.
  let startsAlike: Bool
  /// How many of the first records have fewer fields than most: lines above the header.
  let preamble: Int
  /// Whether the first record with as many fields as most has labels.
  let startsWithLabels: Bool
  /// What colons divide: nil where the delimiter is none.
  let colons: Colons?
  /// What spaces divide, all lines alike and below labels: nil where it is not so.
  let spaces: Spaces?
  /// Whether there are records over several lines, as long as most, and hardly any that quotes spoil.
  let joinsLines: Bool
  /// Whether every second field of all records is empty, as where the delimiter is two of it.
  let isDoubled: Bool

  /// The share of records that agree.
  var agreement: Double { records > 0 ? Double(agreeing) / Double(records) : 0 }

  /// The product of what speaks for the dialect; 0 where it divides nothing.
  ///
  /// That a text is divided into many fields speaks for a delimiter, but a tenth field says less
  /// than a second one. That the measure is one of form times one of content is the idea of van den
  /// Burg, Nazábal and Sutton, "Wrangling messy CSV files by detecting row and type patterns" (2019).
  package var score: Double {
    guard fields > 1 else { return 0 }
    return agreement * (1 - 1 / Double(fields + 1)) * typing * typing
  }

  /// Whether the delimiter is part of words, dates and times wherever they are: a space or a colon, or
  /// both.
  var isLastResort: Bool { [[0x20], [0x3A], [0x3A, 0x20]].contains(delimiter.bytes) }

  /// Whether the delimiter is one that people choose, and divides the header like most records.
  ///
  /// What the fields look like does not matter: an address or a list has delimiters of its own. But
  /// where quotes are taken for text, fields must look like values.
  var isOrdinary: Bool {
    let isUsual = delimiter.bytes.contains { Self.usualBytes.contains($0) }
    return isUsual && isPlausible && startsAlike && (quote != nil || typing >= 0.5)
  }

  private static let usualBytes: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C, 0x5E]

  /// Whether the delimiter is an ordinary one that divides all records, the header included, alike.
  var isWhole: Bool { isOrdinary && agreeing == records && problems == 0 }

  /// Whether the dialect is to be considered at all.
  ///
  /// Spaces, colons and carets are in any text: they must divide nearly all of it alike, into what
  /// looks like values, and a space or a colon the header too.
  var isPlausible: Bool {
    guard fields > 1 else { return false }
    switch delimiter.bytes {
    case [0x2C], [0x3B], [0x09], [0x7C]: return true
    case [0x20]:
      return startsAlike && agreement >= 0.8 && typing >= 0.6 && dividesWords
    case [0x3A], [0x3A, 0x20]:
      if startsAlike { return agreement >= 0.7 && typing >= 0.5 }
      return isBelowPreamble && fields > 2 && startsWithLabels && hasTypedColumn && typing >= 0.5
    default:
      let isBelow = ![0x2C, 0x3A].contains(delimiter.bytes[0]) && isBelowPreamble
      return (agreement >= 0.7 || isBelow) && typing >= 0.5
    }
  }

  /// Whether all records are alike, but for a few lines above the first.
  private var isBelowPreamble: Bool {
    1...Self.preambleMax ~= preamble && agreeing > 1 && agreeing + preamble == records
  }

  /// More lines than this are not taken to be above a header.
  private static let preambleMax = 10

  /// Whether colons divide all records into values, some of them numbers, dates or times.
  var isPlainlyColons: Bool {
    delimiter.bytes == [0x3A] && fields > 2 && agreeing == records && problems == 0
      && hasTypedColumn && typing >= 0.9
  }

  /// Whether spaces divide all lines of a text alike, into more fields than come about by chance.
  var isWholeWords: Bool {
    delimiter.bytes == [0x20] && isPlausible && agreeing == records && problems == 0
      && fields > 3 && records > 4
  }

  /// Whether spaces divide half of many lines, the first one among them, into as many fields, more than
  /// come about by chance: the fields of the others have spaces, too.
  var isOfSpacedCells: Bool {
    delimiter.bytes == [0x20] && startsAlike && records >= 8 && agreement >= 0.5 && agreement < 1
      && (fields > 3 || fields == 3 && hasTypedColumn)
  }

  /// Whether spaces divide all records into numbers, few enough to be parts of one value, and no groups of
  /// its digits.
  var isOfSpacedNumbers: Bool {
    delimiter.bytes == [0x20] && agreeing == records && records > 1 && problems == 0
      && 2...3 ~= fields && (hasNumbersOnly || spaces == .numbers)
  }

  /// Whether spaces that divide most records alike are more than the words of a text: a column has
  /// values, fields are in quotes, or there are many words and as many in each of some records.
  private var dividesWords: Bool {
    if hasTypedColumn || quotedRecords > 0 && fields > 2 { return true }
    guard agreeing == records, problems == 0 else { return false }
    return quotedRecords * 4 >= records || fields > 3 && records > 4
  }

  /// Whether nothing is divided, and most records are in quotes.
  var isOneQuotedColumn: Bool {
    fields == 1 && agreeing == records && problems == 0 && quotedRecords * 2 > records
  }
}

/// What the fields of some records, all of one length, look like.
struct ColumnShapes {
  /// For each column, how many fields have each shape.
  private(set) var counts: [[Int]] = []
  /// How many of the fields have a space at their start.
  private var indented = 0
  /// How many fields behind the first column are three digits.
  private var groups = 0

  init(
    _ records: some Collection<RecordBatch.Record>, of batch: borrowing RecordBatch,
    delimiter: [UInt8]
  ) {
    guard let first = records.first else { return }
    counts = Array(
      repeating: Array(repeating: 0, count: CellShape.allCases.count),
      count: Int(first.fieldCount))
    let bytes = batch.bytes.span
    for record in records {
      var start = record.firstField == 0 ? 0 : Int(batch.fieldEnds[Int(record.firstField) - 1])
      for column in counts.indices {
        let end = Int(batch.fieldEnds[Int(record.firstField) + column])
        let shape = CellShape(start..<end, in: bytes, delimiter: delimiter)
        counts[column][shape.rawValue] += 1
        if start < end, bytes[start] == 0x20 { indented += 1 }
        if column > 0, end - start == 3, (start..<end).allSatisfy({ bytes[$0] &- 0x30 < 10 }) {
          groups += 1
        }
        start = end
      }
    }
  }

  /// How much the fields look like values, and those of one column like one another: 0 to 1.
  var typing: Double {
    let total = counts.reduce(0) { $0 + $1.reduce(0, +) }
    guard total > 0 else { return 0 }
    var weight = 0.0
    var alike = 0.0
    for column in counts {
      for shape in CellShape.allCases { weight += Double(column[shape.rawValue]) * shape.weight }
      let filled = column.reduce(0, +) - column[CellShape.empty.rawValue]
      let most = column.dropFirst().max() ?? 0
      alike += filled > 0 ? Double(most) / Double(filled) : 0.5
    }
    let purity = (weight - 0.1 * Double(indented)) / Double(total)
    return max(0, purity) * (0.7 + 0.3 * alike / Double(counts.count))
  }

  /// Whether there are three columns or more, and every second one is empty.
  var isDoubled: Bool {
    guard counts.count > 2, counts.count % 2 == 1 else { return false }
    return stride(from: 1, to: counts.count, by: 2).allSatisfy { column in
      counts[column].reduce(0, +) == counts[column][CellShape.empty.rawValue]
    }
  }

  /// Whether all columns have numbers, and most of those behind the first are no groups of three digits.
  var hasNumbersOnly: Bool {
    let later = counts.dropFirst().reduce(0) { $0 + $1.reduce(0, +) }
    return groups * 2 < later
      && counts.allSatisfy { $0[CellShape.number.rawValue] == $0.reduce(0, +) }
  }

  var hasTypedColumn: Bool {
    counts.contains { column in
      let typed = column[CellShape.number.rawValue] + column[CellShape.moment.rawValue]
      let filled = column.reduce(0, +) - column[CellShape.empty.rawValue]
      return typed * 2 >= filled && typed > 0
    }
  }
}
