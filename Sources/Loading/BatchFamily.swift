/// How the rows of a part of a batch refer to one another.
final class BatchFamily {
  private let values: BatchValues
  private let rows: Range<Int>
  private let references: [Reference]
  /// For each row a bit for each of the references whose parent is not known to be stored.
  private var missing: [UInt64]
  /// The references that records of the file may be the parents of.
  private let links: [Int]
  /// The rows by what may be referred to, one index for each of the links, and by what is unique.
  private let parents: [CellIndex]
  private lazy var repeated: [CellIndex] = keys.map { key in
    // Mostly it is the key that is referred to.
    links.indices.first { references[links[$0]].parentCells == key.cells }.map { parents[$0] }
      ?? CellIndex(values, key.cells, of: rows)
  }
  /// For each row, by what is unique, the row before it with the same value, -1 for none.
  private lazy var earlier: [[Int32]] = keys.map { key in
    var last: [UInt64: Int32] = [:]
    return rows.map { row in
      guard let hash = values.hash(row, key.cells) else { return -1 }
      defer { last[hash] = Int32(row) }
      return last[hash] ?? -1
    }
  }
  /// Where in the order of the batch those rows are that can come in.
  var readyPlaces = 0..<0
  private let keys: [RowKey]
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
  ///   - keys: what is unique.
  init(_ values: BatchValues, rows: Range<Int>, _ references: [Reference], _ keys: [RowKey]) {
    self.values = values
    self.rows = rows
    self.references = references
    self.keys = keys
    let links = references.indices.filter { references[$0].isAmongRecords }
    self.links = links
    missing = Array(repeating: 0, count: rows.count)
    parents = links.map { CellIndex(values, references[$0].parentCells, of: rows) }
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
  ///   - waits: whether a record waits already that has a unique value in common with a row: the first one in
  ///     the file comes first.
  ///   - makes: whether a row makes by itself what a reference of it refers to, though no row of the batch
  ///     is it.
  /// - Returns: all of them.
  /// - Throws: what `makes` throws.
  func plan<E: Error>(
    waits: (Int) -> Bool, makes: (_ row: Int, _ reference: Int) throws(E) -> Bool
  ) throws(E) -> Plan {
    var order = ParentsFirst(count: rows.count, referenceCount: keys.count + links.count)
    var plan = Plan()
    for row in rows {
      if waits(row) { order.setMissing(row - rows.lowerBound) }
      try findStrangers(ofRow: row, makes)
      guard isStranger(row) else { continue }
      order.setMissing(row - rows.lowerBound)
      plan.strangers.append(Int32(row))
    }
    for node in 0..<rows.count {
      try order.visit(node) { node, reference, after throws(E) in
        guard reference >= keys.count else { return behindEarlier(node, key: reference, after) }
        let link = reference - keys.count
        let step = step(node, link: link, after)
        guard step == .nowhere, try makes(rows.lowerBound + node, links[link]) else { return step }
        note(row: rows.lowerBound + node, finds: links[link])
        return .satisfied
      } emit: { node, _ throws(E) in
        plan.ready.append(Int32(rows.lowerBound + node))
      }
    }
    for row in rows where order.isMissing(row - rows.lowerBound) && !isStranger(row) {
      plan.waiting.append(Int32(row))
    }
    return plan
  }

  /// Whether a row refers to no row of a table which is loaded from something else.
  private func isStranger(_ row: Int) -> Bool {
    missing[row - rows.lowerBound] & strangerBits != 0
  }

  /// Takes out what a row makes of what it refers to in tables that are loaded from something else.
  private func findStrangers<E: Error>(
    ofRow row: Int, _ makes: (_ row: Int, _ reference: Int) throws(E) -> Bool
  ) throws(E) {
    guard isStranger(row) else { return }
    for reference in references.indices where !links.contains(reference) {
      let isMissing = missing[row - rows.lowerBound] & 1 << UInt64(reference) != 0
      if isMissing, try makes(row, reference) { note(row: row, finds: reference) }
    }
  }

  /// The row before another that has a unique value in common with it: the other one comes behind it, or
  /// waits with it.
  private func behindEarlier(_ node: Int, key: Int, _ after: Int?) -> ParentsFirst.Step {
    guard after == nil else { return .nowhere }
    let row = Int(earlier[key][node])
    return row < 0 ? .satisfied : .parent(row - rows.lowerBound)
  }

  private func step(_ node: Int, link: Int, _ after: Int?) -> ParentsFirst.Step {
    let (row, reference) = (rows.lowerBound + node, links[link])
    guard missing[node] & 1 << UInt64(reference) != 0 else { return .satisfied }
    let parent = parents[link].row(
      after: after.map { rows.lowerBound + $0 } ?? -1, like: row, references[reference].cells)
    return parent.map { .parent($0 - rows.lowerBound) } ?? .nowhere
  }

  /// The rows behind a row of the batch that have a unique value in common with it.
  func repetitions(of row: Int) -> [Int] {
    var found: [Int] = []
    for (index, key) in zip(repeated, keys) {
      var last = row
      while let next = index.row(after: last, like: row, key.cells) {
        found.append(next)
        last = next
      }
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
