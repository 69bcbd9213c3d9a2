import Records
import SeedSupport
import Testing

@testable import Loading

/// Constraints that refuse a 13.
private let constraints = [
  ", CHECK (b <> 13)", ", FOREIGN KEY (b) REFERENCES numbers",
  ", FOREIGN KEY (b) REFERENCES numbers DEFERRABLE INITIALLY DEFERRED",
]

@Suite struct LoadingModelTests {
  @Test(arguments: SeededGenerator.seeds(12), constraints)
  func `random histories of loads end as the model says`(seed: UInt64, constraint: String) throws {
    var random = SeededGenerator(seed: seed)
    let isCheck = constraint.contains("CHECK")
    for _ in 0..<5 {
      var model = LoadingModel(textIsUnique: .random(using: &random))
      let table = try TestTable(
        constraint + (model.textIsUnique ? ", UNIQUE (a)" : ""),
        then: """
          CREATE TABLE numbers (n INTEGER PRIMARY KEY);
          INSERT INTO numbers VALUES (10), (11), (12), (14);
          """)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let keys = Int64.random(in: 1...12, using: &random)
        let file = (0..<Int.random(in: 0...30, using: &random)).map { _ in
          Line(
            k: .random(in: 1...keys, using: &random),
            a: Bool.random(using: &random)
              ? nil : ["", "x", "y", "z"].randomElement(using: &random),
            b: [nil, 10, 11, 12, 13, 14].randomElement(using: &random) ?? nil)
        }
        let (expected, lines) = model.load(file)
        let size = [1, 2, 5, 100].randomElement(using: &random) ?? 1
        var options = Loader.Options()
        options.unsortedRows = Bool.random(using: &random) ? 0 : 1_000
        let (counts, absent, rejects) = try table.load(file, batch: size, options: options)
        try #require(counts == expected, "\(file)")
        try #require(rejects.map(\.line) == lines, "\(file)")
        let repeated = rejects.filter { $0.code == .duplicateKey }.map(\.line)
        // SQLite looks for what else is in a row's way before it looks whether the row is there.
        try #require(isCheck || model.textIsUnique || repeated == model.duplicates, "\(file)")
        try #require(try table.rows() == model.rows.values.sorted { $0.k < $1.k }, "\(file)")
        let known = expected.inserted + expected.updated + expected.unchanged
        #expect(absent == Int64(model.rows.count) - known)
      }
    }
  }

  @Test func `a row is not refused for another that is refused itself`() throws {
    let table = try TestTable(
      ", UNIQUE (a), FOREIGN KEY (b) REFERENCES numbers",
      then: "CREATE TABLE numbers (n INTEGER PRIMARY KEY); INSERT INTO numbers VALUES (10);")
    try table.load([Line(k: 2, a: "y", b: 10)])
    let (counts, _, rejects) = try table.load([
      Line(k: 1, a: "x", b: 13), Line(k: 2, a: "x", b: 10),
    ])
    #expect(counts.updated == 1 && rejects.map(\.line) == [2])
    #expect(try table.rows() == [Line(k: 2, a: "x", b: 10)])
  }
}
