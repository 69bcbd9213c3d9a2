import SeedSupport
import Testing

@testable import CSV
@testable import Input

struct DialectTests {
  @Test(
    arguments: [
      ("\"a,b\"", "a,b"), ("\"a,\"\"b\"\"\"", "a,\"b\""), ("\"\"", ""), ("\"\"\"\"", "\""),
      ("\"a\",\"b\"", nil), ("a", nil), ("\"a", nil), ("\"", nil), ("", nil), ("\"a\"b\"", nil),
    ] as [(String, String?)])
  func `quotes around a line are taken off`(line: String, inner: String?) {
    #expect(Dialect.unwrapped(Array(line.utf8)[...]) == inner.map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      ("\"a,b\"\n\"1,2\"\n", [["a", "b"], ["1", "2"]]),
      ("\"a;b;c\"\n\"x;1,5;z\"\n", [["a", "b", "c"], ["x", "1,5", "z"]]),
      ("\"a,b,c\"\n\"x,\"\"y, z\"\",u\"\n", [["a", "b", "c"], ["x", "y, z", "u"]]),
      ("\"Lee,Ann\"\n\"Ray,Bob\"\n", [["Lee,Ann"], ["Ray,Bob"]]),
      ("\"Lee, Ann, Dr\"\n\"Ray, Bob, Dr\"\n", [["Lee, Ann, Dr"], ["Ray, Bob, Dr"]]),
      ("\"1,50\"\n\"2,50\"\n", [["1,50"], ["2,50"]]),
      ("\"1,234,500\"\n\"2,344,500\"\n", [["1,234,500"], ["2,344,500"]]),
    ] as [(String, [[String]])], blockSizes)
  func `lines in quotes are records where nothing else can be meant`(
    row: (text: String, records: [[String]]), blockSize: Int
  ) throws {
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    #expect(try reading.records(of: Array(row.text.utf8)).map(\.fields) == row.records)
    reading.request.quote = .byte(0x22)
    let asked = try reading.records(of: Array(row.text.utf8))
    #expect(asked.first?.fields.count == 1)
  }

  @Test(arguments: 1...25)
  func `a table reads back from lines in quotes`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) << 8)
    let cells = ["x", "a, b", "\\", "é", "", "2.5", "\"x\",y", "3/8\" y", "it's"]
    let table =
      [["id", "name", "note"]]
      + (0..<Int.random(in: 1...20, using: &random)).map { row in
        ["\(row)"] + (0..<2).map { _ in cells.randomElement(using: &random) ?? "" }
      }
    func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
    let lines = table.map { row in
      quoted(
        row.map { $0.contains { ",\"".contains($0) } ? quoted($0) : $0 }.joined(separator: ","))
    }
    var reading = Reading(blockSize: [1, 7, 4096][seed % 3])
    reading.request = DialectRequest()
    let read = try reading.records(of: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(read.map(\.fields) == table)
    #expect(read.allSatisfy { $0.problem == nil })
  }
}
