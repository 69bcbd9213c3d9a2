/// Which delimiters, quotes and escapes are there in a text at all, and so worth a try.
struct PunctuationCensus {
  private var counts = [Int](repeating: 0, count: 256)
  /// How often each pair of punctuation is there, by its two bytes; a pair of two equal bytes that
  /// overlaps another one counts once.
  private var pairs: [Int: Int] = [:]
  /// How many lines have something in them, those that start within quotes left out.
  private var lineCount = 0
  /// How often each byte is there outside quotes, and how many pairs of it are.
  private var unquoted = [Int](repeating: 0, count: 256)
  private var doubled = [Int](repeating: 0, count: 256)
  /// Whether what may be a delimiter is in pairs alone in the first line that has it outside quotes.
  private var firstPaired: [UInt8: Bool] = [:]
  /// Apostrophes behind a border, where a field may start, and before one.
  private var apostrophes = (opening: 0, closing: 0)
  /// Whether two of them are around a text with a delimiter in it, on one line; or with a space in it.
  private var (hasApostrophesAround, hasApostrophesAroundWords) = (false, false)
  /// Whether one is where a field may start, and none closes it before the line ends.
  private var hasApostropheOpen = false

  /// Single delimiters, the likelier ones first: they win where two do equally well.
  private static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C, 0x20, 0x3A, 0x5E]
  /// The first bytes of delimiters of two, and what can be the second one.
  private static let first: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C, 0x3A, 0x5E, 0x7E]
  private static let quotes: [UInt8] = [0x22, 0x27]
  private static let backslash: UInt8 = 0x5C

  init(_ text: [UInt8]) {
    var previous: UInt8 = 0x0A
    var isBehindPair = false
    var (isWithin, isDelimited, isSpaced) = (false, false, false)
    var cells = QuotedCells()
    for byte in text {
      counts[Int(byte)] += 1
      countUnquoted(byte, &cells)
      if byte == 0x27, isBehindPair || Self.isPunctuation[Int(previous)] {
        apostrophes.opening += 1
        if !isWithin { (isWithin, isDelimited, isSpaced) = (true, false, false) }
      } else if previous == 0x27, Self.isPunctuation[Int(byte)] {
        if isWithin, isDelimited { hasApostrophesAround = true }
        if isWithin, isSpaced { hasApostrophesAroundWords = true }
        isWithin = false
      } else if byte == 0x0A || byte == 0x0D {
        if isWithin { hasApostropheOpen = true }
        isWithin = false
      } else if byte == 0x20 {
        isSpaced = true
      } else if Self.delimiters.contains(byte) {
        isDelimited = true
      }
      if previous == 0x27, Self.isPunctuation[Int(byte)] { apostrophes.closing += 1 }
      isBehindPair = false
      if Self.isPunctuation[Int(previous)], Self.isPunctuation[Int(byte)] {
        pairs[Int(previous) << 8 | Int(byte), default: 0] += 1
        // Of three equal ones, two are a pair.
        if byte == previous {
          if !cells.isWithin { doubled[Int(byte)] += 1 }
          (previous, isBehindPair) = (0, true)
          continue
        }
      }
      previous = byte
    }
  }

  /// Counts a byte that is outside quotes, and the line that it starts.
  private mutating func countUnquoted(_ byte: UInt8, _ cells: inout QuotedCells) {
    let isEnd = byte == 0x0A || byte == 0x0D
    if !cells.isWithin, cells.isAtLineStart, !isEnd { lineCount += 1 }
    cells.add(byte)
    guard !cells.isWithin else { return }
    unquoted[Int(byte)] += 1
    guard isEnd else { return }
    for first in Self.first where firstPaired[first] == nil && unquoted[Int(first)] > 0 {
      firstPaired[first] = doubled[Int(first)] * 2 == unquoted[Int(first)]
    }
  }

  /// Where quotes are around a cell, as far as that can be told without a delimiter: the first one is
  /// behind a border, and each further one closes or opens.
  private struct QuotedCells {
    private(set) var isAtLineStart = true
    private var isAtBorder = true
    private var quote: UInt8?

    var isWithin: Bool { quote != nil }

    mutating func add(_ byte: UInt8) {
      let isEnd = byte == 0x0A || byte == 0x0D
      isAtLineStart = isEnd
      if byte == quote || isEnd && quote == 0x27 {
        // An apostrophe that nothing closes is mostly part of a word.
        (quote, isAtBorder) = (nil, true)
      } else if quote == nil {
        if isAtBorder, PunctuationCensus.quotes.contains(byte) { quote = byte }
        if byte != 0x20 { isAtBorder = isEnd || PunctuationCensus.first.contains(byte) }
      }
    }
  }

  /// What can be a delimiter, a quote or an escape, or the end of a line.
  private static let isPunctuation: [Bool] = {
    let bytes: [UInt8] = delimiters + first + quotes + [backslash, 0x0A, 0x0D]
    return (UInt8.min...UInt8.max).map { bytes.contains($0) }
  }()

  private func pairCount(_ first: UInt8, _ second: UInt8) -> Int {
    pairs[Int(first) << 8 | Int(second)] ?? 0
  }

  /// The dialects to try, the likelier ones first.
  func dialects(_ request: DialectRequest) -> [Dialect] {
    let delimiters = request.delimiter.map { [$0] } ?? self.delimiters
    var dialects: [Dialect] = []
    for delimiter in delimiters {
      for quote in request.quote.map({ [$0.byte] }) ?? quotes(delimiter) {
        for escape in escapes(request, delimiter, quote) {
          dialects.append(Dialect(delimiter: delimiter, quote: quote, escape: escape))
        }
      }
    }
    return dialects
  }

  /// A delimiter that is not there, for a text that none divides; nil where all of them are.
  var absentDelimiter: Delimiter? {
    [0x2C, 0x3B, 0x09, 0x7C, 0x5E].first { counts[Int($0)] == 0 }.map { Delimiter($0) }
  }

  private var delimiters: [Delimiter] {
    var result = Self.delimiters.filter { $0 == 0x2C || counts[Int($0)] > 0 }.map(Delimiter.init)
    for first in Self.first where counts[Int(first)] > 0 {
      for second in Self.first + [0x20] {
        let count = pairCount(first, second)
        guard count * 2 >= lineCount, first != second || isDoubled(first) else { continue }
        let bytes = String(decoding: [first, second], as: UTF8.self)
        if let delimiter = Delimiter(bytes) { result.append(delimiter) }
      }
    }
    return result
  }

  /// Whether a byte comes in pairs outside quotes, but for few that may be part of values; in the first
  /// line that has it, always.
  ///
  /// Two commas are mostly around an empty field.
  private func isDoubled(_ byte: UInt8) -> Bool {
    let pairs = doubled[Int(byte)]
    let singles = unquoted[Int(byte)] - pairs * 2
    guard byte != 0x2C, pairs > 0 else { return false }
    return singles == 0 || firstPaired[byte] == true && singles * 4 <= pairs
  }

  private func quotes(_ delimiter: Delimiter) -> [UInt8?] {
    var result: [UInt8?] = [0x22]
    let isPaired =
      apostrophes.closing > 0 && (apostrophes.opening > 1 || hasApostropheOpen)
    let isAround = hasApostrophesAroundWords && delimiter.bytes == [0x20]
    if isPaired || hasApostrophesAround || isAround { result.append(0x27) }
    if counts[0x22] > 0 { result.append(nil) }
    return result
  }

  private func escapes(
    _ request: DialectRequest, _ delimiter: Delimiter, _ quote: UInt8?
  ) -> [Dialect.Escape] {
    if let escape = request.escape { return [escape] }
    let escaped = [quote, delimiter.bytes[0]].compactMap { $0 }.contains {
      pairCount(Self.backslash, $0) > 0
    }
    return escaped ? [.doubled, .backslash] : [.doubled]
  }
}
