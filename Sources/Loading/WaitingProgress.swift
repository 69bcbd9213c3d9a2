/// What has become of records that waited, by their numbers, while they are loaded round by round.
struct WaitingProgress {
  /// Those that are loaded or refused.
  private(set) var gone: RecordSet
  /// Those that a table has not taken, though nothing that they refer to is known to be missing, in a round
  /// that brought in no other one.
  private var hopeless: RecordSet
  /// Those that it has not taken in this round, and those that have to come behind one of them or refer to
  /// one.
  private var failed: RecordSet
  private var held: RecordSet
  /// Whether there are any of these.
  private(set) var isAnyHeld = false

  /// Nothing has become of those below a number.
  init(count: Int) {
    gone = RecordSet(count: count)
    (hopeless, failed, held) = (gone, gone, gone)
  }

  /// Whether none has to wait for a record any more.
  func isSettled(_ number: Int) -> Bool { gone.contains(number) || hopeless.contains(number) }

  /// Whether a record can't come in before the next round.
  func isHeld(_ number: Int) -> Bool { held.contains(number) }

  /// Keeps a record for the next round.
  mutating func hold(_ number: Int) {
    held.insert(number)
    isAnyHeld = true
  }

  /// Takes note of a record that was tried.
  mutating func note(_ number: Int, isGone: Bool) {
    guard !isGone else { return gone.insert(number) }
    failed.insert(number)
    hold(number)
  }

  /// Starts another round; whether those that failed in the last one are tried no more.
  mutating func beginRound(givingUp: Bool) {
    if givingUp { hopeless.formUnion(failed) }
    failed.removeAll()
    held.removeAll()
    isAnyHeld = false
  }
}

/// Records by their numbers, a bit each.
struct RecordSet {
  private var words: [UInt64]

  /// No records of those below a number.
  init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  /// Whether a record is among them.
  func contains(_ number: Int) -> Bool { words[number / 64] & 1 << UInt64(number % 64) != 0 }

  /// Adds a record.
  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  /// Adds those of another set, of records below the same number.
  mutating func formUnion(_ other: RecordSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Takes all of them out.
  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }
}
