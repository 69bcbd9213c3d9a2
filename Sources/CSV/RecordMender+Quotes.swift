import Records

/// Quotes within fields that are not in quotes, in a record that has as many fields as it should.
extension RecordMender {
  /// What a line is where a delimiter is missing before a quote that opens a field, and another one is
  /// part of the text.
  mutating func withoutBareQuotes(_ text: [UInt8]) -> LineEdit? {
    guard case (let edits, let patterns?)? = look(at: text), let fields = edits.fields,
      !patterns.fit(fields) || fields.contains(where: { count(of: dialect.quote, in: $0) % 2 == 1 })
    else { return nil }
    let readings = edits.quoteReadings().filter {
      $0.kind != .strayQuote && patterns.fit($0.fields)
    }
    if readings.count != 1 { failures += 1 }
    return only(readings)
  }

  private func count(of byte: UInt8?, in field: [UInt8]) -> Int { field.count { $0 == byte } }

  /// The field, counting from 1, with a quote that nobody means: within a number, a date or a time in a
  /// column of such, or within a word, where the next quote is in another field's word.
  ///
  /// A quote behind a digit may be an inch mark or seconds, and one beside a space around a word.
  mutating func strayQuote(in line: ArraySlice<UInt8>) -> Int? {
    guard width > 1, dialect.quote == 0x22, hasQuoteWithinWord(line),
      let fields = LineSplitter(dialect).split(Array(line)), fields.fields.count == width
    else { return nil }
    if valueColumns.isEmpty { readHead() }
    var opening: Int?
    for (column, field) in fields.fields.enumerated()
    where !fields.isQuoted[column] && field.contains(0x22) {
      if valueColumns[column], isSpoiltValue(field) { return column + 1 }
      guard count(of: 0x22, in: field) == 1 else { continue }
      if let opening, isDivided(fields.fields[opening], field) { return opening + 1 }
      opening = column
    }
    return nil
  }

  /// Whether a quote is behind a letter or digit and before something of the same word: hardly any line
  /// has one, so that no other one need be cut.
  private func hasQuoteWithinWord(_ line: ArraySlice<UInt8>) -> Bool {
    let bytes = line.span
    guard bytes.count > 2 else { return false }
    for place in 1..<bytes.count - 1 where bytes[place] == 0x22 {
      if Self.isOfWord(bytes[place - 1]), goesOn(bytes[place + 1]) { return true }
    }
    return false
  }

  /// Whether a field is a number, a date or a time but for a quote between two of its digits.
  private func isSpoiltValue(_ field: [UInt8]) -> Bool {
    let value = field.filter { $0 != 0x22 }
    guard CellShape(value.indices, in: value.span, delimiter: dialect.delimiter.bytes).isValue
    else { return false }
    return field.indices.dropFirst().dropLast().contains { place in
      field[place] == 0x22 && field[place - 1] &- 0x30 < 10 && field[place + 1] &- 0x30 < 10
    }
  }

  /// Whether a quote in a word of one field and one in that of another are around what is between them.
  private func isDivided(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard let opening = first.firstIndex(of: 0x22), let closing = second.firstIndex(of: 0x22),
      opening > 0, opening + 1 < first.count, closing > 0, Self.isOfWord(first[opening - 1]),
      goesOn(first[opening + 1]), Self.isOfWord(second[closing - 1])
    else { return false }
    let next = closing + 1 < second.count ? second[closing + 1] : nil
    guard next.map(Self.isOfWord) ?? true else { return false }
    let isInch = second[closing - 1] &- 0x30 < 10 && (next ?? 0x20) &- 0x30 > 9
    return !(isInch && first[opening - 1] &- 0x30 < 10 && first[opening + 1] &- 0x30 > 9)
  }

  /// Whether a byte behind a quote is part of the same word: no space, quote or delimiter.
  private func goesOn(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x22 && byte != dialect.delimiter.bytes[0]
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80
  }

  /// Whether a record has a value in each column that has values, and there is such a column.
  func haveValues(_ fields: [[UInt8]]) -> Bool {
    guard fields.count == width, valueColumns.contains(true) else { return false }
    for column in 0..<width where valueColumns[column] {
      let field = fields[column]
      guard CellShape(field.indices, in: field.span, delimiter: []).isValue else {
        return false
      }
    }
    return true
  }

  /// Whether a line is cut into labels: words with something in them that start with no digit.
  func areLabels(_ line: [UInt8]) -> Bool {
    guard let fields = LineSplitter(dialect).split(line)?.fields, fields.count > 1 else {
      return false
    }
    return fields.allSatisfy { field in
      switch CellShape(field.indices, in: field.span, delimiter: dialect.delimiter.bytes) {
      case .word, .text: field.first.map { $0 &- 0x30 > 9 } ?? false
      default: false
      }
    }
  }

  /// Which columns have numbers, dates or times in most of the fields of the records that are as they
  /// should be, and in two at least.
  static func valueColumns(
    _ batch: borrowing RecordBatch, width: Int, afterLine line: Int64
  ) -> [Bool] {
    var counts = Array(repeating: (values: 0, filled: 0), count: width)
    for row in batch.records.indices.prefix(recordLimit)
    where Int(batch.records[row].fieldCount) == width && batch.records[row].line > line {
      for column in 0..<width {
        let field = batch.range(ofField: column, in: row)
        let shape = CellShape(field, in: batch.bytes.span, delimiter: [])
        counts[column].filled += shape == .empty || batch.bytes[field].contains(0x22) ? 0 : 1
        counts[column].values += shape.isValue ? 1 : 0
      }
    }
    return counts.map { $0.values > 1 && $0.values * 10 >= $0.filled * 9 }
  }

  /// How many records show what a column has.
  private static let recordLimit = 400
}
