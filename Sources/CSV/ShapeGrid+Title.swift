import Records

extension ShapeGrid {
  /// What speaks for a title that has as many fields as the table.
  enum TitleEvidence {
    /// A word that joins others or names a kind of paper, a number, or a mark at the end.
    case certain
    /// How it is written: as a sentence above labels that are none, or with a space behind each delimiter
    /// where nothing else has one.
    case style
  }

  /// What tells a row above labels from labels: where spaces are between fields, a title of as many words
  /// as there are columns looks like them.
  ///
  /// - Parameter row: the row, counting from 0.
  /// - Returns: the evidence that it is a title; nil where it is none, or nothing tells.
  func titleEvidence(_ row: Int) -> TitleEvidence? {
    guard row + 1 < widths.count, widths[row] == fieldCount, isOfWords(row + 1),
      shapes[row].contains(where: { !$0.isValue }), texts[row] != texts[row + 1]
    else { return nil }
    guard isSpaced else { return isProse(row) && hasValues(below: row + 1) ? .style : nil }
    let isEnded = texts[row].last?.last.map { [0x2E, 0x3A, 0x21].contains($0) } ?? false
    if isEnded || hasWord(row, of: Self.joiners) || shapes[row].count(where: \.isValue) == 1 {
      return .certain
    }
    // Words below a title are labels where there are values below them; else they may be a record.
    guard !isUnits(row + 1), hasValues(below: row + 1) else { return nil }
    if hasWord(row, of: Self.papers), !hasWord(row + 1, of: Self.papers) { return .certain }
    return isSentence(row) && !isSentence(row + 1) ? .style : nil
  }

  func isTitle(_ row: Int) -> Bool { titleEvidence(row) != nil }

  /// Whether a row, where spaces are between fields, has a word of a title, and the row below has none.
  func isTitleText(_ row: Int) -> Bool {
    func has(_ row: Int) -> Bool { hasWord(row, of: Self.joiners) || hasWord(row, of: Self.papers) }
    return isSpaced && has(row) && !has(row + 1)
  }

  /// Whether nothing tells if the first row of a header is one of its lines or a title.
  ///
  /// Units below labels, a label over several columns, and the same labels again are header lines.
  ///
  /// - Parameter rows: the header's rows, counting from 0.
  /// - Returns: whether it may be either.
  func mayBeTitle(_ rows: Range<Int>) -> Bool {
    let first = rows.lowerBound
    return isSpaced && rows.count > 1 && isOfWords(first) && isOfWords(first + 1)
      && texts[first] != texts[first + 1] && !isUnits(first + 1) && !numbersColumns(first)
  }

  /// Whether a row has different words in all columns, and no values.
  private func isOfWords(_ row: Int) -> Bool {
    widths[row] == fieldCount && Set(texts[row]).count == fieldCount
      && shapes[row].allSatisfy { $0 == .word || $0 == .text }
  }

  private func hasValues(below row: Int) -> Bool { typedColumns(after: row).contains(true) }

  private func hasWord(_ row: Int, of words: Set<String>) -> Bool {
    texts[row].contains { text in
      text.count <= Self.wordBytesMax
        && words.contains(String(decoding: text, as: UTF8.self).lowercased())
    }
  }

  /// Whether the first word of a row begins with a capital, and no other does.
  private func isSentence(_ row: Int) -> Bool {
    let letters = texts[row].map { String(decoding: $0, as: UTF8.self).first }
    guard letters.count > 1, letters[0]?.isUppercase == true else { return false }
    return letters.dropFirst().allSatisfy { $0?.isLowercase == true }
  }

  /// Whether a space is behind each delimiter of a row, and behind none of those below it.
  private func isProse(_ row: Int) -> Bool {
    func isSpace(_ text: [UInt8]) -> Bool { text.first == 0x20 && text.count > 1 }
    return fieldCount > 1 && texts[row].dropFirst().allSatisfy(isSpace)
      && !rows(below: row).contains { texts[$0].dropFirst().contains(where: isSpace) }
  }

  /// Whether most fields of a row are units of measure, in brackets or by their symbols.
  private func isUnits(_ row: Int) -> Bool {
    let units = texts[row].count { text in
      guard let first = text.first, let last = text.last else { return false }
      let isBracketed = [0x28, 0x5B].contains(first) && [0x29, 0x5D].contains(last)
      // A degree sign and a micro sign start with C2.
      let hasMark = first == 0xC2 || text.contains { [0x2F, 0x25, 0x5E].contains($0) }
      let text = String(decoding: text, as: UTF8.self)
      return isBracketed || hasMark || Self.symbols.contains(text)
        || Self.units.contains(text.lowercased())
    }
    return units * 2 > fieldCount
  }

  /// What is part of a title and by itself no label, in English, German, French, Spanish, Portuguese and
  /// Italian.
  private static let joiners: Set<String> = [
    "of", "for", "the", "and", "in", "by", "at", "on", "from", "with", "&", "-", "–", "und", "der",
    "die", "das", "von", "vom", "für", "im", "am", "zum", "zur", "bis", "le", "la", "les", "du",
    "des", "et", "pour", "de", "del", "el", "los", "las", "y", "por", "da", "do", "dos", "das", "e",
    "di", "della", "il", "per",
  ]
  /// Whether a text is one word that names a paper: a title, where it is alone above a table.
  static func isPaper(_ text: some Sequence<UInt8>) -> Bool {
    papers.contains(String(decoding: Array(text), as: UTF8.self).lowercased())
  }

  /// Whether a line is a title by one of its words, or by the mark at its end.
  static func isTitle(_ text: [UInt8]) -> Bool {
    if let last = text.last, [0x2E, 0x3A, 0x21].contains(last) { return true }
    return text.split(separator: 0x20).contains { word in
      guard word.count <= wordBytesMax else { return false }
      let word = String(decoding: word, as: UTF8.self).lowercased()
      return joiners.contains(word) || papers.contains(word)
    }
  }

  /// What a paper with a table on it is called.
  private static let papers: Set<String> = [
    "report", "reports", "list", "summary", "overview", "statement", "statistics", "figures",
    "results", "inventory", "bericht", "liste", "übersicht", "statistik", "auszug", "rapport",
    "relevé", "résumé", "informe", "lista", "resumen", "listado", "relatório", "resumo",
    "rapporto", "riepilogo", "elenco",
  ]
  /// Symbols of units that are one letter, whose case matters.
  private static let symbols: Set<String> = [
    "s", "h", "d", "m", "g", "t", "l", "L", "C", "F", "K", "V", "A", "W", "N", "J",
  ]
  /// Symbols of units in lower case, and what else stands below labels to say how values are written.
  private static let units: Set<String> = [
    "ms", "sec", "min", "hr", "hrs", "hour", "hours", "day", "days", "year", "years", "utc", "gmt",
    "mm", "cm", "dm", "km", "mg", "kg", "lb", "lbs", "oz", "ft", "mi", "ml", "cl", "hl", "degc",
    "degf", "deg", "rad", "celsius", "kelvin", "pa", "hpa", "kpa", "mpa", "bar", "mbar", "psi",
    "mv", "kv", "ma", "kw", "mw", "kwh", "mwh", "hz", "khz", "mhz", "ghz", "kj", "mj", "kn", "nm",
    "mol", "mmol", "ppm", "ppb", "psu", "percent", "pct", "usd", "eur", "gbp", "chf", "jpy",
    "text", "string", "char", "int", "integer", "real", "float", "double", "number", "date",
  ]
  /// The most bytes that a word of these lists has.
  private static let wordBytesMax = 12
}
