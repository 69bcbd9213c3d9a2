/// How the rows of a part of a batch refer to one another.
final class BatchFamily {
  private let values: BatchValues
  private let rows: Range<Int>
  private let references: [Reference]
  /// For each row a bit for each of the references whose parent is not known to be stored.
  private var missing: [UInt64]
  /// The references that records of the file may be the parents of.
  private let links: [Int]
  /// The rows by what may be referred to, one index for each of the links, and by their key.
  private let parents: [CellIndex]
  private let firstOfKey: CellIndex
  /// Where in the order of the batch those rows are that can come in.
  var readyPlaces = 0..<0
  private let keyCells: [Int]
  /// The bits of the references to what other files are loaded into.
  private let strangerBits: UInt64
  /// The rows by what they refer to, for each of the links.
  private lazy var children: [CellIndex] = links.map { link in
    CellIndex(values, references[link].cells, of: rows) { row in
      missing[row - rows.lowerBound] & 1 << UInt64(link) != 0
    }
  }

  /// What is to become of the rows.
  struct Plan {
    /// Those that can come in, each behind its parents.
    var ready: [Int32] = []
    /// Those that refer to no row of a table which is loaded from something else.
    var strangers: [Int32] = []
    /// Those that have to wait.
    var waiting: [Int32] = []
  }

  /// The rows of a part of a batch.
  ///
  /// - Parameters:
  ///   - values: the batch.
  ///   - rows: the part.
  ///   - references: the foreign keys.
  ///   - keyCells: the cells of the records' key.
  init(_ values: BatchValues, rows: Range<Int>, _ references: [Reference], keyCells: [Int]) {
    self.values = values
    self.rows = rows
    self.references = references
    self.keyCells = keyCells
    let links = references.indices.filter { references[$0].isAmongRecords }
    self.links = links
    missing = Array(repeating: 0, count: rows.count)
    let parents = links.map { CellIndex(values, references[$0].parentCells, of: rows) }
    self.parents = parents
    // Mostly it is the key that is referred to.
    let keyLink = links.indices.first { references[links[$0]].parentCells == keyCells }
    firstOfKey =
      keyLink.map { parents[$0] }
      ?? CellIndex(values, keyCells, of: keyCells.isEmpty ? 0..<0 : rows)
    strangerBits = links.reduce(.max as UInt64) { $0 & ~(1 << UInt64($1)) }
  }

  /// Says that a reference of a row has no parent as things are stored.
  func note(row: Int, misses reference: Int) {
    missing[row - rows.lowerBound] |= 1 << UInt64(reference)
  }

  /// Says that it is stored after all.
  func note(row: Int, finds reference: Int) {
    missing[row - rows.lowerBound] &= ~(1 << UInt64(reference))
  }

  /// Finds the rows that refer to one before them, or to themselves: there is no need to look for their
  /// parents elsewhere.
  ///
  /// - Parameters:
  ///   - reference: the reference that it is about.
  ///   - body: gets each of them.
  func findEarlierParents(of reference: Int, _ body: (Int) -> Void) {
    guard let link = links.firstIndex(of: reference) else { return }
    for row in rows {
      let cells = references[reference].cells
      guard let parent = parents[link].row(after: -1, like: row, cells), parent <= row else {
        continue
      }
      note(row: row, misses: reference)
      body(row)
    }
  }

  /// Sorts the rows.
  ///
  /// - Parameters:
  ///   - waits: whether a record with the key of a row waits already, by the key's hash: the first one in the
  ///     file comes first.
  ///   - triesAll: whether rows come in that have no parent, because something may make it.
  /// - Returns: all of them.
  func plan(waits: (UInt64) -> Bool, triesAll: Bool) -> Plan {
    var order = ParentsFirst(count: rows.count, referenceCount: links.count + 1)
    var plan = Plan()
    repeat {
      order.forgetReady()
      plan = Plan()
      for node in 0..<rows.count where !triesAll && missing[node] & strangerBits != 0 {
        order.setMissing(node)
        plan.strangers.append(Int32(rows.lowerBound + node))
      }
      for node in 0..<rows.count {
        order.visit(node) { node, reference, after in
          let step = step(node, reference, after, waits: waits)
          return triesAll && step == .nowhere ? .satisfied : step
        } emit: { node, _ in
          plan.ready.append(Int32(rows.lowerBound + node))
        }
      }
    } while order.wasWrong
    for node in 0..<rows.count
    where order.isMissing(node) && (triesAll || missing[node] & strangerBits == 0) {
      plan.waiting.append(Int32(rows.lowerBound + node))
    }
    return plan
  }

  private func step(
    _ node: Int, _ reference: Int, _ after: Int?, waits: (UInt64) -> Bool
  ) -> ParentsFirst.Step {
    let row = rows.lowerBound + node
    guard reference < links.count else {
      guard after == nil, values.hash(row, keyCells).map(waits) != true else { return .nowhere }
      let first = firstOfKey.row(after: -1, like: row, keyCells)
      return first.map { $0 == row ? .satisfied : .parent($0 - rows.lowerBound) } ?? .satisfied
    }
    let link = links[reference]
    guard missing[node] & 1 << UInt64(link) != 0 else { return .satisfied }
    let parent = parents[reference].row(
      after: after.map { rows.lowerBound + $0 } ?? -1, like: row, references[link].cells)
    return parent.map { .parent($0 - rows.lowerBound) } ?? .nowhere
  }

  /// The rows behind a row of the batch that have its key.
  func repetitions(of row: Int) -> [Int] {
    var found: [Int] = []
    while let next = firstOfKey.row(after: found.last ?? row, like: row, keyCells) {
      found.append(next)
    }
    return found
  }

  /// The rows that rely on a row of the batch, and on no stored one.
  func children(of row: Int) -> [Int] {
    var found: [Int] = []
    for (index, link) in zip(children, links) {
      var last = -1
      while let child = index.row(after: last, like: row, references[link].parentCells) {
        found.append(child)
        last = child
      }
    }
    return found
  }
}
