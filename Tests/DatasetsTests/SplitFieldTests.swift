import Records
import Testing

@testable import Datasets

struct SplitFieldTests {
  private static let names = """
    {"name": "First", "column": "first"}, {"name": "Last", "column": "last"},
    {"name": "Name", "columns": ["first", "last"], "separators": [" ", "_"], "aliases": ["Employee"]}
    """

  @Test(
    "a text is split in one way or not at all",
    arguments: [
      ("Ann Lee", ["Ann", "Lee"]), ("Chuck_Norris", ["Chuck", "Norris"]), ("A  B", ["A", "B"]),
      ("Maeve O'Fallon", ["Maeve", "O'Fallon"]), ("Jean-Luc Moreau", ["Jean-Luc", "Moreau"]),
      ("Zoë Müller", ["Zoë", "Müller"]), ("Lee", nil), ("Mary Ann Smith", nil),
      ("Smith, Ann", nil), ("_ ", nil), ("Ann Lee;", nil),
    ] as [(String, [String]?)])
  func split(text: String, expected: [String]?) throws {
    let split = try #require(dataset(Self.names).splits.first)
    let bytes = Array(text.utf8)
    let parts = split.fields.indices.map { index -> String? in
      split.part(index).range(in: 0..<bytes.count, of: bytes.span).map {
        String(decoding: bytes[$0], as: UTF8.self)
      }
    }
    let found = parts.compactMap(\.self)
    #expect(found == expected ?? [])
  }

  @Test(
    "it counts where the file has none of its fields by itself",
    arguments: [
      (["employee"], [0, 0]), (["Name", "First"], [1]), (["First", "Last", "Name"], [0, 1]),
    ])
  func header(labels: [String], positions: [Int]) throws {
    let dataset = try dataset(Self.names)
    let head = batch([TestRecord(labels)])
    let match = try HeaderMatcher(dataset: dataset).match(head)
    #expect(match.columns.map(\.position) == positions)
  }
}
