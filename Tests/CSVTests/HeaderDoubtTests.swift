import Records
import Testing

@testable import CSV
@testable import Input

struct HeaderDoubtTests {
  @Test(
    arguments: [
      ("Monthly sales report\nid name qty\n1 box 2\n2 pen 3\n", 2...2, nil),
      ("SALES LIST 2020\nid name qty\n1 box 2\n2 pen 3\n", 2...2, nil),
      ("Our monthly sales\nid name qty\n1 box 2\n2 pen 3\n", 2...2, .title(line: 1)),
      ("Ulm, Germany\nid,qty\n1,2\n2,3\n", 2...2, .title(line: 1)),
      ("monthly sales numbers\nid name qty\n1 box 2\n2 pen 3\n", 1...2, .joinedTitle(line: 1)),
      ("Monthly Sales Numbers\nId Name Qty\n1 box 2\n2 pen 3\n", 1...2, .joinedTitle(line: 1)),
      (
        "monthly sales numbers\nid name town\n1 box ulm\n2 pen aix\n", 1...1,
        .record(line: 2, isSpaced: true)
      ),
      (
        "name,price\nfoo,see note\nbar,1.50\nbaz,2.50\n", 1...1, .record(line: 2, isSpaced: false)
      ),
      (
        "Date,Open,Close\n,USD,USD\n2020-01-01,1,2\n2020-01-02,3,4\n", 1...1,
        .record(line: 2, isSpaced: false)
      ),
      ("Name,Open,Close\n,USD,USD\nA,1,2\nB,3,4\n", 1...1, .record(line: 2, isSpaced: false)),
      ("id,name\n1,box,\n2,pen,\n3,cup,\n", 1...1, nil),
      ("id,name,\n1,box\n2,pen\n3,cup\n", 1...1, nil),
      ("name,price\nfoo,N/A\nbar,1.50\nbaz,2.50\n", 1...1, nil),
      ("time depth temp\ns m C\n1 2 3\n4 5 6\n", 1...2, nil),
      ("report date amount\nid utc usd\n1 2020-01-01 5\n2 2020-01-02 6\n", 1...2, nil),
      ("Time depth temp\nutc [m] °C\n1 2 3\n4 5 6\n", 1...2, nil),
      ("day price price\nutc open close\n1 2 3\n4 5 6\n", 1...2, nil),
      ("name qty\nname qty\nx 1\ny 2\n", 1...2, nil),
      ("Name town street\nann ulm oak\nbob aix elm\n", 1...1, nil),
      ("Bank,Closing,Fund\nName,Date,Number\nA,2020-01-02,4001\nB,2020-03-04,4002\n", 1...2, nil),
    ] as [(String, ClosedRange<Int64>, HeaderDoubt?)])
  func `what may be a title is told`(
    text: String, lines: ClosedRange<Int64>, doubt: HeaderDoubt?
  ) throws {
    let file = try TemporaryFile(Array(text.utf8))
    var reading = Reading(blockSize: 4096)
    reading.request = DialectRequest()
    let reader = try reading.reader(of: file.path)
    var head = RecordBatch()
    reader.readHead(into: &head)
    let layout = TableLayout(head, reader.detection)
    #expect(layout.headerLine == lines.lowerBound && layout.lastHeaderLine == lines.upperBound)
    #expect(layout.doubt == doubt)
    #expect(layout.preambleRecords == lines.lowerBound - 1)
  }

  @Test func `what is likely to be wrong is grave`() {
    let doubts: [(HeaderDoubt, Bool)] = [
      (.joinedTitle(line: 3), true), (.title(line: 3), true),
      (.record(line: 3, isSpaced: true), true),
      (.record(line: 3, isSpaced: false), false),
    ]
    for (doubt, isGrave) in doubts { #expect(doubt.isGrave == isGrave && doubt.line == 3) }
  }
}
