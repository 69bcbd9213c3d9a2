import CSV
import Records

/// What is no JSON.
extension JSONRecords {
  /// Rejects what is no JSON, and goes to where the next record may be.
  ///
  /// The line is looked at up to its end: where the object ends in it, and another one or the end of the
  /// array follows, nothing else is lost.
  mutating func reject(
    _ flaw: JSONFlaw, _ bytes: Span<UInt8>, _ position: inout Int, _ base: Int64, _ atEnd: Bool,
    into batch: inout RecordBatch
  ) -> DocumentStep {
    let limit = min(bytes.count, position + Self.lookedAhead)
    var end = position
    while end < limit, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    let isWhole = end - position < Self.lookedAhead
    if isWhole, end == bytes.count, !atEnd { return .needsText }
    let (place, expected) =
      switch flaw {
      case .unexpected(let place, let expected): (place, expected)
      case .tooDeep(let place): (place, "at most \(JSONScanner.depthMax) levels")
      case .incomplete: (position, "a value")
      }
    var message = "expected \(expected) but found \(excerpt(of: bytes, from: place))"
    if let next = resumption(bytes, position..<end, isWhole) {
      batch.appendProblem(
        .malformed, message, line: takeNumber(), source: bytes.extracting(position..<next))
      position = next
      valuesOnLine += 1
      needsComma = isInArray
      return .record
    }
    let column = base + Int64(position) - lineStart
    var code = RejectCode.malformed
    if mayHoldOthers(bytes.extracting(position..<end)) {
      // Nothing tells where the next one is.
      code = .truncated
      let count = isWhole ? "\(end - position)" : "more than \(end - position)"
      message += "; the rest of the line can't be read: \(count) bytes"
    }
    batch.appendProblem(
      code, message, line: takeNumber(), source: bytes.extracting(position..<max(end, place)))
    passage = isInArray ? .lines(column: column, isAtStart: false) : .line
    passedBytes = 0
    needsComma = false
    return .record
  }

  /// How much of a line is looked at for where an object that is none ends: 64 KiB.
  static let lookedAhead = 64 << 10

  /// Where an object that is no JSON ends, as its brackets and strings show.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - line: where the object starts, and where its line does not go on, or is not looked at.
  ///   - isWhole: whether the line ends there.
  /// - Returns: the index behind it; nil where they don't, or what is there next does not bear it out.
  private func resumption(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ isWhole: Bool
  ) -> Int? {
    guard !line.isEmpty, bytes[line.lowerBound] == UInt8(ascii: "{") else { return nil }
    var brackets = JSONBrackets()
    guard
      let end = line.first(where: { place in brackets.isEnd(bytes[place]) }).map({ $0 + 1 })
    else { return nil }
    func next(_ start: Int) -> Int? {
      (start..<line.upperBound).first { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
    }
    guard var place = next(end) else { return isWhole ? end : nil }
    if isInArray {
      if bytes[place] == UInt8(ascii: "]") { return end }
      guard bytes[place] == UInt8(ascii: ",") else { return nil }
      guard let other = next(place + 1) else { return isWhole ? end : nil }
      place = other
    }
    guard bytes[place] == UInt8(ascii: "{"), let name = next(place + 1) else { return nil }
    return bytes[name] == 0x22 || bytes[name] == UInt8(ascii: "}") ? end : nil
  }

  /// Whether the rest of a line may have records beside the one that can't be read.
  private func mayHoldOthers(_ rest: Span<UInt8>) -> Bool {
    let openings = rest.indices.filter { rest[$0] == UInt8(ascii: "{") }
    if valuesOnLine > 0 { return !openings.isEmpty }
    guard isInArray, line == arrayLine, let last = openings.last else { return false }
    return (0..<last).contains { rest[$0] == UInt8(ascii: "}") }
  }

  /// Rejects a comma that no object follows: RFC 8259, 5, has them between values only.
  mutating func rejectComma(into batch: inout RecordBatch) -> DocumentStep {
    isAfterComma = false
    return rejectNothing("expected an object behind \",\" but found \"]\"", into: &batch)
  }

  /// Rejects a comma behind an object that is in no array.
  mutating func rejectCommaOutside(into batch: inout RecordBatch) -> DocumentStep {
    rejectNothing(
      "expected no comma behind an object that is in no array but found one", into: &batch)
  }

  /// Rejects that there is no comma between two objects, which are read all the same.
  mutating func rejectMissingComma(into batch: inout RecordBatch) -> DocumentStep {
    needsComma = false
    return rejectNothing("expected \",\" between two objects but found none", into: &batch)
  }

  private mutating func rejectNothing(
    _ message: String, into batch: inout RecordBatch
  ) -> DocumentStep {
    let none: [UInt8] = []
    batch.appendProblem(.malformed, message, line: takeNumber(), source: none.span)
    return .record
  }

  /// Rejects an object that is larger than a record may be, and passes over it.
  mutating func rejectTooLarge(
    _ bytes: Span<UInt8>, at position: Int, into batch: inout RecordBatch
  ) {
    batch.appendProblem(
      .tooLarge, "expected at most \(limits.recordBytes) bytes in a record, but found more",
      line: takeNumber(), source: bytes.extracting(position...))
    passage = .object(JSONBrackets())
    valuesOnLine += 1
  }

  /// The source ends: what is open was cut.
  mutating func end(_ bytes: Span<UInt8>, into batch: inout RecordBatch) -> DocumentStep {
    var isCut = isInArray
    var message = "expected \"]\" but found the end of the file; its end may be missing"
    switch passage {
    case .object: isCut = true
    case .lines where passedBytes > 0:
      message += ", and the last \(passedBytes) bytes can't be read"
    default: break
    }
    (isInArray, passage) = (false, nil)
    guard isCut else { return .ended }
    let none: [UInt8] = []
    batch.appendProblem(.truncated, message, line: takeNumber(), source: none.span)
    return .record
  }
}
