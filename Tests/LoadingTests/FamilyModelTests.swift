import Records
import SeedSupport
import Testing

@testable import Loading

/// A plain account of what loads into two tables are to do, record by record.
private struct FamilyModel {
  struct Child: Hashable {
    var k: Int64
    var n: Int64
  }
  var parents: [Int64: String?] = [:]
  var children: [Child: Int64?] = [:]

  /// What the file has had so far, as it was loaded, and what it was refused for.
  private struct File {
    var parents: [Int64: String?] = [:]
    var children: [Child: Int64?] = [:]
    var counts = RunCounts()
    var rejects: [Int64] = []
    var protected: (parents: Set<Int64>, children: Set<Child>) = ([], [])
    /// The records whose parent's text another row had, with their lines.
    var held: [(line: TestFamily.Line, place: Int64)] = []
  }

  private func fate<Key, Stored: Equatable>(
    _ key: Key, _ value: Stored, _ stored: [Key: Stored], _ seen: [Key: Stored]
  ) -> RowFate? {
    if let earlier = seen[key] { return earlier == value ? .repeated : nil }
    guard let now = stored[key] else { return .inserted }
    return now == value ? .unchanged : .updated
  }

  /// Loads a file: counts, and the lines of the rejects.
  mutating func load(_ lines: [TestFamily.Line], replacing: Bool) -> (RunCounts, [Int64]) {
    var file = File()
    for (index, line) in lines.enumerated() { load(line, Int64(index + 2), &file) }
    if replacing { replace(&file) }
    file.counts.rejected = Int64(file.rejects.count)
    return (file.counts, file.rejects.sorted())
  }

  private mutating func load(_ line: TestFamily.Line, _ place: Int64, _ file: inout File) {
    file.counts.read += 1
    let child = Child(k: line.k, n: line.n)
    let isTaken = parents.contains { $0.key != line.k && $0.value != nil && $0.value == line.a }
    let parentFate = fate(line.k, line.a, parents, file.parents)
    let isRefused = isTaken && (parentFate == .inserted || parentFate == .updated)
    guard let parent = parentFate, let own = fate(child, line.b, children, file.children),
      !isRefused, (own != .inserted && own != .updated) || (line.b ?? 10) < 13
    else {
      if isRefused { file.held.append((line, place)) }
      file.rejects.append(place)
      file.protected.parents.insert(line.k)
      file.protected.children.insert(child)
      return
    }
    parents.updateValue(line.a, forKey: line.k)
    children.updateValue(line.b, forKey: child)
    file.parents.updateValue(line.a, forKey: line.k)
    file.children.updateValue(line.b, forKey: child)
    switch (parent, own) {
    case (.inserted, _): file.counts.inserted += 1
    case (.updated, _), (_, .inserted), (_, .updated): file.counts.updated += 1
    case (.repeated, .repeated): file.counts.skipped += 1
    default: file.counts.unchanged += 1
    }
  }

  /// Deletes what the file lacks, and tries what was refused for another row's text once more.
  private mutating func replace(_ file: inout File) {
    let before = parents.count + children.count
    parents = parents.filter {
      file.parents[$0.key] != nil || file.protected.parents.contains($0.key)
    }
    children = children.filter {
      file.children[$0.key] != nil || file.protected.children.contains($0.key)
    }
    file.counts.deleted = Int64(before - parents.count - children.count)
    let held = file.held
    file.counts.read -= Int64(held.count)
    file.rejects.removeAll { place in held.contains { $0.place == place } }
    for (line, place) in held { load(line, place, &file) }
  }

  var rows: [TestFamily.Line] {
    var rows: [TestFamily.Line] = []
    for (k, a) in parents.sorted(by: { $0.key < $1.key }) {
      let own = children.filter { $0.key.k == k }.sorted { $0.key.n < $1.key.n }
      rows += own.map { TestFamily.Line(k: k, a: a, n: $0.key.n, b: $0.value) }
      if own.isEmpty { rows.append(TestFamily.Line(k: k, a: a, n: 0, b: nil)) }
    }
    return rows
  }
}

@Suite struct FamilyModelTests {
  @Test(arguments: SeededGenerator.seeds(8))
  func `random histories of loads into two tables end as the model says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      var model = FamilyModel()
      let family = try TestFamily()
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let keys = Int64.random(in: 1...6, using: &random)
        // Mostly what a parent had before, so that its children are not all contradictions.
        let file = (0..<Int.random(in: 0...30, using: &random)).map { _ in
          let k = Int64.random(in: 1...keys, using: &random)
          let isOwn = Int.random(in: 0..<5, using: &random) > 0
          return TestFamily.Line(
            k: k, a: isOwn ? "\(k)" : [nil, "x", "1"].randomElement(using: &random) ?? nil,
            n: .random(in: 1...3, using: &random),
            b: [nil, 10, 11, 12, 13, 14].randomElement(using: &random) ?? nil)
        }
        let replacing = Int.random(in: 0..<4, using: &random) == 0
        let (expected, lines) = model.load(file, replacing: replacing)
        let size = [1, 2, 5, 100].randomElement(using: &random) ?? 1
        let (counts, _, rejects) = try family.load(file, batch: size, replacing: replacing)
        try #require(counts == expected, "\(file)")
        try #require(rejects.map(\.line).sorted() == lines, "\(file)")
        try #require(try family.rows() == model.rows, "\(file)")
      }
    }
  }
}
