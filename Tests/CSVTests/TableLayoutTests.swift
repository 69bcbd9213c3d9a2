import FileSupport
import Records
import Testing

@testable import CSV
@testable import Input

struct TableLayoutTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let headerLine: Int64?
    let lastHeaderLine: Int64
    let labels: [String]
    var preamble = 0

    init(
      _ name: String, _ text: String, line: Int64?, last: Int64? = nil, _ labels: [String],
      preamble: Int = 0
    ) {
      testDescription = name
      self.text = text
      headerLine = line
      lastHeaderLine = last ?? line ?? 0
      self.labels = labels
      self.preamble = preamble
    }
  }

  static let cases: [Case] =
    [
      Case("an empty file", "", line: nil, []),
      Case("a header only", "a,b\n", line: 1, ["a", "b"]),
      Case("one record", "a,b\n1,2\n", line: 1, ["a", "b"]),
      Case("text only", "name,city\nx,y\nz,y\n", line: 1, ["name", "city"]),
      Case("no header", "1,Chai,39\n2,Chang,17\n", line: nil, []),
      Case("no header, text only", "x,y\nx,z\n", line: nil, []),
      Case("no header, a record hardly filled", "0,,\n1,x,y\n2,,z\n3,x,z\n", line: nil, []),
      Case(
        "a header twice, text only", "name,city\nname,city\nx,y\nz,y\n", line: 1, last: 2,
        ["name name", "city city"]),
      Case(
        "a header three times, text only", "name,city\nname,city\nname,city\nx,y\n", line: 1,
        last: 3,
        ["name name name", "city city city"]),
      Case("one record four times", "x,y\nx,y\nx,y\nx,y\nz,u\n", line: nil, []),
      Case(
        "a label too many, a record hardly filled", "n,a,,b,c\n0,,,\n1,x,y,z\n2,,z,z\n3,x,z,z\n",
        line: 1, ["n", "a", "b", "c"]),
      Case(
        "lines above", "Report,,\n\nof 2020,,\n\na,b,c\n1,2,3\n", line: 5, ["a", "b", "c"],
        preamble: 2),
      Case(
        "short lines above", "Report\nmade today\na,b,c\n1,2,3\n4,5,6\n7,8,9\n", line: 3,
        ["a", "b", "c"], preamble: 2),
      Case(
        "two lines of labels", ",S1,,S2,\nday,P1,P2,P1,P2\n1/1/2015,1,2,3,4\n1/2/2015,1,2,3,4\n",
        line: 1, last: 2, ["day", "S1 P1", "S1 P2", "S2 P1", "S2 P2"]),
      Case(
        "units below the labels", "name,mass,size\n-,kg,m\nx,1,2\ny,2,3\nz,3,4\n", line: 1, last: 2,
        ["name -", "mass kg", "size m"]),
      Case(
        "years as labels", "land,2019,2020,2021\nA,1,2,3\nB,4,5,6\n", line: 1,
        ["land", "2019", "2020", "2021"]),
      Case(
        "labels on two lines", "\"first\nname\",n\nx,1\n", line: 1, last: 2, ["first\nname", "n"]),
      Case("two tables", "a,b\n1,2\n3,4\n\nc,d\n5,6\n", line: 1, ["a", "b"]),
      Case(
        "a wider table", "a,b\n1,2\n3,4\n5,6\n\nc,d,e\n5,6,7\n", line: 1, ["a", "b"]),
      Case(
        "a first table that is shorter", "t\n\na,b\nx,1\ny,2\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n",
        line: 3,
        ["a", "b"], preamble: 1),
      Case(
        "a first table of text",
        "a,b,c\nx,y,z\nu,v,w\n\nd,e\n1,5\n2,7\n3,9\n4,9\n5,9\n", line: 1, ["a", "b", "c"]),
      Case(
        "a first table with its rows of delimiters",
        "a,b,,,\nx,1,,,\ny,2,,,\n,,,,\nc,d,e,f,g\n1,5,6,7,8\n2,7,8,9,0\n", line: 1,
        ["a", "b", "", "", ""]),
      Case(
        "a long first table",
        "a,b\n" + String(repeating: "x,1\n", count: 300) + "c,d,e\n"
          + String(repeating: "1,5,6\n", count: 400), line: 1, ["a", "b"]),
      Case(
        "keys and days", "File,x\nFrom,2020-01-01\nTo,2020-02-01\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n",
        line: 5, ["c", "d", "e"], preamble: 3),
      Case(
        "keys with colons", "File:,x\nRows:,2\nTables:,3\n\nc,d,e\n1,5,6\n2,7,8\n3,9,0\n",
        line: 5, ["c", "d", "e"], preamble: 3),
      Case(
        "no header, records hardly filled",
        "X0,,Y,\nX1,,N,\nX2,q,N,1.5\nX3,r,Y,2\nX4,s,N,3\nX5,s,N,3\n", line: nil, []),
      Case("an empty line within", "a,b\n1,2\n\n3,4\n", line: 1, ["a", "b"]),
    ] + firstRecords + firstGaps + firstTables + writtenValues + years
    + groupedYears

  /// First records that have text where the records below have numbers: no labels.
  static let firstRecords: [Case] =
    ["N/A", "bad", "tbd", "unknown", "-", "NULL", "n/a", "see note"].flatMap { value in
      [
        Case(
          "\(value) first", "name,price\nfoo,\(value)\nbar,1.50\nbaz,2.50\n", line: 1,
          ["name", "price"]),
        Case(
          "\(value) twice", "name,price,n\n-,\(value),\(value)\nbar,1.50,2\nbaz,2.50,3\n", line: 1,
          ["name", "price", "n"]),
        Case(
          "\(value) in all columns", "price,n\n\(value),\(value)\n1.50,2\n2.50,3\n", line: 1,
          ["price", "n"]),
        Case(
          "\(value) and no name", "name,price,n\n,\(value),bad\n,1.50,2\nx,2.50,3\n", line: 1,
          ["name", "price", "n"]),
        Case(
          "\(value) below too",
          "name,price,n\n,\(value),other\nx,1,2\nx,2,3\nx,2,3\ny,\(value),other\n", line: 1,
          ["name", "price", "n"]),
      ]
    } + [
      Case(
        "labels below what they divide",
        "land,sold,,bought,\ncode,Q1,Q2,Q1,Q2\nA,1,2,3,4\nB,1,2,3,4\n",
        line: 1, last: 2, ["land code", "sold Q1", "sold Q2", "bought Q1", "bought Q2"]),
      Case(
        "the header twice", "name,n\nname,n\nx,1\ny,2\n", line: 1, last: 2,
        ["name name", "n n"]),
      Case(
        "words above values and text",
        "Bank,Closing,Fund\nName,Date,Number\nA,2020-01-02,4001\nB,2020-03-04,4002\n", line: 1,
        last: 2, ["Bank Name", "Closing Date", "Fund Number"]),
      Case(
        "words, one of them a record's", "name,from,to\nA,soon,late\nA,1,2\nB,2,3\nC,2,3\n",
        line: 1,
        ["name", "from", "to"]),
      Case(
        "words with a number", "id,from,to\n1,soon,late\n2,1,2\n3,2,3\n4,2,3\n", line: 1,
        ["id", "from", "to"]),
      Case(
        "labels and units below what they divide",
        "land,sold,,bought,\ncode,Q1,Q2,Q1,Q2\n,kg,t,kg,t\nA,1,2,3,4\nB,1,2,3,4\n", line: 1,
        last: 3,
        ["land code", "sold Q1 kg", "sold Q2 t", "bought Q1 kg", "bought Q2 t"]),
      Case(
        "two faulty records", "name,from,to\nA,soon,late\nB,never,late\nC,1,2\nD,2,3\nE,3,4\n",
        line: 1,
        ["name", "from", "to"]),
      Case(
        "numbered columns", "Column1,Column2\nname,n\nx,1\ny,2\n", line: 1, last: 2,
        ["Column1 name", "Column2 n"]),
      Case(
        "units and empty notes", "name,mass,size,t,note\n,kg,m,s,\nx,1,2,3,\ny,2,3,4,z\n", line: 1,
        last: 2,
        ["name", "mass kg", "size m", "t s", "note"]),
      Case(
        "an index without a label", ",name,price\n0,x,bad\n1,y,2\n2,z,3\n", line: 1,
        ["", "name", "price"]),
    ]

  @Test(arguments: cases, blockSizes)
  func `the header is found`(row: Case, blockSize: Int) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    let reader = try reading.reader(of: file.path)
    var head = RecordBatch()
    reader.readHead(into: &head)
    let layout = TableLayout(head, reader.detection)
    #expect(layout.headerLine == row.headerLine)
    #expect(layout.lastHeaderLine == row.lastHeaderLine)
    #expect(layout.labels == row.labels)
    #expect(layout.preambleRecords == row.preamble)
  }

  @Test(arguments: [1, 2, 3, 5], blockSizes)
  func `lines at the end can be left out`(count: Int, blockSize: Int) throws {
    for (end, lineEnd) in [("", "\n"), ("\n", "\n"), ("\r\n", "\r\n"), ("", "\r\n"), ("\r", "\r")] {
      let lines = (1...9).map { "\($0),x" }
      let file = try TemporaryFile(Array((lines.joined(separator: lineEnd) + end).utf8))
      var reading = Reading(blockSize: blockSize)
      reading.limits.footerLines = count
      var reader = try reading.reader(of: file.path)
      #expect(try reader.copies().map { $0.fields[0] } == (1...9 - count).map(String.init))
    }
  }

  @Test(arguments: blockSizes)
  func `a last record that is cut off is a problem`(blockSize: Int) throws {
    for (text, code): (String, RejectCode?) in [
      ("a,b,c\n1,2", .truncated), ("a,b,c\n1,2\n", nil), ("a,b,c\n1,2,", nil),
      ("a,b,c\n1", .truncated),
    ] {
      let file = try TemporaryFile(Array(text.utf8))
      var reader = try Reading(blockSize: blockSize).reader(of: file.path)
      reader.beginRecords(afterLine: 1, fieldCount: 3, leastFieldCount: 3)
      #expect(try reader.copies().map(\.problem) == [code])
    }
  }

  @Test(arguments: [
    ("2-Feb-21", "2", true), ("2-Feb-21", "2-", true), ("2-Feb-21", "2-Fe", true),
    ("2-Feb-21", "12-Feb-21", false), ("2-Feb-21", "2-Feb-2", true), ("2-Feb-21", "", false),
    ("2021-02-03", "2021", true), ("2021-02-03", "2021-02-0", true), ("10:30:00", "10:3", true),
    ("1.50", "1", false), ("1.50", "1.5", false), ("150", "15", false), ("word", "wo", false),
    ("2021-02-03", "2021-02-04", false), ("2021-02-03", "N/A", false),
  ])
  func `a last field that is cut off is a problem`(value: String, last: String, isCut: Bool) throws
  {
    let records = String(repeating: "x,\(value)\n", count: 30)
    for (end, code) in [("", isCut ? RejectCode.truncated : nil), ("\n", nil)] {
      for blockSize in blockSizes {
        let file = try TemporaryFile(Array("a,b\n\(records)x,\(last)\(end)".utf8))
        var reader = try Reading(blockSize: blockSize).reader(of: file.path)
        reader.beginRecords(afterLine: 1, fieldCount: 2, leastFieldCount: 2)
        #expect(try reader.copies().last?.problem == code)
      }
    }
  }
}
