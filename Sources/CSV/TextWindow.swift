import Input

/// The part of a source's text that is in memory: read from the input, and not yet in a batch.
struct TextWindow {
  private(set) var bytes: [UInt8] = []
  /// Where what has not been read by the caller starts in `bytes`.
  private(set) var start = 0
  /// Where `bytes` starts in the whole text, in bytes from 0.
  private(set) var offset: Int64 = 0
  /// Whether the source ends where `bytes` does.
  private(set) var isLast = false
  /// The name of the encoding that the text was decoded from.
  private(set) var encoding = ""

  /// Undecodable bytes, in the order of the text; those before `firstUndecodable` are done with.
  private var undecodable: [UndecodableBytes] = []
  private var firstUndecodable = 0

  /// How many bytes are there to be read.
  var unreadCount: Int { bytes.count - start }

  /// Reads until `count` bytes are there to be read, or the source ends.
  mutating func fill(from input: inout TextInput, unread count: Int) throws(InputError) {
    while unreadCount < count, !isLast {
      isLast = try !input.read(into: &bytes)
      let found = input.takeUndecodable()
      if !found.isEmpty {
        undecodable.removeFirst(firstUndecodable)
        firstUndecodable = 0
        undecodable.append(contentsOf: found)
      }
      encoding = input.encoding.name
    }
  }

  /// Marks everything before `position` of `bytes` as read.
  mutating func advance(to position: Int) {
    start = position
  }

  /// Gives room for more: forgets what has been read, when that is more than what has not.
  ///
  /// - Parameter kept: more memory than this many bytes is given back when little of it is used.
  mutating func compact(keeping kept: Int) {
    guard start > unreadCount else { return }
    offset += Int64(start)
    if bytes.capacity > kept, unreadCount < kept / 2 {
      bytes = Array(bytes[start...])
    } else {
      bytes.removeFirst(start)
    }
    start = 0
  }

  /// Takes the first undecodable bytes before `position` of `bytes`, and drops the others.
  mutating func takeUndecodable(before position: Int) -> UndecodableBytes? {
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
    if !isLast, let end = known.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      result.bytes.removeLast(bytes.count - 1 - end)
    }
    result.isLast = true
    return result
  }
}
