import Records
import SQLite
import Testing

@testable import Loading

/// A file loaded over another into two tables, and what is to become of its records.
private struct FamilyCase: CustomTestStringConvertible, Sendable {
  var name: String
  var before: [TestFamily.Line] = []
  var file: [TestFamily.Line]
  var expected: (inserted: Int64, updated: Int64, unchanged: Int64, skipped: Int64)
  var rejected: [Int64: RejectCode] = [:]
  var rows: [TestFamily.Line]
  var absent: Int64 = 0

  var testDescription: String { name }
}

private func line(_ k: Int64, _ a: String?, _ n: Int64, _ b: Int64? = nil) -> TestFamily.Line {
  TestFamily.Line(k: k, a: a, n: n, b: b)
}

private let cases = [
  FamilyCase(
    name: "a new parent counts once, its other children as changes of it",
    file: [line(1, "x", 1, 10), line(1, "x", 2, 11), line(2, "y", 1)], expected: (2, 1, 0, 0),
    rows: [line(1, "x", 1, 10), line(1, "x", 2, 11), line(2, "y", 1)]),
  FamilyCase(
    name: "one of each", before: [line(1, "x", 1, 10), line(2, "y", 1, 10), line(3, "z", 1, 10)],
    file: [
      line(1, "x", 1, 10), line(2, "y", 1, 11), line(3, "w", 1, 10), line(4, "v", 1),
      line(4, "v", 1),
    ], expected: (1, 2, 1, 1),
    rows: [line(1, "x", 1, 10), line(2, "y", 1, 11), line(3, "w", 1, 10), line(4, "v", 1)]),
  FamilyCase(
    name: "what the child refuses leaves no parent",
    file: [line(1, "x", 1, 13), line(2, "y", 1, 10), line(1, "z", 1, 10)], expected: (2, 0, 0, 0),
    rejected: [2: .constraint], rows: [line(1, "z", 1, 10), line(2, "y", 1, 10)]),
  FamilyCase(
    name: "what the child refuses leaves the parent as it was",
    before: [line(1, "x", 1, 10), line(2, "y", 1, 10)],
    file: [line(1, "z", 1, 13), line(2, "x", 1, 99), line(1, "x", 1, 11)],
    expected: (0, 1, 0, 0), rejected: [2: .constraint, 3: .constraint],
    rows: [line(1, "x", 1, 11), line(2, "y", 1, 10)], absent: 1),
  FamilyCase(
    name: "a refused parent leaves no child", before: [line(1, "x", 1)],
    file: [line(2, "x", 1, 10), line(3, "y", 1, 10)], expected: (1, 0, 0, 0),
    rejected: [2: .constraint], rows: [line(1, "x", 1), line(3, "y", 1, 10)], absent: 1),
  FamilyCase(
    name: "the same parent with other values is a repetition of its key",
    file: [line(1, "x", 1), line(1, "y", 2), line(1, "x", 1, 11), line(1, "x", 3)],
    expected: (1, 1, 0, 0), rejected: [3: .duplicateKey, 4: .duplicateKey],
    rows: [line(1, "x", 1), line(1, "x", 3)]),
  FamilyCase(
    name: "a foreign key of the child", file: [line(1, "x", 1, 14), line(1, "x", 2, 12)],
    expected: (1, 0, 0, 0), rejected: [2: .constraint], rows: [line(1, "x", 2, 12)]),
  FamilyCase(
    name: "a refused record does not mark the rows it found",
    before: [line(1, "x", 1, 10)], file: [line(1, "x", 1, 13), line(1, "y", 1, 10)],
    expected: (0, 1, 0, 0), rejected: [2: .constraint], rows: [line(1, "y", 1, 10)]),
]

@Suite struct FamilyLoadTests {
  @Test(arguments: cases, [1, 2, 3, 100])
  private func `each record has one outcome`(_ load: FamilyCase, batch: Int) throws {
    let family = try TestFamily()
    if !load.before.isEmpty { try family.load(load.before) }
    let (counts, absent, rejects) = try family.load(load.file, batch: batch)
    let found = (counts.inserted, counts.updated, counts.unchanged, counts.skipped)
    #expect(found == load.expected)
    #expect(Dictionary(rejects.map { ($0.line, $0.code) }) { first, _ in first } == load.rejected)
    #expect(counts.isBalanced && counts.read == Int64(load.file.count))
    #expect(try family.rows() == load.rows)
    #expect(absent == load.absent)
  }

  @Test func `a reject names the constraint, and its key is that of the record`() throws {
    let family = try TestFamily()
    let rejects = try family.load([line(1, "x", 1, 13), line(1, "x", 2, 10), line(1, "y", 3)])
      .rejects
    #expect(rejects.map(\.key) == ["1\u{1F}1", "1\u{1F}3"])
    #expect(rejects[0].message.hasSuffix("CHECK constraint failed: no_13"))
    #expect(rejects[1].message.contains("k 1, n 3") && rejects[1].message.hasSuffix("line 3"))
  }

  @Test func `a large batch with a few bad records is loaded but for them`() throws {
    let family = try TestFamily()
    let numbers = (1...1_000) as ClosedRange<Int64>
    let file = numbers.map { line($0 / 3, "\($0 / 3)", $0 % 3, $0 % 97 == 0 ? 13 : 10) }
    let (counts, _, rejects) = try family.load(file, batch: 400)
    let bad: [Int64] = numbers.filter { $0 % 97 == 0 }.map { $0 + 1 }
    #expect(rejects.map(\.line) == bad)
    #expect(counts.inserted == 334 && counts.updated == 656 && counts.isBalanced)
    let again = try family.load(file, batch: 300).counts
    #expect(again.unchanged == 990 && again.rejected == 10)
    #expect(try family.database.value("SELECT count(*) FROM etl_changes") == 0)
  }

  @Test(arguments: [1, 100])
  func `the tables become the file, and a reject protects its rows`(batch: Int) throws {
    let family = try TestFamily()
    try family.load([line(1, "x", 1), line(1, "x", 2), line(2, "y", 1), line(3, "z", 1, 10)])
    let (counts, absent, _) = try family.load(
      [line(1, "x", 1), line(3, "z", 1, 13)], batch: batch, replacing: true)
    #expect(counts.deleted == 3 && absent == 1)
    #expect(try family.rows() == [line(1, "x", 1), line(3, "z", 1, 10)])
    #expect(
      try family.database.rows(
        "SELECT table_name, count(DISTINCT row_id) FROM etl_changes GROUP BY 1")
        == [["c", 2], ["p", 1]])
  }

  @Test func `a later import resolves a reject when all its rows are loaded`() throws {
    let family = try TestFamily()
    try family.load([line(1, "x", 1, 13), line(2, "y", 1, 13)])
    try family.load([line(1, "x", 1, 10), line(2, "y", 2, 10)])
    #expect(
      try family.database.rows("SELECT record, resolved_by FROM etl_rejects ORDER BY record")
        == [[1, 2], [2, .null]])
  }
}
