import Records
import SQLite
import Testing

@testable import Loading

@Suite struct WaitingParentsTests {
  /// Has people wait, and asks what each reference of a record comes to: behind the order, mother and father.
  private func steps(
    _ lines: [TestPeople.Line], isEnd: Bool, of record: Int, after: Int? = nil,
    _ prepare: (inout WaitingProgress) -> Void = { _ in }
  ) throws -> [ParentsFirst.Step] {
    let people = try TestPeople()
    try people.load([.init(k: 50)])
    let loader = try RowLoader(
      people.database, [TestPeople.table], run: 2, unsortedRows: 0, waitingMemory: 1 << 20)
    let waiting = try #require(loader.waiting)
    var batch = RecordBatch()
    var rows = RowBatch(columnCount: 4)
    TestRecord.fill(&batch, &rows, lines.map(\.record), firstNumber: 1)
    let values = BatchValues(rows, in: batch)
    for row in lines.indices {
      waiting.add(row: row, of: batch, &rows)
      waiting.keys.insert(row, of: values, isNew: true)
    }
    try waiting.write()
    let parents = try WaitingParents(of: waiting, isEnd: isEnd)
    var progress = WaitingProgress(count: lines.count + 1)
    prepare(&progress)
    var steps: [ParentsFirst.Step] = []
    for reference in 0..<parents.referenceCount {
      steps.append(try parents.step(record, reference, after, progress))
    }
    return steps
  }

  private static let family: [TestPeople.Line] = [
    .init(k: 1, mother: 2, father: 50), .init(k: 2, mother: 3, father: 2), .init(k: 2, mother: 9),
    .init(k: 4, mother: 1),
  ]

  @Test func `parents that are stored are no matter, those that wait come first`() throws {
    let first = try steps(Self.family, isEnd: false, of: 1)
    // Ids, keys, and what else is unique come before mother and father; foreign keys come last one first.
    #expect(first.count == 3 && first[0] == .satisfied)
    #expect(Set(first.dropFirst().map { "\($0)" }) == ["satisfied", "parent(2)"])
    #expect(try steps(Self.family, isEnd: true, of: 2)[0] == .satisfied)
    #expect(try steps(Self.family, isEnd: true, of: 2).contains(.nowhere))
    // One of them can't come in: the next one may be the parent.
    #expect(try steps(Self.family, isEnd: true, of: 1, after: 2).contains(.parent(3)))
    #expect(try steps(Self.family, isEnd: true, of: 1, after: 3).contains(.nowhere))
    #expect(
      try steps(Self.family, isEnd: true, of: 1) { $0.hold(2) }.contains(.parent(3)))
  }

  @Test func `who refers to a record that is held may come later`() throws {
    let links = try steps(Self.family, isEnd: true, of: 1, after: 3) { $0.hold(2) }
    #expect(links.contains(.nowhere))
    var progress = WaitingProgress(count: 9)
    #expect(!progress.isAnyHeld)
    progress.hold(2)
    #expect(progress.isAnyHeld)
    progress.beginRound(givingUp: false)
    #expect(!progress.isAnyHeld)
  }

  @Test func `a record comes behind the one before with its key`() throws {
    #expect(try steps(Self.family, isEnd: false, of: 3)[0] == .parent(2))
    #expect(try steps(Self.family, isEnd: true, of: 3)[0] == .parent(2))
    // Where that one can't come in: only at the end it is known that it never will.
    #expect(try steps(Self.family, isEnd: false, of: 3, after: 2)[0] == .nowhere)
    #expect(try steps(Self.family, isEnd: true, of: 3, after: 2)[0] == .satisfied)
    #expect(try steps(Self.family, isEnd: true, of: 3, after: 2) { $0.hold(2) }[0] == .nowhere)
    #expect(try steps(Self.family, isEnd: true, of: 3) { $0.hold(2) }[0] == .nowhere)
    #expect(
      try steps(Self.family, isEnd: true, of: 3) { $0.note(2, isGone: true) }[0] == .satisfied)
  }
}
