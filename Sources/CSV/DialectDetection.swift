import Records

/// The dialect that was found in the head of a source, and what speaks for it.
package struct DialectDetection: Sendable {
  /// How well one delimiter divides the head into records of one length.
  package struct Candidate: Equatable, Sendable {
    /// The delimiter.
    package let delimiter: UInt8
    /// How many records there are with it.
    package let records: Int
    /// The number of fields that most of the records have.
    package let fields: Int
    /// How many records have that many.
    package let agreeing: Int

    /// The share of records that agree, 0 where the delimiter divides nothing.
    var score: Double { fields > 1 ? Double(agreeing) / Double(records) : 0 }
  }

  /// The dialect.
  package let dialect: Dialect
  /// Whether the delimiter was asked for rather than found.
  package let isRequested: Bool
  /// What was tried, the chosen one first.
  package let candidates: [Candidate]

  /// The delimiters that are tried; the earlier ones win where two do equally well.
  static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// How much of the head is tried with each delimiter: 64 KiB.
  private static let sampleBytes = 64 << 10

  /// The number of fields that most of the records on one line have; nil where there is no record.
  package var fieldCount: Int? {
    candidates.first.flatMap { $0.records > 0 ? $0.fields : nil }
  }

  /// Finds the dialect of a text.
  ///
  /// - Parameters:
  ///   - head: the start of the source.
  ///   - delimiter: the delimiter to use; nil to find it.
  ///   - quote: the byte that quotes fields; nil where none does.
  ///   - limits: the limits of reading.
  init(head: TextWindow, delimiter: UInt8?, quote: UInt8?, limits: ReadingLimits) {
    let sample = head.head(Self.sampleBytes).wholeLines()
    var limits = limits
    limits.batchBytes = limits.headBytes
    limits.batchRecords = limits.headBytes
    limits.rescannedBytes = Int64(limits.headBytes)
    var tried = (delimiter.map { [$0] } ?? Self.delimiters).map { delimiter in
      Self.evaluate(Dialect(delimiter: delimiter, quote: quote), on: sample, limits: limits)
    }
    // `max` would give the last of equals.
    if let best = tried.indices.max(by: { (tried[$0].score, -$0) < (tried[$1].score, -$1) }) {
      tried.swapAt(0, best)
    }
    candidates = tried
    isRequested = delimiter != nil
    dialect = Dialect(
      delimiter: tried.first?.delimiter ?? Self.delimiters[0], quote: quote,
      lineEnds: Self.lineEnds(in: sample.bytes))
  }

  private static func evaluate(
    _ dialect: Dialect, on sample: TextWindow, limits: ReadingLimits
  ) -> Candidate {
    var window = sample
    var batch = RecordBatch()
    var position = 0
    var scanner = RecordScanner(dialect: dialect, expectedFields: nil, limits: limits)
    _ = scanner.scan(&window, from: &position, batchStart: 0, into: &batch)
    let readable = batch.records.filter { $0.fieldCount > 0 }
    let single = readable.filter { $0.lineCount == 1 }
    let fields = mostFrequent((single.isEmpty ? readable : single).map(\.fieldCount)) ?? 0
    return Candidate(
      delimiter: dialect.delimiter, records: batch.records.count, fields: Int(fields),
      agreeing: readable.count { $0.fieldCount == fields })
  }

  /// The value that occurs most often, the greatest of several.
  private static func mostFrequent(_ values: [Int32]) -> Int32? {
    var counts: [Int32: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
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
