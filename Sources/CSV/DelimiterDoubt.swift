/// What may divide a text in which nothing is taken for a delimiter, or commas that may be part of numbers.
package enum DelimiterDoubt: Equatable, Sendable {
  /// What makes as many fields of most lines, the first one among them: the others may have spaces in
  /// their fields.
  case most(DialectCandidate)
  /// What makes as many fields of all lines but those above, which may be a title or the label of one
  /// column.
  case belowTitle(DialectCandidate)
  /// What divides each record into numbers that may be parts of one.
  case numbers(DialectCandidate)
  /// What divides records whose fields are in quotes, and some others in another way.
  case quotedFields(DialectCandidate)
  /// Two columns or more are aligned with spaces.
  case aligned
  /// All lines are in quotes as a whole, and have as many commas.
  case quotedLines(commas: Int)
  /// All records are in quotes as a whole, and have as many fields.
  case quotedRecords(fields: Int)
  /// Commas divide each record, and may be the decimal marks of fields that spaces or colons divide.
  case decimals(DialectCandidate)
  /// Spaces make as many words of all lines, or of all below the first ones, as they may do in a column of
  /// names.
  case words(DialectCandidate)

  /// Whether what was made of it is likely to be wrong, so that it must not pass for done.
  package var isGrave: Bool {
    if case .words = self { false } else { true }
  }

  /// Looks at a text that nothing divides, or commas do; nil where nothing else may divide it.
  ///
  /// - Parameters:
  ///   - tried: what was tried, what was taken first.
  ///   - text: the whole lines of its start.
  init?(_ tried: [DialectCandidate], _ text: [UInt8]) {
    guard let best = tried.first else { return nil }
    if best.fields > 1 {
      guard best.delimiter == .comma, best.fields == 2, best.isAlike,
        let spaced = tried.first(where: \.mayHaveDecimals)
      else { return nil }
      self = .decimals(spaced)
    } else if let spaced = tried.first(where: \.isOfSpacedCells) {
      self = .most(spaced)
    } else if let numbers = tried.first(where: \.isOfNumbers) {
      self = .numbers(numbers)
    } else if let commas = Self.commas(inQuotedLines: text) {
      self = .quotedLines(commas: commas)
    } else if let fields = tried.lazy.compactMap(\.wrappedFields).first {
      self = .quotedRecords(fields: fields)
    } else if let quoted = tried.first(where: \.isOfQuotedFields) {
      self = .quotedFields(quoted)
    } else if Self.areAligned(text) {
      self = .aligned
    } else if let below = tried.first(where: { $0.isBelowTitle && !$0.isOfPairs(text) }) {
      self = .belowTitle(below)
    } else if let words = tried.first(where: \.isOfWords) {
      self = .words(words)
    } else if let decimals = tried.first(where: \.isDecimalMark) {
      self = .numbers(decimals)
    } else {
      return nil
    }
  }

  /// How many commas are in each of two lines or more that are in quotes; nil where there are none, or not
  /// as many in each, or a space is behind one, as in a text.
  private static func commas(inQuotedLines text: [UInt8]) -> Int? {
    var found: Int?
    var lines = 0
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let fields = line.split(separator: 0x2C, omittingEmptySubsequences: false)
      guard line.count > 2, line.first == 0x22, line.last == 0x22, fields.count > 1,
        found == nil || found == fields.count - 1,
        !fields.dropFirst().contains(where: { $0.first == 0x20 || $0.first == 0x22 })
      else { return nil }
      found = fields.count - 1
      lines += 1
    }
    return lines > 1 ? found : nil
  }

  /// Whether two lines or more, and nine of ten, have two spaces or more between two words.
  private static func areAligned(_ text: [UInt8]) -> Bool {
    var (lines, aligned) = (0, 0)
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
      guard let first = words.firstIndex(where: { !$0.isEmpty }),
        let last = words.lastIndex(where: { !$0.isEmpty })
      else { continue }
      lines += 1
      if words[first...last].contains(where: \.isEmpty) { aligned += 1 }
    }
    return lines > 1 && aligned * 10 >= lines * 9
  }
}

extension DialectCandidate {
  /// Whether spaces divide half of many lines, the first one among them, into as many fields, more than
  /// come about by chance: the fields of the others have spaces, too.
  fileprivate var isOfSpacedCells: Bool {
    delimiter.bytes == [0x20] && startsAlike && records >= 8 && agreement >= 0.5 && agreement < 1
      && (fields > 3 || fields == 3 && hasTypedColumn)
  }

  /// Whether spaces or colons divide all records into numbers, few enough to be parts of one value, and no
  /// groups of its digits.
  fileprivate var isOfNumbers: Bool {
    guard isAlike, records > 1, 2...3 ~= fields else { return false }
    return delimiter.bytes == [0x20] && (hasNumbersOnly || spaces == .numbers)
      || delimiter.bytes == [0x3A] && hasNumbersOnly && colons == .parts
  }

  /// Whether quotes are around most of what is divided, and around all fields of some record.
  fileprivate var isOfQuotedFields: Bool {
    quote == 0x22 && fields > 1 && quotedRows > 0 && quotedRecords * 2 > records
      && problems == 0
  }

  /// Whether colons divide nothing but words, below one word that may be their label.
  fileprivate func isOfPairs(_ text: [UInt8]) -> Bool {
    let label = text.prefix { $0 != 0x0A && $0 != 0x0D }
    return delimiter.bytes == [0x3A] && !hasTypedColumn && !label.contains(0x20)
      && !ShapeGrid.isPaper(label)
  }

  /// Whether spaces or colons divide all lines into values, one of which may be a number with a decimal
  /// comma.
  fileprivate var mayHaveDecimals: Bool {
    guard isPlausible, isAlike, held?.mayBeDecimal == true else { return false }
    return delimiter.bytes == [0x20] || delimiter.bytes == [0x3A] && fields > 2 && colons != .times
  }

  /// Whether spaces make as many words of all lines, or below a title of all but these.
  fileprivate var isOfWords: Bool {
    delimiter.bytes == [0x20] && fields > 1 && explained > 1
      && (isAlike || isBelowPreamble && startsWithLabels && hasOwnLabels)
  }
}
