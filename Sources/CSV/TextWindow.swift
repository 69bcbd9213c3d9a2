package import Input

/// The part of a source's text that is in memory: read from the input, and not yet in a batch.
package struct TextWindow: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Where what has not been read by the caller starts in `bytes`.
  package private(set) var start = 0
  /// Where `bytes` starts in the whole text, in bytes from 0.
  package private(set) var offset: Int64 = 0
  /// Whether the source ends where `bytes` does.
  package private(set) var isLast = false
  /// The name of the encoding that the text was decoded from.
  package private(set) var encoding = ""
  /// Whether lines at the end of the source were left out.
  private(set) var hasFooter = false
  /// How many lines at the end of the source are not part of the text.
  private let footerLines: Int
  /// What may be those lines.
  private var held: [UInt8] = []

  /// Undecodable bytes, in the order of the text; those before `firstUndecodable` are done with.
  private var undecodable: [UndecodableBytes] = []
  private var firstUndecodable = 0

  /// The most text that is held back for the footer: 16 MiB.
  private static let heldBytes = 16 << 20

  /// A window on a source of which nothing has been read.
  package init(footerLines: Int = 0) {
    self.footerLines = footerLines
  }

  /// How many bytes are there to be read.
  package var unreadCount: Int { bytes.count - start }

  /// Reads until `count` bytes are there to be read, or the source ends.
  ///
  /// - Parameters:
  ///   - input: the source.
  ///   - count: how many bytes there should be.
  ///   - patience: after how many milliseconds of silence, or twice as many since the first byte, fewer will
  ///     do; nil for never.
  ///   - lines: how many whole lines there have to be even so, empty ones left out.
  /// - Throws: `InputError` when reading fails.
  package mutating func fill(
    from input: inout TextInput, unread count: Int, patience: Int? = nil, lines: Int = 0
  ) throws(InputError) {
    while unreadCount < count, !isLast {
      if let patience, hasLines(lines), try input.isSilent(for: patience) { return }
      if footerLines > 0 {
        try fillBeforeFooter(from: &input)
      } else {
        isLast = try !input.read(into: &bytes)
      }
      if isLast { dropEndMark() }
      let found = input.takeUndecodable()
      if !found.isEmpty {
        undecodable.removeFirst(firstUndecodable)
        firstUndecodable = 0
        undecodable.append(contentsOf: found)
      }
      encoding = input.encoding.name
    }
  }

  /// Drops what DOS has put behind the last line: the byte 1A, which was the end of a text there.
  private mutating func dropEndMark() {
    guard let last = bytes[start...].lastIndex(where: { $0 != Self.endMark }) else {
      bytes.removeLast(unreadCount)
      return
    }
    if Self.endsLine(bytes[last]) { bytes.removeLast(bytes.count - 1 - last) }
  }

  private static let endMark: UInt8 = 0x1A

  /// Whether so many lines have an end, those without a character left out.
  func hasLines(_ count: Int) -> Bool {
    var found = 0
    var position = start
    while found < count, let end = bytes[position...].firstIndex(where: { Self.endsLine($0) }) {
      if end > position { found += 1 }
      position = end + 1
    }
    return found == count
  }

  /// The first lines that have an end.
  ///
  /// - Parameter count: how many at most.
  /// - Returns: how many there are, and where the last one ends in `bytes`.
  func lines(_ count: Int) -> (count: Int, end: Int) {
    var found = 0
    var position = start
    while found < count, let end = bytes[position...].firstIndex(where: { Self.endsLine($0) }) {
      found += 1
      position = end + 1
      if bytes[end] == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
    }
    return (found, position)
  }

  /// Reads one block, and holds back what may be the footer.
  private mutating func fillBeforeFooter(from input: inout TextInput) throws(InputError) {
    isLast = try !input.read(into: &held)
    // A last line without an end is one of them; until the end is there, it is none.
    var missing = footerLines + (isLast && !Self.endsLine(held.last) ? 0 : 1)
    var end = held.count
    while end > 0 {
      if Self.endsLine(held[end - 1]) {
        missing -= 1
        if missing == 0 { break }
        if end > 1, held[end - 1] == 0x0A, held[end - 2] == 0x0D { end -= 1 }
      }
      end -= 1
    }
    if held.count - end > Self.heldBytes { end = held.count }
    bytes.append(contentsOf: held[..<end])
    hasFooter = isLast && end < held.count
    held.removeFirst(isLast ? held.count : end)
  }

  private static func endsLine(_ byte: UInt8?) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Marks everything before `position` of `bytes` as read.
  package mutating func advance(to position: Int) {
    start = position
  }

  /// Gives room for more: forgets what has been read, when that is more than what has not.
  ///
  /// - Parameter kept: more memory than this many bytes is given back when little of it is used.
  package mutating func compact(keeping kept: Int) {
    guard start > unreadCount else { return }
    offset += Int64(start)
    if bytes.capacity > kept, unreadCount < kept / 2 {
      bytes = Array(bytes[start...])
    } else {
      bytes.removeFirst(start)
    }
    start = 0
  }

  /// Whether there are undecodable bytes before `position` of `bytes`.
  func hasUndecodable(before position: Int) -> Bool {
    firstUndecodable < undecodable.count
      && undecodable[firstUndecodable].textOffset < offset + Int64(position)
  }

  /// Takes the first undecodable bytes before `position` of `bytes`, and drops the others.
  package mutating func takeUndecodable(before position: Int) -> UndecodableBytes? {
    guard firstUndecodable < undecodable.count else { return nil }
    let first = undecodable[firstUndecodable]
    let end = offset + Int64(position)
    guard first.textOffset < end else { return nil }
    repeat {
      firstUndecodable += 1
    } while firstUndecodable < undecodable.count && undecodable[firstUndecodable].textOffset < end
    return first
  }

  /// The first `count` bytes of the text, for a look at the head of a source.
  ///
  /// - Precondition: nothing has been read.
  func head(_ count: Int) -> TextWindow {
    guard bytes.count > count else { return self }
    var head = self
    head.bytes = Array(bytes.prefix(count))
    head.isLast = false
    return head
  }

  /// The same text without its last line where that is cut, as if the source ended there.
  func wholeLines() -> TextWindow {
    var result = self
    // A carriage return as the last byte may be half a line end.
    let known = bytes.dropLast(bytes.last == 0x0D ? 1 : 0)
    if !isLast {
      let end = known.lastIndex(where: { Self.endsLine($0) }) ?? -1
      result.bytes.removeLast(bytes.count - 1 - end)
    }
    result.isLast = true
    return result
  }
}
