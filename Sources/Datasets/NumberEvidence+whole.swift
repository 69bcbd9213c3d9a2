package import Records

// Columns of whole numbers.
extension NumberEvidence {
  /// The decimal mark that a column of whole numbers shows, and a value that does; nil where none
  /// depends on it, and where it stays open.
  ///
  /// The marks are those that any numbers would show. Where these leave it open, it counts that each
  /// value is to be whole: `1,234` is so with a decimal point only. `1,000` is so with both, and stays
  /// open by itself.
  var wholeMark: (reading: DecimalMark, proof: ReadingEvidence<DecimalMark>.Example)? {
    switch decision {
    case .reading(let mark, let proof): return (mark, proof)
    case .ambiguous:
      guard case .reading(let mark, let proof) = wholeEvidence.decision else { return nil }
      return (mark, proof)
    case .notNeeded, .contradiction: return nil
    }
  }

  /// What is to be said of a column of whole numbers: what its mark is or that none is shown, and that
  /// its values have several units.
  ///
  /// Nothing of it refuses the file: a value that stays open is a reject, and the others are not.
  func wholeFindings(ofColumn label: String) -> [ColumnFinding] {
    var findings: [ColumnFinding] = []
    func add(_ words: String, _ text: String, _ line: Int64) {
      findings.append(ColumnFinding(column: label, words: words, text: text, line: line))
    }
    if let (mark, proof) = wholeMark {
      add("decimal \(mark.words)", proof.text, proof.line)
    } else {
      switch decision {
      case .ambiguous(let open):
        if let example = open.first {
          add("decimal mark open (--decimal point or comma sets it)", example.text, example.line)
        }
      case .contradiction(_, let other):
        add("decimal mark open (--decimal point or comma sets it)", other.text, other.line)
      case .notNeeded, .reading: break
      }
    }
    if let (_, other) = conflict {
      add("several units, none of them read", other.text, other.line)
    }
    return findings
  }
}

extension HeaderMatch {
  /// Looks whether whole numbers of the first records have more than a sign and digits.
  ///
  /// - Parameter head: the records that the header was found in.
  package mutating func noteIntegers(in head: borrowing RecordBatch) {
    let positions = columns.compactMap { column -> Int? in
      guard case .integer(let rules) = column.field.type, rules.needsEvidence else { return nil }
      return column.position < 0 ? nil : column.position
    }
    // Without a header the records are those from the first.
    let first = max(0, records.upperBound)
    guard !positions.isEmpty, first < head.records.count else { return }
    let bytes = head.bytes.span
    let ends = head.fieldEnds.span
    for record in head.records[first...] {
      for position in positions where position < record.fieldCount {
        let field = bytes.trimmed(ends.range(ofField: Int(record.firstField) + position))
        guard bytes.isWrittenNumber(field) else { continue }
        hasWrittenIntegers = true
        return
      }
    }
  }
}

extension Span<UInt8> {
  /// Whether there is nothing but digits in a range, and one at least.
  func areDigits(_ range: Range<Int>) -> Bool {
    for position in range where self[position] &- 0x30 >= 10 { return false }
    return !range.isEmpty
  }

  /// Whether what is in a range is a number with more than a sign and digits.
  fileprivate func isWrittenNumber(_ range: Range<Int>) -> Bool {
    if range.isEmpty || DecimalNumber(range, in: self, mark: nil) != nil { return false }
    let rules = NumberRules()
    return DecimalMark.allCases.contains { WrittenNumber(range, in: self, rules, mark: $0) != nil }
  }
}
