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

  /// What may divide the text, where nothing is taken for a delimiter or what is may be part of numbers; nil
  /// where there is no such thing.
  package let doubt: DelimiterDoubt?

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
      if a.score != b.score { return a.score > b.score }
      return a.problems != b.problems ? a.problems < b.problems : left < right
    }
    let isDivided = order.first.map { rank[$0] > 0 } ?? false
    tried = order.map { tried[$0] }
    isRequested = request.delimiter != nil
    if !isRequested, !isDivided || Self.isOneValue(tried) {
      let isOfCommas = !tried.contains { $0.delimiter == .comma && $0.fields < 2 }
      if isOfCommas, let other = census.absentDelimiter {
        tried.append(DialectCandidate(Dialect(delimiter: other), on: head, sample, limits: limits))
      }
      Self.preferOneColumn(&tried)
    }
    let isQuoted = tried.contains { $0.quote == 0x22 && $0.isOneQuotedColumn }
    if isQuoted, request.quote == nil, request.escape == nil {
      let wrapped = Self.wrapped(sample.bytes, request.delimiter) {
        DialectCandidate($0, on: head, sample, limits: limits)
      }
      if let wrapped { tried.insert(wrapped, at: 0) }
    }
    candidates = tried
    let best = tried.first
    doubt = isRequested ? nil : DelimiterDoubt(tried, sample.bytes)
    dialect = Dialect(
      delimiter: best?.delimiter ?? .comma, quote: best.map(\.quote) ?? 0x22,
      escape: best?.escape ?? .doubled, isWrapped: best?.isWrapped ?? false,
      lineEnds: Self.lineEnds(in: sample.bytes))
  }

  /// What divides the lines of a text that are all in quotes as a whole; nil where they are not, or are no
  /// records.
  private static func wrapped(
    _ text: [UInt8], _ delimiter: Delimiter?, read: (Dialect) -> DialectCandidate
  ) -> DialectCandidate? {
    let lines = text.split { $0 == 0x0A || $0 == 0x0D }
    guard lines.count > 1, lines.allSatisfy({ Dialect.unwrapped($0) != nil }) else { return nil }
    for delimiter in delimiter.map({ [$0] }) ?? Dialect.wrappedDelimiters {
      let candidate = read(Dialect(delimiter: delimiter, isWrapped: true))
      if candidate.isWrappedTable { return candidate }
    }
    return nil
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
    let ordinary = tried.filter { candidate in
      candidate.isOrdinary && (!isColons || candidate.typing >= 0.5)
        && !tried.contains {
          $0.keepsNumbers(of: candidate) || $0.holds(candidate) || $0.keepsDecimals(of: candidate)
        }
    }
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
      let isHeld = tried.contains { $0.holds(candidate) || $0.keepsDecimals(of: candidate) }
      if isHalf || isPartial || isChance || isHeld || isSpoilt(candidate, tried) { return 1 }
      return candidate.joinsLines ? 3 : 2
    }
  }

  /// Whether apostrophes leave a record unreadable, or make a record of several lines, where the text needs
  /// none.
  private static func isSpoilt(_ candidate: DialectCandidate, _ tried: [DialectCandidate]) -> Bool {
    guard candidate.quote == 0x27 else { return false }
    // Around line breaks alone, they must explain all of the text.
    let joinsOnly =
      candidate.joinedRecords > 0 && candidate.joinedRecords == candidate.quotedRecords
    if joinsOnly, !candidate.isAlike, !candidate.isBelowPreamble { return true }
    return (joinsOnly && !candidate.joinsLines || candidate.problems > 0)
      && tried.contains {
        $0.quote == 0x22 && $0.delimiter == candidate.delimiter && $0.isWhole
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

  /// Whether what looks best divides one value: `10:30`, a date and a time with a space between,
  /// `1 234 567`.
  ///
  /// What has labels between its colons, too, is several, and so is what has as many labels between its
  /// spaces, and what has quotes around each field.
  private static func isOneValue(_ tried: [DialectCandidate]) -> Bool {
    guard let best = tried.first, best.isLastResort, !best.isQuoted, best.colons != .fields,
      best.spaces != .fields
    else { return false }
    if best.colons == .times || best.spaces == .parts { return true }
    return best.fields < 4
      && tried.contains {
        $0.delimiter == .comma && $0.fields == 1 && $0.hasTypedColumn
          && (best.spaces != nil || $0.typing > 0.9)
      }
  }

  /// Puts what divides nothing first: a comma, which a text of one column is taken to have, or a delimiter
  /// that is not there.
  private static func preferOneColumn(_ tried: inout [DialectCandidate]) {
    let single = tried.indices.filter { tried[$0].fields < 2 }
    guard
      let first = single.first(where: {
        tried[$0].isOneQuotedColumn && tried[$0].delimiter == .comma
      })
        ?? single.first(where: { tried[$0].delimiter == .comma }) ?? single.last
    else { return }
    tried.insert(tried.remove(at: first), at: 0)
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
