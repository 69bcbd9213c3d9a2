/// Finds an order in which each record comes behind those that it refers to, and the records that can't
/// come in because what they refer to is nowhere, or can't come in itself.
///
/// It goes from a record to its parents, their parents and so on, as far as they have not been visited
/// (a search in depth, the records in the order of the file). A ring holds as long as each of its records
/// has all that it refers to: one that is met again on the way is taken to come in. Where something else
/// that it refers to turns out to be missing, those that were found meanwhile may rely on it: they are
/// forgotten, to be visited again.
///
/// - Complexity: O(*n*) steps for *n* records and their references, more only where a ring is broken; in two
///   bits a record, 12 bytes for each record on the way and 4 for each of an unfinished ring.
struct ParentsFirst {
  /// What a reference of a record comes to.
  enum Step: Equatable {
    /// Nothing that is missing.
    case satisfied
    /// Another record, which is to come before.
    case parent(Int)
    /// Nothing that is there.
    case nowhere
  }

  private enum Fate: UInt64 {
    case unknown
    /// On the way: its parents are being visited.
    case open
    case ready
    case missing
  }

  private struct Visit {
    var node: Int32
    var reference: Int32
    /// How many records were found, and not emitted, when the visit began.
    var found: Int32
  }

  private var fates: [UInt64]
  private let referenceCount: Int32
  private var visits: [Visit] = []
  /// Records on the way that others rely on.
  private var reliedOn: Set<Int> = []
  /// Records that can come in if those do.
  private var found: [Int32] = []

  /// No record visited of those numbered from 0.
  init(count: Int, referenceCount: Int) {
    fates = Array(repeating: 0, count: count / 32 + 1)
    self.referenceCount = Int32(referenceCount)
  }

  private func fate(_ node: Int) -> Fate {
    Fate(rawValue: fates[node / 32] >> UInt64(node % 32 * 2) & 3) ?? .unknown
  }

  private mutating func set(_ node: Int, _ fate: Fate) {
    let shift = UInt64(node % 32 * 2)
    fates[node / 32] = fates[node / 32] & ~(3 << shift) | fate.rawValue << shift
  }

  /// Whether it is known that a record can't come in.
  func isMissing(_ node: Int) -> Bool { fate(node) == .missing }

  /// Says that a record can't come in.
  mutating func setMissing(_ node: Int) { set(node, .missing) }

  /// Visits a record and what it refers to.
  ///
  /// - Parameters:
  ///   - start: the record.
  ///   - next: what a reference of a record comes to, beyond a parent that can't come in, if one is given:
  ///     parents come in ascending order.
  ///   - emit: gets each record that can come in, and whether none of those before refers to one that is
  ///     still to come.
  /// - Throws: what they throw.
  mutating func visit<E: Error>(
    _ start: Int, next: (_ node: Int, _ reference: Int, _ after: Int?) throws(E) -> Step,
    emit: (_ node: Int, _ isWhole: Bool) throws(E) -> Void
  ) throws(E) {
    guard fate(start) == .unknown else { return }
    open(start)
    var missing: Int?
    while let visit = visits.last {
      let node = Int(visit.node)
      guard visit.reference < referenceCount else {
        close(node)
        missing = nil
        if reliedOn.isEmpty {
          for index in found.indices { try emit(Int(found[index]), index == found.count - 1) }
          found.removeAll(keepingCapacity: true)
        }
        continue
      }
      switch try next(node, Int(visit.reference), missing) {
      case .satisfied:
        advance()
        missing = nil
      case .nowhere:
        giveUp(visit)
        missing = node
      case .parent(let parent):
        missing = nil
        switch fate(parent) {
        case .unknown: open(parent)
        case .missing: missing = parent
        case .open:
          if parent != node { reliedOn.insert(parent) }
          advance()
        case .ready: advance()
        }
      }
    }
  }

  private mutating func open(_ node: Int) {
    set(node, .open)
    visits.append(Visit(node: Int32(node), reference: 0, found: Int32(found.count)))
  }

  /// Leaves the record on top, which has all that it refers to.
  private mutating func close(_ node: Int) {
    visits.removeLast()
    set(node, .ready)
    found.append(Int32(node))
    reliedOn.remove(node)
    advance()
  }

  /// Leaves the record on top, which can't come in.
  private mutating func giveUp(_ visit: Visit) {
    visits.removeLast()
    set(Int(visit.node), .missing)
    guard reliedOn.remove(Int(visit.node)) != nil else { return }
    // None that was found before its visit began knew of it.
    for node in found[Int(visit.found)...] { set(Int(node), .unknown) }
    found.removeLast(found.count - Int(visit.found))
  }

  /// Goes on to the next reference of the record on top.
  private mutating func advance() {
    guard let last = visits.indices.last else { return }
    visits[last].reference += 1
  }

  /// Forgets all that was found.
  mutating func forgetAll() {
    for word in fates.indices { fates[word] = 0 }
  }
}
