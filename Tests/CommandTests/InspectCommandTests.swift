import Foundation
import Testing

@testable import bank_etl

struct InspectCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private struct Found: Decodable {
    struct Encoding: Decodable {
      var name: String
      var firstInvalidUtf8: Int?
    }
    struct Mention: Decodable {
      var line: Int
    }
    struct Column: Decodable {
      var label: String
      var type: String
      var values: Int
      var empty: Int
      var least: String?
      var greatest: String?
      var distinct: Int
      var dateOrder: String?
    }
    struct Fit: Decodable {
      var name: String?
      var rejected: Int
      var records: Int
    }
    var version: Int
    var textBytes: Int
    var preamble: [Mention]
    var whole: Bool
    var encoding: Encoding
    var lineEnds: String
    var delimiter: String
    var quote: String?
    var headerLine: Int?
    var headerLines: Int
    var preambleRecords: Int
    var footer: [Mention]
    var records: Int
    var fields: Int
    var raggedRecords: Int
    var blankRecords: Int
    var repeatedHeaders: Int
    var totalRows: Int
    var problems: [String: Int]
    var columns: [Column]
    var dataset: Fit
  }

  private func inspect(_ name: String, _ options: String...) async throws -> Found {
    let words = options.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try await workspace.shell("$BANK_ETL inspect \(name) --json \(words)")
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Found.self, from: outcome.output)
  }

  @Test func `layout, dialect and encoding are found`() async throws {
    let text = """
      Ventas de Asunci\u{F3}n;;
      Name;Amount;Day
      A;1.234,50;23/02/2007
      B;;5/6/2016
      ;;
      C;-5
      Name;Amount;Day
      D;"3
      4";1/1/2016
      E;7;"2/2/2016
      Total;1.239,50;
      """
    try workspace.write("in.csv", text.unicodeScalars.map { UInt8($0.value) })
    let found = try await inspect("in.csv")
    #expect(found.version == 1 && found.whole)
    #expect(found.encoding.name == "windows-1252" && found.encoding.firstInvalidUtf8 == 16)
    #expect(found.lineEnds == "lf" && found.delimiter == "semicolon" && found.quote == "\"")
    #expect(found.headerLine == 2 && found.headerLines == 1 && found.preambleRecords == 1)
    #expect(found.preamble.map(\.line) == [1] && found.textBytes == text.utf8.count)
    #expect(found.records == 7 && found.fields == 3)
    #expect(found.raggedRecords == 1 && found.blankRecords == 1 && found.repeatedHeaders == 1)
    #expect(found.problems == ["unclosed_quote": 1])
    #expect(found.totalRows == 1 && found.footer.map(\.line) == [11])
    #expect(found.columns.map(\.label) == ["Name", "Amount", "Day"])
    #expect(found.columns[2].type == "date" && found.columns[2].dateOrder == "dmy")
    #expect(found.columns[2].least == "2007-02-23" && found.columns[2].greatest == "2016-06-05")
    #expect(found.columns[1].values == 2 && found.columns[1].empty == 1)
    #expect(found.dataset.name == nil)
  }

  @Test func `the dataset that fits is named, with how well it does`() async throws {
    try workspace.write(
      "list.csv", "Bank Name,City,ST,CERT,Closing Date\nA Bank,X,NY,12,23-Feb-07\nB,Y,NJ,x,\n")
    let found = try await inspect("list.csv")
    #expect(found.dataset.name == "failed-banks")
    #expect(found.dataset.records == 2 && found.dataset.rejected == 1)
    let text = try await workspace.run("inspect", "list.csv")
    #expect(text.stdout.contains("1 of 2 records would be rejected"), "\(text)")
  }

  @Test func `a sample is read, or all of the file`() async throws {
    let text = String(repeating: "abc ", count: 100)
    let lines = (1...12_000).map { "\($0),\(text)" }.joined(separator: "\n")
    try workspace.write("in.csv", "n,text\n" + lines)
    let sample = try await inspect("in.csv")
    #expect(!sample.whole && sample.records < 12_000)
    // What was looked at ends with the last record that was counted.
    let looked = Array(("n,text\n" + lines).utf8.prefix(sample.textBytes))
    #expect(looked.last == 0x0A && looked.count { $0 == 0x0A } == sample.records + 1)
    let all = try await inspect("in.csv", "--full")
    #expect(all.whole && all.records == 12_000)
    #expect(all.columns[0].type == "integer" && all.columns[0].greatest == "12000")
    #expect((10_500...13_500).contains(all.columns[0].distinct) && all.columns[1].distinct == 1)
  }

  @Test func `what was found can be overruled`() async throws {
    try workspace.write("in.csv", "a;b\n1,2;x\n3,4;y\n")
    let found = try await inspect("in.csv", "--delimiter", ",", "--no-header")
    #expect(found.delimiter == "comma" && found.headerLine == nil)
    #expect(found.fields == 2)
    let later = try await inspect("in.csv", "--header-line", "2", "--skip-footer", "1")
    #expect(later.headerLine == 2 && later.records == 0)
  }

  @Test func `standard input can be looked at, and its controls reach no terminal`() async throws {
    try workspace.write("in.csv", "a\u{1B}[31m,b\n1,2\n")
    let outcome = try await workspace.shell("cat in.csv | $BANK_ETL inspect -")
    #expect(outcome.status == 0 && !outcome.stdout.contains("\u{1B}"), "\(outcome)")
    #expect(outcome.stdout.contains("header      line 1"), "\(outcome)")
  }

  @Test func `a web page is refused`() async throws {
    try workspace.write("in.csv", "<!DOCTYPE html><html></html>")
    #expect(try await workspace.run("inspect", "in.csv").status == 65)
  }
}
