/// Knows which unique values the records have that wait: of a value that none has, it may say that one does.
struct WaitingKeys {
  private let keys: [RowKey]
  /// The values of all that have come to wait, and exactly those of the batch.
  private var all = KeyFilter()
  private var ofBatch: Set<UInt64> = []
  /// Whether two of them may have one in common.
  private(set) var mayRepeat = false

  /// No record waits.
  init(_ keys: [RowKey]) { self.keys = keys }

  /// Whether no record has come to wait.
  var isEmpty: Bool { all.isEmpty }

  /// Starts a batch.
  mutating func beginBatch() { ofBatch.removeAll(keepingCapacity: true) }

  /// Takes note of a row whose record waits: for the first time (`isNew`), or still.
  mutating func insert(_ row: Int, of values: BatchValues, isNew: Bool) {
    for hash in hashes(row, values) {
      if !isNew {
        ofBatch.insert(hash)
      } else {
        if all.mayContain(hash) { mayRepeat = true }
        all.insert(hash)
      }
    }
  }

  /// Whether a record that waits has a unique value in common with a row; where not `ofAll`, a record of the
  /// same batch that waits still.
  func mayContain(_ row: Int, of values: BatchValues, ofAll: Bool) -> Bool {
    guard ofAll ? !all.isEmpty : !ofBatch.isEmpty else { return false }
    return hashes(row, values).contains { ofAll ? all.mayContain($0) : ofBatch.contains($0) }
  }

  /// Forgets all of them.
  mutating func removeAll() { self = WaitingKeys(keys) }

  /// The hashes of a row's values: the same value of another key is another value.
  private func hashes(_ row: Int, _ values: BatchValues) -> some Sequence<UInt64> {
    keys.lazy.enumerated().compactMap { number, key in
      values.hash(row, key.cells).map { $0 ^ UInt64(number) << 56 }
    }
  }
}
