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
  /// Whether each line is in quotes as a whole.
  package let isWrapped: Bool
  /// How many records there are with it.
  package let records: Int
  /// The number of fields that most of the records have.
  package let fields: Int
  /// How many records have that many.
  package let agreeing: Int
  /// How many records are of a table: these, and those of tables with other numbers of columns.
  let explained: Int
  /// How much the fields look like values, and those of one column like one another: 0 to 1.
  package let typing: Double
  /// How many columns have numbers, dates or times in most of their fields.
  let typedColumns: Int
  /// Whether all columns have numbers, and those behind the first are no groups of three digits.
  let hasNumbersOnly: Bool
  /// How many records have a field in quotes.
  let quotedRecords: Int
  /// How many records have two fields or more, all of them in quotes.
  let quotedRows: Int
  /// Whether each field is in quotes, but for labels: then these settle where the fields are.
  let isQuoted: Bool
  /// How many records could not be read.
  let problems: Int

  /// Whether the first record, which mostly is the header, is of a table.
  let startsAlike: Bool
  /// How many of the first records are of none: lines above the header.
  package let preamble: Int
  /// Whether an empty line is between these and the first table.
  let isApart: Bool
  /// Whether the first record with as many fields as most has labels.
  let startsWithLabels: Bool
  /// Whether these differ, and no record below has one of them in its column.
  let hasOwnLabels: Bool
  /// Whether spaces or colons divide and the first label begins with a capital, as a sentence does.
  let startsWithCapital: Bool
  /// Whether a field has a space at its start.
  let hasIndents: Bool
  /// Whether the delimiter is always where a decimal mark may be.
  let isDecimal: Bool
  /// What colons divide: nil where the delimiter is none.
  let colons: Colons?
  /// What spaces divide, all lines of a table: nil where it is not so, or they may be fields without labels.
  let spaces: Spaces?
  /// What the fields are that spaces, colons or carets divide.
  let texts: ColumnTexts
  /// What of other delimiters is within the fields that spaces or colons divide, or semicolons, tabs or bars
  /// below a title; nil where some lines are divided in another way, or the delimiter is another one.
  let held: HeldCommas?
  /// Whether the first line is above the table, and by its words a title.
  let isTitled: Bool
  /// How many fields all records have within the quotes around them; nil where they are not in quotes as a
  /// whole.
  let wrappedFields: Int?
  /// How many records are over several lines.
  let joinedRecords: Int
  /// Whether there are records over several lines, as long as most, and hardly any that quotes spoil.
  let joinsLines: Bool
  /// Whether every second field of all records is empty, as where the delimiter is two of it.
  let isDoubled: Bool

  /// The share of records that are of a table.
  var agreement: Double { records > 0 ? Double(explained) / Double(records) : 0 }

  var hasTypedColumn: Bool { typedColumns > 0 }

  /// Whether all records are of a table.
  var isAlike: Bool { explained == records && problems == 0 }

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
  var isWhole: Bool { isOrdinary && isAlike }

  /// Whether the dialect is to be considered at all.
  ///
  /// Spaces, colons and carets are in any text: they must divide nearly all of it alike, into what
  /// looks like values, and a space or a colon the header too. Lines above it are none of that.
  var isPlausible: Bool {
    guard fields > 1 else { return false }
    switch delimiter.bytes {
    case [0x2C]: return !isDecimalMark
    case [0x3B], [0x09], [0x7C]: return true
    case [0x20]:
      guard typing >= 0.6 || held?.isAll == true else { return false }
      return startsAlike ? agreement >= 0.8 && dividesWords : isSpacedBelowTitle
    case [0x3A], [0x3A, 0x20]:
      guard typing >= 0.5 || held?.isAll == true else { return false }
      return startsAlike ? agreement >= 0.7 : isColonsBelowTitle
    default:
      // A comma or a colon with a space behind it is in any text.
      let isBelow = delimiter.bytes.last != 0x20 && isBelowPreamble
      return (agreement >= 0.7 || isBelow) && typing >= 0.5 && !isPowerBelowLabel
    }
  }

  /// Whether all records are of a table, but for a few lines above the first.
  var isBelowPreamble: Bool {
    1...Self.preambleMax ~= preamble && explained > 1 && explained + preamble == records
      && problems == 0
  }

  /// More lines than this are not taken to be above a header.
  private static let preambleMax = 10

  /// Whether a comma may be the decimal mark of the only column, whose label is above; no part of a number
  /// is in quotes.
  var isDecimalMark: Bool {
    delimiter == .comma && isDecimal && quotedRecords == 0 && fields == 2 && !isApart
      && problems == 0 && preamble == 1
      && explained + 1 == records
  }

  /// Whether spaces divide all lines into values, with numbers that another delimiter cuts, the commas of
  /// `68,5 bay 2`, and make more of them than that does.
  func keepsNumbers(of other: DialectCandidate) -> Bool {
    other.isDecimal && delimiter.bytes == [0x20] && isPlausible && isAlike && typing >= 0.9
      && typedColumns > other.typedColumns && other.typedColumns < other.fields
  }

  /// Whether spaces or colons divide all lines, and what another delimiter divides is part of the fields: in
  /// quotes, in amounts, in dates in words.
  func holds(_ other: DialectCandidate) -> Bool {
    guard let held, held.holds(other.delimiter), isPlausible, isAlike else { return false }
    return delimiter.bytes == [0x20]
      ? spaces != .parts : fields > 2 && hasTypedColumn && colons != .times
  }

  /// Whether what commas divide is, below a title with a comma, a number with a decimal mark in each record:
  /// `Statement, May` above `2023-05-01;Ann;4,50`.
  func keepsDecimals(of other: DialectCandidate) -> Bool {
    guard let held, held.mayBeDecimal, other.delimiter == .comma else { return false }
    return isBelowPreamble && preamble == 1 && hasTypedColumn && fields > other.fields
  }

  /// Whether colons divide all records into values, some of them numbers, dates or times.
  var isPlainlyColons: Bool {
    delimiter.bytes == [0x3A] && fields > 2 && isAlike && hasTypedColumn && typing >= 0.9
  }

  /// Whether spaces divide all lines of a text alike, into more fields than come about by chance.
  var isWholeWords: Bool {
    delimiter.bytes == [0x20] && isPlausible && (isAlike || isBelowPreamble) && isManyWords
  }

  var isManyWords: Bool { fields > 3 && explained > 4 }

  /// Whether spaces that divide most records alike are more than the words of a text: a column has
  /// values, fields are in quotes, or there are many words and as many in each of some records.
  var dividesWords: Bool {
    if hasTypedColumn || quotedRecords > 0 && fields > 2 { return true }
    guard isAlike || isBelowPreamble else { return false }
    return quotedRecords * 4 >= records || isManyWords
  }

  /// Whether what is in quotes as a whole are records, and not one text or amount each.
  var isWrappedTable: Bool {
    isWrapped && startsAlike && records > 1 && (isAlike || records > 3 && agreement >= 0.7)
      && fields > 1 && typing >= 0.6 && !isDecimal && !hasIndents
      && (fields > 2 || startsWithLabels && hasTypedColumn)
  }

  /// Whether nothing is divided, and most records are in quotes.
  var isOneQuotedColumn: Bool {
    fields == 1 && isAlike && quotedRecords * 2 > records
  }
}
