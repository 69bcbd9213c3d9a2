import Records

extension RecordBatch {
  /// How many fields there are, those of a record that has begun among them.
  var fieldCount: Int { fieldEnds.count }

  /// Ends a field behind the bytes that were appended last.
  mutating func endField(_ mark: FieldMark) {
    fieldEnds.append(Int32(truncatingIfNeeded: bytes.count))
    fieldMarks.append(mark)
  }

  /// Ends a record with the fields that were appended since the last one.
  ///
  /// - Parameters:
  ///   - line: the line it starts on.
  ///   - lineCount: how many it spans.
  ///   - source: its text, of which as much is kept as a reject has.
  mutating func endRecord(line: Int64, lineCount: Int32, source: Span<UInt8>) {
    let first = records.last.map { Int($0.firstField + $0.fieldCount) } ?? 0
    let start = raw.count
    raw.append(source.extracting(first: RecordBatch.maximumRejectBytes))
    records.append(
      Record(
        firstField: Int32(truncatingIfNeeded: first),
        fieldCount: Int32(truncatingIfNeeded: fieldEnds.count - first),
        rawStart: Int32(truncatingIfNeeded: start), rawEnd: Int32(truncatingIfNeeded: raw.count),
        line: line, lineCount: lineCount))
  }

  /// Appends what should have been a record: its only field is its text.
  mutating func appendProblem(
    _ code: RejectCode, _ message: String, line: Int64, source: Span<UInt8>
  ) {
    problems.append(RecordProblem(record: records.count, code: code, message: message))
    bytes.append(source.extracting(first: RecordBatch.maximumRejectBytes))
    endField(.plain)
    endRecord(line: line, lineCount: 1, source: source)
  }

  /// Appends a record of labels, which no line of the source has.
  mutating func appendLabels(_ labels: [[UInt8]]) {
    for label in labels {
      bytes.append(contentsOf: label)
      endField(.plain)
    }
    let none: [UInt8] = []
    endRecord(line: 0, lineCount: 1, source: none.span)
  }
}

/// A short piece of a source for a message: in quotes, control characters escaped.
func excerpt(of bytes: Span<UInt8>, from position: Int) -> String {
  guard position < bytes.count else { return "the end" }
  var piece: [UInt8] = []
  for index in position..<min(position + excerptBytes, bytes.count) {
    guard bytes[index] != 0x0A, bytes[index] != 0x0D else { break }
    piece.append(bytes[index])
  }
  guard !piece.isEmpty else { return "the end of the line" }
  var result = ""
  for scalar in String(decoding: piece, as: UTF8.self).unicodeScalars {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0: result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private let excerptBytes = 24

extension [UInt8] {
  /// Appends the bytes of a span.
  mutating func append(_ bytes: Span<UInt8>) {
    append(addingCapacity: bytes.count) { (output: inout OutputSpan<UInt8>) in
      for index in bytes.indices { output.append(bytes[index]) }
    }
  }
}
