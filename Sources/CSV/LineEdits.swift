/// The small changes that would make one line a record of a given length.
package struct LineEdits {
  private let text: [UInt8]
  private let dialect: Dialect
  private let width: Int
  private let splitter: LineSplitter

  /// More quotes than this are not tried one by one.
  private static let quoteLimit = 48
  /// More quotes than this are not tried in pairs.
  private static let pairLimit = 16
  /// A longer line is left as it is: 64 KiB.
  static let lineBytes = 64 << 10
  /// The delimiters that one line may have where the others have another one.
  private static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C, 0x20, 0x3A, 0x5E]

  /// The changes of a line.
  ///
  /// - Parameters:
  ///   - text: the line, without its line end.
  ///   - dialect: how the other lines are written.
  ///   - width: how many fields a record has.
  package init(_ text: [UInt8], _ dialect: Dialect, width: Int) {
    let inner = dialect.isWrapped ? Dialect.unwrapped(text[...]) : nil
    self.text = text.count <= Self.lineBytes ? inner ?? text : []
    self.dialect = dialect
    self.width = width
    splitter = LineSplitter(dialect)
  }

  /// The fields as the line stands; nil where its quotes do not pair up.
  package var fields: [[UInt8]]? { splitter.split(text)?.fields }

  /// Whether quotes do not pair up as the line stands, or leave one over in a record of another length.
  var hasOddQuotes: Bool {
    guard let fields else { return true }
    return fields.count != width && splitter.quotes(in: text).count % 2 == 1
  }

  /// Whether half of the fields or more are missing, as in a line that has another delimiter.
  var isHardlyDivided: Bool { (fields?.count ?? 1) * 2 <= width + 1 }

  /// The line with other delimiters, where that makes as many fields as there should be.
  package func otherDelimiters() -> [LineEdit] {
    guard width > 1 else { return [] }
    let own = dialect.delimiter.bytes
    return Self.delimiters.compactMap { byte in
      // Half of a delimiter of two equal ones is none where the whole is there.
      let isOwn = own.allSatisfy { $0 == byte } && text.contains(own)
      guard !isOwn, text.contains(byte), let line = split(byte), line.fields.count == width,
        line.bareQuotes == 0, line.fields.count(where: { !$0.isEmpty }) > 1
      else { return nil }
      return LineEdit(kind: .delimiter(Delimiter(byte)), fields: line.fields)
    }
  }

  /// The line cut at another delimiter.
  func split(_ delimiter: UInt8) -> LineSplitter.Line? {
    var other = dialect
    other.delimiter = Delimiter(delimiter)
    return LineSplitter(other).split(text)
  }

  /// How many fields in quotes the line has with another delimiter.
  func quotedFields(at delimiter: UInt8) -> Int {
    split(delimiter)?.isQuoted.count(where: \.self) ?? 0
  }

  /// The line with the other kind of quotes, where that makes as many fields as there should be.
  package func otherQuotes() -> [LineEdit] {
    guard width > 1, dialect.quote != nil, let fields, fields.count > width else { return [] }
    return [0x22, 0x27].compactMap { (byte: UInt8) in
      guard byte != dialect.quote, text.contains(byte) else { return nil }
      var other = dialect
      other.quote = byte
      guard let line = LineSplitter(other).split(text), line.fields.count == width,
        line.isQuoted.contains(true)
      else { return nil }
      return LineEdit(kind: .quote(byte), fields: line.fields)
    }
  }

  /// The line with a quote or two as text, or with one beside a delimiter that is missing: the
  /// changes that leave no quote in a field without quotes, each result once.
  package func quoteReadings() -> [LineEdit] {
    let quotes = splitter.quotes(in: text)
    guard width > 1, !quotes.isEmpty, quotes.count <= Self.quoteLimit else { return [] }
    var best = Best()
    for place in quotes {
      best.add(splitter.split(text, literal: [place]), .strayQuote, width)
      guard let line = splitter.split(text, missing: place) else { continue }
      best.add(line, .missingDelimiter(after: count(before: place)), width)
    }
    if best.bareQuotes > 0, quotes.count <= Self.pairLimit {
      for (index, place) in quotes.enumerated() {
        for other in quotes[(index + 1)...] {
          best.add(splitter.split(text, literal: [place, other]), .strayQuote, width)
        }
      }
    }
    return best.bareQuotes == 0 ? best.edits : []
  }

  /// How many fields there are up to the quote at `place`, beside which a delimiter is missing.
  private func count(before place: Int) -> Int {
    let opening = splitter.split(Array(text[..<place]))
    return (opening ?? splitter.split(Array(text[...place])))?.fields.count ?? 1
  }

  /// The line without one of its quotes, each result once.
  package func withoutOneQuote() -> [LineEdit] {
    let quotes = splitter.quotes(in: text)
    guard quotes.count <= Self.quoteLimit else { return [] }
    var best = Best()
    for place in quotes {
      var shorter = text
      shorter.remove(at: place)
      best.add(splitter.split(shorter), .strayQuote, width)
    }
    return best.edits
  }

  /// The line without one of its empty fields, where it has one field too many; each result once.
  package func withoutEmptyField() -> [LineEdit] {
    fields.map { Self.withoutEmptyField($0, width: width) } ?? []
  }

  /// Fields without one of the empty ones, where there is one too many; each result once.
  ///
  /// - Parameters:
  ///   - fields: the fields.
  ///   - width: how many a record has.
  /// - Returns: the changes.
  package static func withoutEmptyField(_ fields: [[UInt8]], width: Int) -> [LineEdit] {
    guard fields.count == width + 1 else { return [] }
    var best = Best()
    for index in fields.indices where fields[index].isEmpty {
      var shorter = fields
      shorter.remove(at: index)
      best.add(LineSplitter.Line(fields: shorter), .surplusField(index + 1), width)
    }
    return best.edits
  }

  /// The line with an empty field, where it has one field too few; each result once.
  package func withEmptyField() -> [LineEdit] {
    fields.map { Self.withEmptyField($0, width: width) } ?? []
  }

  /// Fields with an empty one more, where there is one too few; each result once.
  ///
  /// - Parameters:
  ///   - fields: the fields.
  ///   - width: how many a record has.
  /// - Returns: the changes.
  package static func withEmptyField(_ fields: [[UInt8]], width: Int) -> [LineEdit] {
    guard fields.count == width - 1 else { return [] }
    var best = Best()
    for index in 0...fields.count {
      var longer = fields
      longer.insert([], at: index)
      best.add(LineSplitter.Line(fields: longer), .missingField(index + 1), width)
    }
    return best.edits
  }
}

extension LineEdits {
  /// The changes with the fewest quotes in fields without quotes.
  private struct Best {
    private(set) var edits: [LineEdit] = []
    private(set) var bareQuotes = Int.max

    mutating func add(_ line: LineSplitter.Line?, _ kind: LineEdit.Kind, _ width: Int) {
      guard let line, line.fields.count == width, line.bareQuotes <= bareQuotes else { return }
      if line.bareQuotes < bareQuotes { edits = [] }
      bareQuotes = line.bareQuotes
      guard !edits.contains(where: { $0.fields == line.fields }) else { return }
      edits.append(LineEdit(kind: kind, fields: line.fields))
    }
  }
}
