import FileSupport
import Records
import Testing

@testable import CSV
@testable import Input

/// Whatever delimiter and layout a table has, it reads back: its lines above are set aside, and what is of
/// another width below it is divided too.
struct TableRunsTests {
  /// What the columns of a table have.
  enum Content: CaseIterable {
    case mixed, numbers

    /// A record with as many fields.
    func record(_ number: Int, fields: Int) -> [String] {
      let words = ["box", "pen", "cup", "jar", "mug", "can"]
      let towns = ["ulm", "aix", "ems", "pau", "lyon", "york"]
      let all =
        switch self {
        case .mixed:
          ["\(number + 1)", words[number], "\(7 * number + 3).5", towns[number], "\(100 + number)"]
        case .numbers:
          ["\(number + 1)", "\(13 * number + 20)", "\(7 * number + 3).5", "\(371 * number + 100)"]
            + ["\(5 + number)"]
        }
      return Array(all.prefix(fields))
    }

    func table(_ labels: [String], records: Int) -> [[String]] {
      [labels] + (0..<records).map { record($0, fields: labels.count) }
    }
  }

  static let labels = ["id", "name", "qty", "place", "code"]
  static let otherLabels = ["key", "label", "size", "site", "mark"]

  static let delimiters = [
    ",", ";", "\t", "|", " ", ":", "^", ", ", ";,", "||", "\t\t", "::",
  ]

  /// Titles of one word to six.
  static let titles = [
    "Report", "Sales report", "Report of January", "Sales in the shop", "Sales of the old shop",
    "Our sales of the old shop",
  ]

  /// What the file is, how it is described, and what is read of it.
  struct Case {
    let text: String
    let expected: [[String]]

    init(_ above: String, _ tables: [[[String]]], between: String = "", _ delimiter: String) {
      let written = tables.map { table in
        table.map { $0.joined(separator: delimiter) + "\n" }.joined()
      }
      text = above + written.joined(separator: between)
      expected = tables.flatMap(\.self)
    }
  }

  /// A month with one posting, below more lines than the table has.
  @Test(arguments: [",", ";", "\t", "|"], Content.allCases)
  func `a table of one record below lines of notes reads back`(
    delimiter: String, content: Content
  ) throws {
    let notes = "Acme Bank plc\nStatement of account\nPeriod: 01/01/2023 - 31/01/2023\n"
    for fields in 3...5 {
      for records in [1, 2] {
        let table = content.table(Array(Self.labels.prefix(fields)), records: records)
        for above in [notes + "\n", notes, notes + "Branch 7\nAll amounts in USD\n\n"] {
          try expectRead(Case(above, [table], delimiter))
        }
      }
    }
  }

  @Test(arguments: delimiters, Content.allCases)
  func `a table below a title reads back`(delimiter: String, content: Content) throws {
    for fields in 3...5 {
      for records in [2, 3, 6] {
        let table = content.table(Array(Self.labels.prefix(fields)), records: records)
        for above in [""] + Self.titles.flatMap({ [$0 + "\n", $0 + "\n\n", "Shop\n\($0)\n\n"] }) {
          try expectRead(Case(above, [table], delimiter))
        }
      }
    }
  }

  @Test(arguments: delimiters, Content.allCases)
  func `a table above one of another width reads back`(delimiter: String, content: Content) throws {
    // Two numbers with a space between may be one.
    let widths = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (5, 4), (4, 5)].filter {
      delimiter != " " || content != .numbers || $0.0 > 2 && $0.1 > 2
    }
    for (fields, others) in widths {
      for (records, below) in [(2, 2), (3, 2), (2, 6), (6, 2), (6, 6)] {
        let tables = [
          content.table(Array(Self.labels.prefix(fields)), records: records),
          content.table(Array(Self.otherLabels.prefix(others)), records: below),
        ]
        for between in fields == others ? ["\n"] : ["\n", ""] {
          try expectRead(Case("", tables, between: between, delimiter))
        }
      }
    }
  }

  private func expectRead(_ row: Case, blockSize: Int = 4096) throws {
    let file = try TemporaryFile(Array(row.text.utf8))
    var reading = Reading(blockSize: blockSize)
    reading.request = DialectRequest()
    var reader = try reading.reader(of: file.path)
    var head = RecordBatch()
    reader.readHead(into: &head)
    let layout = TableLayout(head, reader.detection)
    reader.beginRecords(
      afterLine: layout.lastHeaderLine, fieldCount: layout.labels.count,
      leastFieldCount: layout.leastFieldCount)
    let read = [layout.labels] + (try reader.copies().map(\.fields))
    #expect(read == row.expected, "\(row.text.debugDescription)")
  }
}
