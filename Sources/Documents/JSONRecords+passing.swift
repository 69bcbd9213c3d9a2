/// What is passed over because it can't be read.
extension JSONRecords {
  /// Passes over what can't be read.
  ///
  /// - Returns: false where the text ends before that is over.
  mutating func pass(
    _ bytes: Span<UInt8>, _ position: inout Int, _ base: Int64, _ atEnd: Bool
  ) -> Bool {
    switch passage {
    case nil: return true
    case .object: return passObject(bytes, &position, base)
    case .line:
      guard passLine(bytes, &position, base, atEnd) else { return false }
      passage = nil
      return true
    case .lines(let column, var isAtStart):
      while true {
        if !isAtStart {
          guard passLine(bytes, &position, base, atEnd) else { return false }
          isAtStart = true
          passage = .lines(column: column, isAtStart: true)
        }
        var place = position
        while place < bytes.count, [0x20, 0x09, 0x2C].contains(bytes[place]) { place += 1 }
        guard place < bytes.count else { return false }
        let found = Int64(place - position)
        if bytes[place] == UInt8(ascii: "{") && found == column
          || bytes[place] == UInt8(ascii: "]") && found <= column
        {
          position = place
          passage = nil
          return true
        }
        isAtStart = false
        passage = .lines(column: column, isAtStart: false)
      }
    }
  }

  private mutating func passLine(
    _ bytes: Span<UInt8>, _ position: inout Int, _ base: Int64, _ atEnd: Bool
  ) -> Bool {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    passedBytes += Int64(position - start)
    guard position < bytes.count else { return false }
    if bytes[position] == 0x0D {
      guard position + 1 < bytes.count || atEnd else { return false }
      if position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
    }
    position += 1
    beginLine(at: base + Int64(position))
    return true
  }

  private mutating func passObject(
    _ bytes: Span<UInt8>, _ position: inout Int, _ base: Int64
  ) -> Bool {
    guard case .object(var brackets) = passage else { return true }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { beginLine(at: base + Int64(position)) }
      if brackets.isEnd(byte) {
        passage = nil
        needsComma = isInArray
        return true
      }
    }
    passage = .object(brackets)
    return false
  }
}
