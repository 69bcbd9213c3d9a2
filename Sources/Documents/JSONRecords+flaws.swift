import Records

/// What is no JSON.
extension JSONRecords {
  /// Rejects what is no JSON, and goes to where the next record may be.
  mutating func reject(
    _ flaw: JSONFlaw, _ bytes: Span<UInt8>, _ position: inout Int, _ base: Int64,
    into batch: inout RecordBatch
  ) -> DocumentStep {
    let (place, expected) =
      switch flaw {
      case .unexpected(let place, let expected): (place, expected)
      case .tooDeep(let place): (place, "at most \(JSONScanner.depthMax) levels")
      case .incomplete: (position, "a value")
      }
    var message = "expected \(expected) but found \(excerpt(of: bytes, from: place))"
    let column = base + Int64(position) - lineStart
    var code = RejectCode.malformed
    if valuesOnLine > 0 {
      // The line has other records, and nothing tells where the next one is.
      code = .truncated
      message += "; the rest of the line can't be read"
    }
    var end = position
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    batch.appendProblem(
      code, message, line: takeNumber(), source: bytes.extracting(position..<max(end, place)))
    passage = isInArray ? .lines(column: column, isAtStart: false) : .line
    needsComma = false
    return .record
  }

  /// Rejects an object that is larger than a record may be, and passes over it.
  mutating func rejectTooLarge(
    _ bytes: Span<UInt8>, at position: Int, limit: Int, into batch: inout RecordBatch
  ) {
    batch.appendProblem(
      .tooLarge, "expected at most \(limit) bytes in a record, but found more",
      line: takeNumber(), source: bytes.extracting(position...))
    passage = .object(depth: 0, isInString: false, isEscaped: false)
    valuesOnLine += 1
  }

  /// The source ends: what is open was cut.
  mutating func end(_ bytes: Span<UInt8>, into batch: inout RecordBatch) -> DocumentStep {
    var isCut = isInArray
    if case .object = passage { isCut = true }
    (isInArray, passage) = (false, nil)
    guard isCut else { return .ended }
    let none: [UInt8] = []
    batch.appendProblem(
      .truncated, "expected \"]\" but found the end of the file; its end may be missing",
      line: takeNumber(), source: none.span)
    return .record
  }
}
