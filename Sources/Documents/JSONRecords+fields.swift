import CSV
import Records

/// The fields of an object that was read.
extension JSONRecords {
  /// Takes the names of the object that was read for columns.
  mutating func addColumns() { columns.add(scanner) }

  /// Appends the object that was read as a record.
  mutating func append(_ source: Span<UInt8>, to batch: inout RecordBatch) {
    let number = takeNumber()
    if let message = excess(of: source) {
      batch.appendProblem(.tooLarge, message, line: number, source: source)
      return
    }
    if areForNames {
      noteRepetition(in: &batch)
      batch.endRecord(line: number, lineCount: scanner.lineEnds + 1, source: source)
      return
    }
    let text = scanner.text.span
    let width = columns.names.count
    var isInOrder = scanner.members.count == width
    var places: [Int?] = []
    for (place, member) in scanner.members.enumerated() {
      let index = columns.index(of: member, at: place, in: scanner)
      if index != place { isInOrder = false }
      places.append(index)
    }
    if isInOrder {
      for member in scanner.members {
        batch.bytes.append(text.extracting(member.value))
        batch.endField(member.mark)
      }
    } else {
      appendScattered(places, to: &batch)
    }
    batch.endRecord(line: number, lineCount: scanner.lineEnds + 1, source: source)
  }

  /// What is larger in the object that was read than it may be, in words; nil where nothing is.
  ///
  /// Bytes in base 64 may have as much as the record.
  private func excess(of source: Span<UInt8>) -> String? {
    if source.count > limits.recordBytes {
      return "expected at most \(limits.recordBytes) bytes in a record, but found more"
    }
    guard source.count > limits.fieldBytes else { return nil }
    let member = scanner.members.first { $0.mark != .bytes && $0.value.count > limits.fieldBytes }
    return member.map {
      "expected at most \(limits.fieldBytes) bytes in a field, but found \($0.value.count)"
    }
  }

  /// Notes that a column's name is there twice in the object that was read, in time that does not grow with
  /// the number of columns.
  private func noteRepetition(in batch: inout RecordBatch) {
    var seen: Set<Int> = []
    for (place, member) in scanner.members.enumerated() {
      guard let index = columns.index(of: member, at: place, in: scanner),
        !seen.insert(index).inserted
      else { continue }
      batch.problems.append(
        RecordProblem(
          record: batch.records.count, code: .malformed, message: repetition(of: place)))
      return
    }
  }

  private func repetition(of member: Int) -> String {
    "expected each name once but found \(name(of: member)) twice"
  }

  /// Appends the fields of an object that has not the members of all others, or not in their order.
  private func appendScattered(_ places: [Int?], to batch: inout RecordBatch) {
    var members = [Int?](repeating: nil, count: columns.names.count)
    var problem: (RejectCode, String)?
    var late: [Int] = []
    for (member, place) in places.enumerated() {
      guard let place else {
        if scanner.members[member].mark != .null { late.append(member) }
        continue
      }
      if members[place] != nil {
        problem = (.malformed, repetition(of: member))
      }
      members[place] = member
    }
    if let first = late.first, problem == nil {
      let isMost = columns.names.count == JSONColumns.countMax
      problem = (
        .ragged,
        isMost
          ? "expected at most \(JSONColumns.countMax) names in all records but found "
            + "\(name(of: first)) too"
          : "expected the names of the first records but found \(name(of: first)) too; "
            + "put a record that has it among the first ones"
      )
    }
    for member in members + late {
      if let member {
        batch.bytes.append(scanner.text.span.extracting(scanner.members[member].value))
      }
      batch.endField(member.map { scanner.members[$0].mark } ?? .null)
    }
    guard let (code, message) = problem else { return }
    batch.problems.append(
      RecordProblem(record: batch.records.count, code: code, message: message))
  }

  private func name(of member: Int) -> String {
    "\"" + excerpt(of: scanner.text.span.extracting(scanner.members[member].name), from: 0) + "\""
  }
}
