/// The dialect that was found in the head of a source, and what speaks for it.
package struct DialectDetection: Sendable {
  /// The dialect.
  package let dialect: Dialect
  /// Whether the delimiter was asked for rather than found.
  package let isRequested: Bool
  /// What was tried, the chosen one first, then the better ones.
  package let candidates: [DialectCandidate]

  /// How much of the head is tried with each dialect: 32 KiB, or the first two lines, and the rest of
  /// a record that goes on behind that.
  static let sampleBytes = 32 << 10

  /// The number of fields that most of the records on one line have; nil where there is no record.
  package var fieldCount: Int? {
    candidates.first.flatMap { $0.records > 0 ? $0.fields : nil }
  }

  /// What spaces make of a text that nothing divides, where it has as many words in the first line as in
  /// most others; nil where it has not.
  ///
  /// There may be spaces within its fields, too.
  package var spacedCells: DialectCandidate? {
    guard let best = candidates.first, best.fields == 1, !isRequested else { return nil }
    return candidates.first { $0.isOfSpacedCells }
  }

  /// What spaces make of a text that nothing divides, where it has nothing but numbers, as many in each
  /// line; nil where it has not.
  package var spacedNumbers: DialectCandidate? {
    guard let best = candidates.first, best.fields == 1, !isRequested else { return nil }
    return candidates.first { $0.isOfSpacedNumbers }
  }

  /// Whether nothing divides a text, and most of its lines have several spaces between words: columns that
  /// are aligned.
  package let isAligned: Bool
  /// How many commas each line has where nothing divides a text, and all lines are in quotes as a whole; nil
  /// where it is not so.
  package let quotedCommas: Int?

  /// Finds the dialect of a text.
  ///
  /// - Parameters:
  ///   - head: the start of the source.
  ///   - request: what is known of the dialect.
  ///   - limits: the limits of reading.
  init(head: TextWindow, request: DialectRequest, limits: ReadingLimits) {
    let sample = head.head(Self.sampleEnd(head)).wholeLines()
    var limits = limits
    limits.salvages = false
    limits.batchBytes = max(Self.sampleBytes, sample.bytes.count)
    limits.batchRecords = limits.headBytes
    limits.rescannedBytes = limits.rescannedBytes(inHead: head.bytes.count)
    let census = PunctuationCensus(sample.bytes)
    var tried = census.dialects(request).map {
      DialectCandidate($0, on: head, sample, limits: limits)
    }
    tried = tried.filter { candidate in
      candidate.quote != nil || !Self.hasQuotes(candidate, tried)
    }
    // A text that doubled quotes explain whole has its backslashes in the values.
    let doubled = tried.filter { $0.escape == .doubled && $0.quotedRecords > 0 && $0.isWhole }
    tried.removeAll { candidate in
      candidate.escape == .backslash
        && doubled.contains { ($0.delimiter, $0.quote) == (candidate.delimiter, candidate.quote) }
    }
    let rank = Self.ranks(tried)
    // What is first among equals stays first.
    let order = tried.indices.sorted { left, right in
      let (a, b) = (tried[left], tried[right])
      if rank[left] != rank[right] { return rank[left] > rank[right] }
      return a.score != b.score ? a.score > b.score : left < right
    }
    let isDivided = order.first.map { rank[$0] > 0 } ?? false
    tried = order.map { tried[$0] }
    if request.delimiter == nil { Self.preferOneColumn(&tried, isDivided: isDivided) }
    candidates = tried
    isRequested = request.delimiter != nil
    let best = tried.first
    let isUndivided = best?.fields == 1 && request.delimiter == nil
    isAligned = isUndivided && Self.areAligned(sample.bytes)
    quotedCommas = isUndivided ? Self.commas(inQuotedLines: sample.bytes) : nil
    dialect = Dialect(
      delimiter: best?.delimiter ?? .comma, quote: best.map(\.quote) ?? 0x22,
      escape: best?.escape ?? .doubled, lineEnds: Self.lineEnds(in: sample.bytes))
  }

  /// Where the sample ends: behind the first line, because a cut record would tell a wrong width, and
  /// behind the second, within what can be tried with each dialect in no time.
  private static func sampleEnd(_ head: TextWindow) -> Int {
    func end(ofLine number: Int) -> Int {
      let lines = head.lines(number)
      return lines.count < number && head.isLast ? head.bytes.count : lines.end
    }
    return max(
      sampleBytes, min(end(ofLine: 1), firstLineBytes), min(end(ofLine: 2), secondLineBytes))
  }

  /// How much of the first line is tried at most: 4 MiB.
  private static let firstLineBytes = 4 << 20
  /// How far the second line may go to be tried: 1 MiB.
  private static let secondLineBytes = 1 << 20

  /// For each candidate, how much it has to say whatever its score: 0 where it isn't plausible, 1
  /// where another one explains more of the lines, 3 where its quotes join lines, else 2.
  ///
  /// An ordinary delimiter that divides all lines alike, the header too, isn't there by chance: what
  /// leaves some lines out is part of the values. A space or a colon must divide more of the lines
  /// than any ordinary delimiter does, and one character of a delimiter of two is only half of it.
  /// Apostrophes that leave a record unreadable are part of the text. Where quotes make records of
  /// several lines, all alike, what divides the lines is within cells.
  private static func ranks(_ tried: [DialectCandidate]) -> [Int] {
    let joining = tried.filter { $0.isPlausible && $0.joinsLines }
    let isColons = tried.contains(where: \.isPlainlyColons)
    // What has colons at the borders of its values divides what colons have divided before.
    let ordinary = tried.filter { $0.isOrdinary && (!isColons || $0.typing >= 0.5) }
    var whole = Set(
      (joining.isEmpty ? ordinary : joining).filter(\.isWhole).map(\.delimiter))
    // As many words in all lines, the first one too, are no chance where nothing else divides that.
    if joining.isEmpty, ordinary.isEmpty, tried.contains(where: \.isWholeWords) {
      whole = [Delimiter(0x20)]
    }
    return tried.map { candidate in
      let explainsHalf = explainsHalf(candidate, tried)
      guard candidate.isPlausible || explainsHalf else { return 0 }
      let bytes = candidate.delimiter.bytes
      let isHalf =
        candidate.isDoubled && tried.contains { $0.delimiter.bytes == bytes + bytes }
        || isSecondHalf(candidate, tried)
      let isPartial = !whole.isEmpty && !whole.contains(candidate.delimiter) && !explainsHalf
      let isChance =
        candidate.isLastResort && ordinary.contains { $0.agreement >= candidate.agreement }
      let isSpoilt =
        candidate.quote == 0x27 && candidate.problems > 0
        && tried.contains {
          $0.quote == 0x22 && $0.delimiter == candidate.delimiter && $0.isWhole
        }
      if isHalf || isPartial || isChance || isSpoilt { return 1 }
      return candidate.joinsLines ? 3 : 2
    }
  }

  /// Whether a delimiter of two characters divides all that its first one does: what is between
  /// fields is seldom one character where the other one is always there too.
  ///
  /// A record that a stray quote spoils counts for both: the space before a quote hides it.
  private static func explainsHalf(
    _ candidate: DialectCandidate, _ tried: [DialectCandidate]
  ) -> Bool {
    let bytes = candidate.delimiter.bytes
    guard bytes.count == 2, candidate.fields > 1 else { return false }
    return tried.contains { half in
      half.delimiter.bytes == [bytes[0]] && half.isPlausible && half.fields == candidate.fields
        && candidate.agreeing + candidate.problems >= half.agreeing
    }
  }

  /// Whether all that a space divides is divided by a delimiter of which it is the second character.
  private static func isSecondHalf(
    _ candidate: DialectCandidate, _ tried: [DialectCandidate]
  ) -> Bool {
    candidate.delimiter.bytes == [0x20]
      && tried.contains { whole in
        whole.delimiter.bytes.count == 2 && whole.delimiter.bytes[1] == 0x20 && whole.isPlausible
          && whole.fields == candidate.fields && whole.agreeing >= candidate.agreeing
      }
  }

  /// Makes a comma of what divides nothing, or only what looks like one value.
  ///
  /// One value is `10:30`, a date and a time with a space between, `1 234 567`. What has labels between
  /// its colons, too, is several, and so is what has as many labels between its spaces.
  private static func preferOneColumn(_ tried: inout [DialectCandidate], isDivided: Bool) {
    let commas = tried.indices.filter { tried[$0].delimiter == .comma }
    guard let best = tried.first,
      let comma = commas.first(where: { tried[$0].isOneQuotedColumn }) ?? commas.first
    else { return }
    let isOneValue =
      best.isLastResort && best.fields < 4 && tried[comma].fields == 1
      && tried[comma].hasTypedColumn && best.colons != .fields && best.spaces != .fields
      && (best.colons == .times || best.spaces != nil || tried[comma].typing > 0.9)
    if !isDivided || isOneValue { tried.insert(tried.remove(at: comma), at: 0) }
  }

  /// Whether a dialect without quotes is out of the question: with quotes, some field is in them, or
  /// hardly a record can't be read.
  private static func hasQuotes(_ candidate: DialectCandidate, _ tried: [DialectCandidate]) -> Bool
  {
    tried.contains {
      $0.quote != nil && $0.delimiter == candidate.delimiter
        && ($0.quotedRecords > 0 || $0.problems < 2 || $0.problems * 4 < $0.records)
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

  private static func lineEnds(in text: [UInt8]) -> Dialect.LineEnds {
    var lines = LineScanner()
    var found: Dialect.LineEnds = .none
    var position = 0
    while let line = lines.line(in: text, from: position, atEnd: true), line.next > line.end {
      let kind: Dialect.LineEnds =
        line.next - line.end == 2 ? .crlf : text[line.end] == 0x0A ? .lf : .cr
      if found != .none, found != kind { return .mixed }
      found = kind
      position = line.next
    }
    return found
  }
}
