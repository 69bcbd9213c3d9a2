import FileSupport
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
      ("Report,,,\na,b,c,d\nx,y,z,u\nv,w,s,t\n", 2...2, .title(line: 1)),
      ("ann\nbob,ulm\neve,aix\n", 2...2, .title(line: 1)),
      ("Report\nname,town\nAnn,Ulm\nBob,Aix\n", 2...2, nil),
      ("Stock\nname,town\nAnn,Ulm\nBob,Aix\n", 2...2, .title(line: 1)),
      ("Made by us\nname,city\neve,aix\n", 2...2, nil),
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
    let layout = try layout(of: text)
    #expect(layout.headerLine == lines.lowerBound && layout.lastHeaderLine == lines.upperBound)
    #expect(layout.doubt == doubt)
    #expect(layout.preambleRecords == lines.lowerBound - 1)
  }

  @Test(
    arguments: [
      ("ann,\nbob,ulm\neve,aix\n", .sparseRecord(line: 1, full: 2)),
      (",box\n,pen\ncup,jar\n", .sparseRecord(line: 1, full: 3)),
      (",big box,\n1,pen,2\n3,cup,4\n", .sparseRecord(line: 1, full: 2)),
      (",box,\n1,pen,2\n3,cup,4\n", nil),
      ("All of it,,\nx,y,1\nz,u,2\n", .title(line: 1)),
      ("a;b\n1;x;2\n2;y;3\n3;z;3\n", .title(line: 1)),
    ] as [(String, HeaderDoubt?)])
  func `what may be no record is told where there is no header`(
    text: String, doubt: HeaderDoubt?
  ) throws {
    let layout = try layout(of: text)
    #expect(layout.header.isEmpty && layout.doubt == doubt)
  }

  private func layout(of text: String) throws -> TableLayout {
    let file = try TemporaryFile(Array(text.utf8))
    var reading = Reading(blockSize: 4096)
    reading.request = DialectRequest()
    let reader = try reading.reader(of: file.path)
    var head = RecordBatch()
    reader.readHead(into: &head)
    return TableLayout(head, reader.detection)
  }

  @Test(
    arguments: [
      ("1,2\n3,4\n\na,b,c\n1,2,3\n4,5,6\n7,8,9\n", .tableAbove(lines: 1...2)),
      ("a,b,c,d\n,,,x\n\na,b,c\n1,2,3\n4,5,6\n7,8,9\n", .tableAbove(lines: 1...2)),
      ("a,b\nx,u\ny,v\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n", .pairsAbove(lines: 1...3)),
      ("All of it\n\na,b\nx,\n,v\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n", .pairsAbove(lines: 3...5)),
      ("Unit:,u\nName:,v\nOf:,w\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n", nil),
      ("Unit,u\nName,v\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n", nil),
      ("From,2020-01-01,\nTo,2020-02-01,\n\na,b,c\n1,2,3\n4,5,6\n7,8,9\n", nil),
    ] as [(String, HeaderDoubt?)])
  func `lines that may be another table are told`(text: String, doubt: HeaderDoubt?) throws {
    #expect(try layout(of: text).doubt == doubt)
  }

  @Test func `what is likely to be wrong is grave`() {
    let doubts: [(HeaderDoubt, Bool)] = [
      (.joinedTitle(line: 3), true), (.title(line: 3), true),
      (.record(line: 3, isSpaced: true), true),
      (.record(line: 3, isSpaced: false), false), (.sparseRecord(line: 3, full: 4), false),
      (.tableAbove(lines: 3...4), true), (.pairsAbove(lines: 3...4), false),
    ]
    for (doubt, isGrave) in doubts { #expect(doubt.isGrave == isGrave && doubt.line == 3) }
  }
}
