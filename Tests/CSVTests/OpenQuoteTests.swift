import Records
import Testing

@testable import CSV
@testable import Input

struct OpenQuoteTests {
  private static let cell = String(repeating: "x,y; \"\"z\"\"\n", count: 4000)
  private static let value = String(repeating: "x,y; \"z\"\n", count: 4000)

  @Test(arguments: [(",", "2.5"), (";", "2,5"), ("\t", "2.5"), ("|", "2.5")], [4096, 256 << 10])
  func `a first record that goes on behind the head is read whole`(
    row: (delimiter: String, price: String), blockSize: Int
  ) throws {
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    reading.limits.headBytes = 1000
    let lines = [
      ["id", "text", "price"], ["1", "\"\(Self.cell)\"", row.price], ["2", "b", row.price],
      ["3", "c", row.price],
    ]
    let text = lines.map { $0.joined(separator: row.delimiter) + "\n" }.joined()
    let read = try reading.records(of: Array(text.utf8))
    #expect(read.map(\.fields.count) == [3, 3, 3, 3])
    #expect(read.dropFirst().first?.fields == ["1", Self.value, row.price])
    #expect(read.allSatisfy { $0.problem == nil })
  }

  @Test func `a quote that is not closed changes nothing`() throws {
    var reading = Reading()
    reading.request = DialectRequest()
    reading.limits.headBytes = 1000
    reading.limits.fieldBytes = 20_000
    let text = "id,text\n1,\"b\n" + String(repeating: "2,c\n", count: 10_000)
    let read = try reading.records(of: Array(text.utf8))
    #expect(read.count == 10_002)
    #expect(read.filter { $0.problem != nil }.count == 1)
  }

  @Test(
    "where a cell is open",
    arguments: [
      ("", nil), ("a,\"b\",c\n", nil), ("a,\"b", 2), ("a,\"b\"\"", 2), ("a,\"b\"\"\",c", nil),
      ("a \"b", nil), ("\"a\n", 0), ("a;\"b\";\"c", 6), ("a,\"b \"c\" d", 2), ("5\",6\"", nil),
      ("\"\"\n", nil), ("a|\"", 2),
    ] as [(String, Int?)])
  func open(text: String, start: Int?) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var quote = OpenQuote()
      quote.read(bytes, to: cut)
      quote.read(bytes, to: bytes.count)
      #expect(quote.start == start, "cut at \(cut)")
    }
  }
}
