/// The dialect that was found in the head of a source, and what speaks for it.
package struct DialectDetection: Sendable {
  /// The dialect.
  package let dialect: Dialect
  /// Whether the delimiter was asked for rather than found.
  package let isRequested: Bool
  /// What was tried, the chosen one first, then the better ones.
  package let candidates: [DialectCandidate]

  /// How much of the head is tried with each dialect: 32 KiB.
  static let sampleBytes = 32 << 10

  /// The number of fields that most of the records on one line have; nil where there is no record.
  package var fieldCount: Int? {
    candidates.first.flatMap { $0.records > 0 ? $0.fields : nil }
  }

  /// Finds the dialect of a text.
  ///
  /// - Parameters:
  ///   - head: the start of the source.
  ///   - request: what is known of the dialect.
  ///   - limits: the limits of reading.
  init(head: TextWindow, request: DialectRequest, limits: ReadingLimits) {
    let sample = head.head(Self.sampleBytes).wholeLines()
    var limits = limits
    limits.salvages = false
    limits.batchBytes = limits.headBytes
    limits.batchRecords = limits.headBytes
    limits.rescannedBytes = Int64(limits.headBytes)
    let census = PunctuationCensus(sample.bytes)
    var tried = census.dialects(request).map {
      DialectCandidate($0, on: sample, limits: limits)
    }
    tried = tried.filter { candidate in
      candidate.quote != nil || !Self.hasQuotes(candidate, tried)
    }
    let rank = Self.ranks(tried)
    // What is first among equals stays first.
    let order = tried.indices.sorted { left, right in
      let (a, b) = (tried[left], tried[right])
      if rank[left] != rank[right] { return rank[left] > rank[right] }
      return a.score != b.score ? a.score > b.score : left < right
    }
    tried = order.map { tried[$0] }
    if request.delimiter == nil { Self.preferOneColumn(&tried) }
    candidates = tried
    isRequested = request.delimiter != nil
    let best = tried.first
    dialect = Dialect(
      delimiter: best?.delimiter ?? .comma, quote: best.map(\.quote) ?? 0x22,
      escape: best?.escape ?? .doubled, lineEnds: Self.lineEnds(in: sample.bytes))
  }

  /// For each candidate, how much it has to say whatever its score: 0 where it isn't plausible, 1
  /// where another one explains more of the lines, else 2.
  ///
  /// An ordinary delimiter that divides all lines alike, the header too, isn't there by chance: what
  /// leaves some lines out is part of the values. A space or a colon must divide more of the lines
  /// than any ordinary delimiter does, and one character of a delimiter of two is only half of it.
  private static func ranks(_ tried: [DialectCandidate]) -> [Int] {
    let whole = Set(tried.filter(\.isWhole).map(\.delimiter))
    let ordinary = tried.filter(\.isOrdinary)
    return tried.map { candidate in
      guard candidate.isPlausible else { return 0 }
      let bytes = candidate.delimiter.bytes
      let isHalf = candidate.isDoubled && tried.contains { $0.delimiter.bytes == bytes + bytes }
      let isPartial = !whole.isEmpty && !whole.contains(candidate.delimiter)
      let isChance =
        candidate.isLastResort && ordinary.contains { $0.agreement >= candidate.agreement }
      return isHalf || isPartial || isChance ? 1 : 2
    }
  }

  /// Makes a comma of what divides nothing, or only what looks like one value: `10:30`, or a date
  /// and a time with a space between.
  private static func preferOneColumn(_ tried: inout [DialectCandidate]) {
    guard let best = tried.first, let comma = tried.firstIndex(where: { $0.delimiter == .comma })
    else { return }
    let isOneValue =
      best.isLastResort && tried[comma].fields == 1 && tried[comma].hasTypedColumn
      && tried[comma].typing > 0.9
    if !best.isPlausible || isOneValue { tried.insert(tried.remove(at: comma), at: 0) }
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
