import CSV
import Input
import Records
import Testing

@testable import Documents

struct DocumentReaderTests {
  static let blocks = [1, 2, 3, 7, 4096]

  static let json: [(text: String, records: [String])] = [
    ("[]", []), ("", []), (" [ \n ] \n", []),
    (#"[{"a":1,"b":"x"},{"a":2,"b":null}]"#, ["a,b", "1 nu=1,st=x", "2 nu=2,nu="]),
    ("{\"a\":1}\n{\"a\":2}\n\n{\"a\":3}", ["a", "1 nu=1", "2 nu=2", "4 nu=3"]),
    ("{\"a\":1}{\"a\":2}\r\n{\"a\":3}\r\n", ["a", "1 nu=1", "2 nu=2", "3 nu=3"]),
    ("[\n{\"a\":1},\n{\"a\":2}\n]\n[{\"a\":3}]", ["a", "2 nu=1", "3 nu=2", "5 nu=3"]),
    (
      "[\n  {\n    \"a\": 1,\n    \"b\": \"x\"\n  },\n  {\n    \"b\": \"y\"\n  }\n]\n",
      ["a,b", "2 nu=1,st=x", "6 nu=,st=y"]
    ),
    ("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", ["a", "1 nu=1", "2 nu=2"]),
    (#"{"a":1,"b":2}{"b":3,"a":4}"#, ["a,b", "1 nu=1,nu=2", "2 nu=4,nu=3"]),
    (#"{"a":[1,2],"b":true}"#, ["a,b", "1 ne=[1,2],bo=true"]),
    // What is no object, or no JSON, is a record that is none, and the others are read.
    (
      "{\"a\":1}\n{\"a\":2,}\nnonsense\n{\"a\":3}\n",
      [
        "a", "1 nu=1", "2 malformed: expected a name in quotes but found }",
        "3 malformed: expected a value but found nonsense", "4 nu=3",
      ]
    ),
    (
      "[{\"a\":1},\n {\"a\" 2},\n {\"a\":3}]",
      ["a", "1 nu=1", "2 malformed: expected \":\" but found 2},", "3 nu=3"]
    ),
    (
      "[1,{\"a\":1},[2]]",
      [
        "a", "1 malformed: expected an object but found 1", "2 nu=1",
        "3 malformed: expected an object but found [2]",
      ]
    ),
    (
      #"{"a":1,"a":2}"# + "\n" + #"{"a":3}"#,
      ["a", "1 malformed: expected each name once but found \"a\" twice", "2 nu=3"]
    ),
    // A file that was cut.
    (
      "[{\"a\":1},\n{\"a\":2",
      [
        "a", "1 nu=1",
        "2 truncated: expected \"}\" but found the end of the file; its end may be missing",
      ]
    ),
    (
      "[{\"a\":1},\n",
      [
        "a", "1 nu=1",
        "2 truncated: expected \"]\" but found the end of the file; its end may be missing",
      ]
    ),
    // Where the object ends can be told, and nothing else is lost.
    (
      "[{\"a\":1} {\"a\":2}]",
      ["a", "1 nu=1", "2 malformed: expected \",\" between two objects but found none", "3 nu=2"]
    ),
    (
      "[{\"a\":1},]",
      ["a", "1 nu=1", "2 malformed: expected an object behind \",\" but found \"]\""]
    ),
    (
      "[{\"a\":1},{\"a\":},{\"a\":\"}\\\"{\",},{\"a\":3} ]",
      [
        "a", "1 nu=1", "2 malformed: expected a value but found },{\"a\":\"}\\\"{\",},{\"a\":3} ",
        "3 malformed: expected a name in quotes but found },{\"a\":3} ]", "4 nu=3",
      ]
    ),
    (
      "[{\"a\":},\n{\"a\":2}\n]", ["a", "1 malformed: expected a value but found },", "2 nu=2"]
    ),
    (
      "{\"a\":1},\n{\"a\":2},\n",
      [
        "a", "1 nu=1",
        "2 malformed: expected no comma behind an object that is in no array but found one",
        "3 nu=2",
        "4 malformed: expected no comma behind an object that is in no array but found one",
      ]
    ),
    (
      "{\"a\":1},{\"a\":2}\n",
      [
        "a", "1 nu=1",
        "2 malformed: expected no comma behind an object that is in no array but found one",
        "3 nu=2",
      ]
    ),
    // It can't.
    (
      "[{\"a\":1},{\"a\":\"x},{\"a\":2}]",
      [
        "a", "1 nu=1",
        "2 truncated: expected \",\" or \"}\" but found a\":2}]; "
          + "the rest of the line can't be read: 17 bytes",
        "3 truncated: expected \"]\" but found the end of the file; its end may be missing, "
          + "and the last 17 bytes can't be read",
      ]
    ),
  ]

  @Test(arguments: json, blocks)
  func `objects are records, whatever the blocks are`(
    sample: (text: String, records: [String]), block: Int
  ) throws {
    let document = try DocumentSample(sample.text)
    defer { document.remove() }
    #expect(try document.records(block: block) == sample.records)
    #expect(try document.records(block: block, batchRecords: 1) == sample.records)
  }

  static let markdown: [(text: String, records: [String])] = [
    ("| a | b |\n| --- | --- |\n| 1 | x |\n", ["a,b", "3 st=1,st=x"]),
    ("a | b\n:-- | --:\n1 | x\n2 |\n", ["a,b", "3 st=1,st=x", "4 st=2,pl="]),
    (
      "# Title\n\ntext\n\n|a|b|\r\n|-|-|\r\n|1|2|3|\r\n|4|\r\n\r\nmore text | with a bar\n",
      ["a,b", "7 st=1,st=2,st=3", "8 st=4,pl="]
    ),
    (
      "| a |\n|---|\n| --- |\n| NULL |\n| \"NULL\" |\n| \"\" |",
      ["a", "3 st=---", "4 nu=", "5 st=NULL", "6 st="]
    ),
    ("|a|\n|-|\n|x|\n\n|b|\n|-|\n|y|\n|-|\n", ["a", "3 st=x", "5 st=b", "7 st=y", "8 st=-"]),
    // A file that was cut, where its rows end with bars.
    (
      "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | x",
      [
        "a,b", "3 st=1,st=2",
        "4 truncated: expected \"|\" but found the end of the file; its end may be missing",
      ]
    ),
    (
      "|a|b|\n|-|-|\n|1|",
      ["a,b", "3 truncated: expected \"|\" but found the end of the file; its end may be missing"]
    ),
    ("| a |\n|---|\n", ["a"]), ("a | b\n- | -\n1 | 2\n3", ["a,b", "3 st=1,st=2", "4 st=3,pl="]),
  ]

  @Test(arguments: markdown, blocks)
  func `rows of a table are records`(
    sample: (text: String, records: [String]), block: Int
  ) throws {
    let document = try DocumentSample(sample.text, .markdown)
    defer { document.remove() }
    #expect(try document.records(block: block) == sample.records)
    #expect(try document.records(block: block, batchRecords: 1) == sample.records)
  }

  @Test(
    arguments: [
      ("a\\|b", "a|b"), ("c\\\\d", "c\\d"), ("\\n", "\\n"), ("x<br>y<br />z", "x\ny\nz"),
      ("&lt;&amp;&gt; &quot;", "<&> \""), ("&#32;x&#x20;", " x "), ("&#27;\\[31m", "\u{1b}[31m"),
      ("\\&#32; &nosuch; &#xD800; &#;", "&#32; &nosuch; &#xD800; &#;"),
      ("\\\"NULL\\\"", "\"NULL\""),
      ("\\<br>", "<br>"), ("&nbsp;", "\u{A0}"), ("a\\", "a\\"),
    ])
  func `a cell's escapes are undone`(cell: String, expected: String) throws {
    let document = try DocumentSample("| a | b |\n|---|---|\n| \(cell) | x |\n", .markdown)
    defer { document.remove() }
    let kind = cell == "&nbsp;" ? "pl" : "st"
    // A backslash at the end escapes the blank before the bar, which is none.
    #expect(try document.records().last == "3 \(kind)=\(expected),st=x")
  }

  @Test(arguments: blocks)
  func `names that come late make a record a problem, unless they are null`(block: Int) throws {
    let first = String(repeating: "{\"a\":1}\n", count: 20)
    let document = try DocumentSample(first + "{\"b\":null,\"a\":2}\n{\"a\":3,\"b\":4}\n")
    defer { document.remove() }
    let records = try document.records(block: block, batchBytes: 64)
    // Where a whole block is read at once, all of it is the head.
    if records[0] == "a,b" {
      #expect(records.suffix(2) == ["21 nu=2,nu=", "22 nu=3,nu=4"])
    } else {
      #expect(records.suffix(2) == ["21 nu=2", "22 nu=3,nu=4 ragged"])
    }
  }

  @Test(arguments: [
    (#"{"data":[{"a":1},{"a":2}]}"#, "data"), (#"{"n":[1],"x":{"y":[{}]},"z":[ {}]}"#, "z"),
    (#"{"x":{"data":[{"a":1}]}}"#, "x.data"),
    (#"{"m":{"n":1},"x":{"y":{"z":[{}]}},"d":2}"#, "x.y.z"),
    (#"{"a":{},"x":{"y":[{}]}}"#, "x.y"), (#"{"x":{"y":[1]}}"#, nil),
    (#"{"data":[]}"#, nil), (#"{"a":1}"#, nil), (#"{"data":[{"a":1}]}{"data":[{"a":1}]}"#, nil),
    (#"[{"data":[{"a":1}]}]"#, nil), ("", nil),
  ])
  func `an array of objects within the only one is named`(text: String, name: String?) throws {
    let document = try DocumentSample(text)
    defer { document.remove() }
    #expect(try document.reader(block: 3).arrayPath == name?.split(separator: ".").map(String.init))
  }

  @Test func `the records so far are given while more and more can't be read`() throws {
    let text = "[{\"a\":1},\n[" + String(repeating: "{\"a\":1},\n [\n", count: 300)
    let document = try DocumentSample(text)
    defer { document.remove() }
    let reader = try document.reader(block: 16, batchBytes: 64)
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.records.count == 2 && reader.givenBytes < 1000)
  }

  @Test(arguments: blocks)
  func `bytes that are no text are told`(block: Int) throws {
    var bytes = Array("{\"a\":\"é\"}\n{\"a\":\"".utf8)
    bytes += [0xC3, 0x28] + Array("\"}\n{\"a\":\"ü\"}\n{\"a\":\"äöü\"}\n".utf8)
    let document = try DocumentSample(bytes)
    defer { document.remove() }
    let records = try document.records(block: block)
    #expect(records[1] == "1 st=é" && records.count == 5, "\(records)")
    #expect(records[2].hasPrefix("2 invalidEncoding: expected UTF-8 text, but found 0xC3"))
  }

  @Test func `it can be read twice, and says how far it is`() throws {
    let document = try DocumentSample("{\"a\":1}\n{\"a\":2}\n")
    defer { document.remove() }
    let reader = try document.reader(block: 3, batchRecords: 1)
    #expect(reader.fieldCount == 1 && reader.isRegularFile && reader.flaw == nil)
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(reader.givenBytes == 7)
    try reader.rewind()
    #expect(try reader.read(into: &batch))
    #expect(DocumentSample.texts(batch) == ["1 nu=1"])
    #expect(try reader.read(into: &batch))
    #expect(try !reader.read(into: &batch))
    #expect(try reader.digest().byteCount == 16 && batch.consumedBytes == 16)
    let none = try DocumentSample("[1]")
    defer { none.remove() }
    #expect(try none.reader(block: 8).flaw?.message == "expected an object but found 1")
  }
}
