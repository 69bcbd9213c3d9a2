import Records

extension RecordBatch {
  /// The source text of a header, its records with line feeds between.
  func headerText(_ records: Range<Int>) -> [UInt8] {
    Array(records.map { rejectText(ofRecord: $0) }.joined(separator: [0x0A]))
  }

  /// Adds a record that no text has.
  mutating func append(_ fields: [String], line: Int64) {
    let (firstField, rawStart) = (fieldEnds.count, raw.count)
    for field in fields {
      bytes.append(contentsOf: field.utf8)
      fieldEnds.append(Int32(bytes.count))
    }
    raw.append(contentsOf: fields.joined(separator: ",").utf8)
    records.append(
      Record(
        firstField: Int32(firstField), fieldCount: Int32(fields.count), rawStart: Int32(rawStart),
        rawEnd: Int32(raw.count), line: line, lineCount: 1))
  }
}
