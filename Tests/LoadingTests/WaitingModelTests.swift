import SQLite
import SeedSupport
import Testing

@testable import Loading

/// Files of people who refer to one another, loaded in batches of any size and compared with a plain model.
@Suite struct WaitingModelTests {
  /// How people of a file are related.
  enum Kind: CaseIterable {
    case trees, lines, rings, anything
  }

  private static func file(
    _ kind: Kind, _ random: inout SeededGenerator
  ) -> [TestPeople.Line] {
    let oddity = [12, 4].randomElement(using: &random) ?? 12
    let count = Int64.random(in: 1...30, using: &random)
    var file = (1...count).map { k -> TestPeople.Line in
      var line = TestPeople.Line(k: k, name: "\(k % 3)")
      switch kind {
      case .trees:
        line.mother = k == 1 ? nil : .random(in: 1..<k, using: &random)
        line.father = k % 4 == 0 ? .random(in: 1..<k, using: &random) : nil
      case .lines: line.mother = k == 1 ? nil : k - 1
      case .rings:
        line.mother = k % 5 == 0 ? k - 4 : k + 1
        line.father = k % 7 == 0 ? k : nil
      case .anything:
        line.mother = Bool.random(using: &random) ? .random(in: 1...count, using: &random) : nil
        line.father = Bool.random(using: &random) ? .random(in: 1...count, using: &random) : nil
      }
      return line
    }
    // Strangers, people who are refused, and others who are named twice.
    for index in file.indices where Int.random(in: 0..<oddity, using: &random) == 0 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: file[index].mother = 99
      case 1: file[index].name = "bad"
      case 2: file.append(file[index])
      default:
        file.append(file[index])
        file[file.count - 1].name += "x"
        file[file.count - 1].mother = [nil, 1, 98].randomElement(using: &random) ?? nil
      }
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: file.reverse()
    case 1: file.shuffle(using: &random)
    default: break
    }
    return file
  }

  @Test(
    arguments: SeededGenerator.seeds(10),
    ["", "DEFERRABLE INITIALLY DEFERRED"])
  func `which records come in depends on neither their order nor the batches nor a trigger`(
    seed: UInt64, timing: String
  ) throws {
    var random = SeededGenerator(seed: seed)
    for kind in Kind.allCases {
      var model = PeopleModel()
      let hasTrigger = Bool.random(using: &random)
      let people = try TestPeople(timing, hasTrigger: hasTrigger)
      for _ in 0..<3 {
        let file = Self.file(kind, &random)
        let replacing = Int.random(in: 0..<3, using: &random) == 0
        let account = replacing ? model.replace(with: file) : model.load(file)
        var options = Loader.Options()
        options.waitingMemory = [1 << 10, 16 << 10, 4 << 20].randomElement(using: &random) ?? 0
        options.commitEvery = [nil, 1, 4, 9].randomElement(using: &random) ?? nil
        let size = [1, 2, 3, 7, 100].randomElement(using: &random) ?? 1
        guard let (expected, rejects) = account else {
          let error = #expect(throws: LoadError.self) {
            try people.load(file, batch: size, options: options, into: TestPeople.replaced)
          }
          try #require(error?.kind == .referredTo)
          continue
        }
        let outcome = try people.load(
          file, batch: size, options: options,
          into: replacing ? TestPeople.replaced : TestPeople.table)
        let rows = model.rows.values.sorted { $0.k < $1.k }
        let found = try people.rows()
        let told: Comment = """
          by \(size), trigger \(hasTrigger), pieces of \(options.commitEvery ?? 0), \
          \(options.waitingMemory) bytes: \
          found \(found.filter { !rows.contains($0) }), not \(rows.filter { !found.contains($0) }) of \
          \(file.map { "\($0.k) \($0.name) \($0.mother ?? 0) \($0.father ?? 0)" })
          """
        try #require(found == rows, told)
        try #require(outcome.rejects == rejects, told)
        try #require(outcome.counts == expected, told)
        try #require(try people.database.rows("PRAGMA foreign_key_check").isEmpty)
      }
    }
  }

  @Test func `ids depend on the pieces, and are the same in each load with the same pieces`() throws
  {
    let file = [(2, 1), (3, nil), (1, nil), (4, nil), (5, nil)].map {
      TestPeople.Line(k: $0.0, mother: $0.1)
    }
    let ways: [(Int64?, [Int64])] = [
      (nil, [3, 1, 4, 5, 2]), (1, [3, 1, 4, 2, 5]), (1, [3, 1, 4, 2, 5]),
    ]
    for (pieces, keys) in ways {
      let people = try TestPeople()
      var options = Loader.Options()
      options.commitEvery = pieces
      try people.load(file, batch: 1, options: options)
      let found = try people.database.rows("SELECT k FROM people ORDER BY id")
      #expect(found == keys.map { [.integer($0)] })
    }
  }

  @Test(arguments: ["", "DEFERRABLE INITIALLY DEFERRED"], [1, 3, 100])
  func `a ring with somebody who is refused takes no other along`(timing: String, size: Int) throws
  {
    let people = try TestPeople(timing)
    let found = try people.load(
      [
        .init(k: 1, mother: 2), .init(k: 4, mother: 5), .init(k: 2, mother: 3),
        .init(k: 5, mother: 6), .init(k: 3, mother: 1), .init(k: 6, name: "bad", mother: 4),
      ], batch: size)
    #expect(try people.rows().map(\.k) == [1, 2, 3])
    #expect(found.rejects == [3, 5, 7])
  }

  /// More than the page cache holds, so that most of it is in a file.
  @Test(arguments: [64, 1_000])
  func `any number of records may wait`(size: Int) throws {
    let people = try TestPeople()
    let family = (1...20_000).map { number -> TestPeople.Line in
      let k = Int64(20_001 - number)
      return TestPeople.Line(
        k: k, name: "somebody with the number \(k)", mother: k == 1 ? nil : k / 2,
        father: k % 3 == 0 ? k - 1 : nil)
    }
    let strangers = (30_001...30_100).map { TestPeople.Line(k: $0, mother: $0 + 1) }
    var options = Loader.Options()
    options.waitingMemory = 64 << 10
    let (counts, rejects) = try people.load(family + strangers, batch: size, options: options)
    #expect(counts.inserted == 20_000 && counts.rejected == 100 && counts.isBalanced)
    #expect(rejects == (20_002...20_101).map { Int64($0) })
    #expect(try people.database.rows("PRAGMA foreign_key_check").isEmpty)
    #expect(
      try people.database.value(
        "SELECT count(*) FROM people WHERE name = 'somebody with the number ' || k") == 20_000)
    let left = "SELECT count(*) FROM temp.sqlite_schema WHERE name LIKE 'etl%'"
    #expect(try people.database.value(left) == 0)
  }
}
