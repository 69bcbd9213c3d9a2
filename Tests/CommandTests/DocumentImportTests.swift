import Foundation
import SQLite
import Testing

@testable import bank_etl

/// Documents of JSON and Markdown as sources.
struct DocumentImportTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  static let formats = ["csv", "ndjson", "json", "md", "xlsx"]

  @Test(arguments: formats)
  func `each dataset comes back unchanged from what was exported`(format: String) async throws {
    let data = Repository.root.appending(path: "data").path
    let loaded = try await workspace.shell(
      "cd '\(data)' && $BANK_ETL import -q --db '\(workspace.path("bank.db"))' banklist.csv "
        + "bankfind.csv contacts.csv sales.csv && $BANK_ETL import -q --dataset photos --db "
        + "'\(workspace.path("bank.db"))' photos.csv")
    try #require(loaded.status == 0, "\(loaded)")
    for name in ["failed-banks", "bank-failures", "contacts", "sales", "photos"] {
      let before = try await workspace.shell("$BANK_ETL list \(name) --format json | sha256sum")
      let file = "\(name).\(format)"
      let outcome = try await workspace.shell(
        "$BANK_ETL export \(name) -o \(file) && $BANK_ETL import --force --json --dataset \(name) \(file)"
      )
      let counts = try Report.all(outcome).first?.counts ?? []
      #expect(outcome.status == 0 && counts.count == 6, "\(outcome)")
      #expect(counts.first ?? 0 > 0 && counts[0] == counts[3], "\(name): \(outcome)")
      let after = try await workspace.shell("$BANK_ETL list \(name) --format json | sha256sum")
      #expect(after.stdout == before.stdout)
    }
  }

  /// What only SQL or JSON can have stored: an import of CSV takes white space off.
  private static let exact = [
    "", " x ", "\t", "NULL", "\"NULL\"", "\"\"", "=1+1", "'=1", "a|b", "c\\", "two\nlines\r\n",
    "<br>",
    "&#32;", "x'00'", "1e5", "\u{1b}[0m", "👩‍👩‍👧", "{\"$base64\":true}", "\u{FEFF}",
  ]

  @Test(arguments: ["ndjson", "json", "md"])
  func `a text comes back to the letter, and NULL is none`(format: String) async throws {
    let migrated = try await workspace.run("migrate", "-q")
    try #require(migrated.status == 0, "\(migrated)")
    let database = try Database(path: workspace.path("bank.db"), access: .readWrite)
    for (index, text) in Self.exact.enumerated() {
      let statement = try Statement(
        database,
        "INSERT INTO failed_banks (name, city, state, cert) VALUES (?1, ?2, nullif(?2, '=1+1'), ?3)"
      )
      try statement.bind([.text("Bank \(text)"), .text(text), .integer(Int64(index + 1))])
      _ = try statement.step()
    }
    let outcome = try await workspace.shell(
      "$BANK_ETL export failed-banks -o o.\(format) && $BANK_ETL import --json o.\(format)")
    let counts = try Report.all(outcome).first?.counts ?? []
    #expect(outcome.status == 0 && counts == [19, 0, 0, 19, 0, 0], "\(outcome)")
    let elsewhere = try await workspace.shell("$BANK_ETL import -q --db new.db o.\(format)")
    #expect(elsewhere.status == 0, "\(elsewhere)")
    let rows = try Database(path: workspace.path("new.db"), access: .readOnly).rows(
      "SELECT city, state FROM failed_banks ORDER BY cert")
    #expect(rows.map { $0[0] } == Self.exact.map(Value.text))
    #expect(rows.count { $0[1] == .null } == 1)
  }

  static let row = #""Bank Name":"A","Cert":1,"Closing Date":"23-Oct-20""#

  @Test(
    arguments: [
      ("{\(row)}\n", 0, "1 read: 1 inserted"),
      ("[{\(row)}]", 0, "1 inserted"),
      ("\u{FEFF}[ {\(row)} ]", 0, "1 inserted"),
      ("{\(row),\"extra\":{\"a\":[1]}}", 0, "1 inserted"),
      ("{\(row),\"City\":{\"a\":1}}", 2, "f:1: City: expected a text but found"),
      ("{\"Bank Name\":\"Total\",\"Cert\":1}", 0, "1 read: 1 inserted"),
      ("{\(row)}\n{\"Cert\":\"x\",\"Bank Name\":\"B\"}", 2, "f:2: Cert: expected a whole number"),
      ("{\(row)}\n{\"Cert\":1.5,\"Bank Name\":\"B\"}", 2, "f:2: Cert: expected a whole number"),
      ("{\(row)}\n{\"Cert\":2,,}\n", 2, "f:2: expected a name in quotes but found ,}"),
      ("{\(row)}\n{\"Cert\":2", 65, "guard truncated"),
      ("[{\(row)},\n", 65, "guard truncated"),
      ("[]", 65, "f: expected records but found JSON without any"),
      ("{\"data\":1}", 65, "expected"),
      ("[[1,2]]", 65, "f:1: expected an object but found [1,2]"),
      ("| Bank Name | Cert |\n|---|---|\n| A | 1 | 2 |\n| B | 2 |\n", 2, "f:3: expected 2 fields"),
      // Lists, whatever they start with.
      ("{id},Bank Name,Cert\n1,A,1\n", 0, "1 inserted"),
      ("[\"x\"],Bank Name,Cert\n1,A,1\n", 0, "1 inserted"),
    ])
  func `what a document has is loaded or told`(
    text: String, status: Int32, message: String
  ) async throws {
    try workspace.write("f", text)
    let outcome = try await workspace.run("import", "f", "--dataset", "failed-banks")
    #expect(outcome.status == status, "\(outcome)")
    #expect((outcome.stdout + outcome.stderr).contains(message), "\(outcome)")
  }

  @Test func `other commands read documents too, in any wrapping`() async throws {
    try workspace.write("b.json", "[\n{\(Self.row)},\n{\"Cert\":2,\"Bank Name\":\"B, C\"}\n]\n")
    let wide = try await workspace.shell(
      "iconv -t UTF-16 b.json > w; gzip -k b.json; $BANK_ETL import w --json")
    #expect(try Report.all(wide).first?.inserted == 2, "\(wide)")
    let packed = try await workspace.run("import", "b.json.gz", "--json")
    #expect(try Report.all(packed).first?.unchanged == 2, "\(packed)")
    let piped = try await workspace.shell("cat b.json | $BANK_ETL import - --json")
    #expect(try Report.all(piped).first?.unchanged == 2, "\(piped)")
    let why = try await workspace.run("why", "failed-banks", "2")
    #expect(why.stdout.contains("w:3") || why.stdout.contains("line 3"), "\(why)")
    let shown = try await workspace.run("inspect", "b.json")
    #expect(shown.status == 0 && shown.stdout.contains("the names of the objects"), "\(shown)")
    let converted = try await workspace.run("convert", "-q", "--no-types", "b.json")
    #expect(
      converted.stdout == "Bank Name,Cert,Closing Date\nA,1,23-Oct-20\n\"B, C\",2,\n",
      "\(converted)")
    let valid = try await workspace.run("validate", "b.json")
    #expect(valid.status == 0, "\(valid)")
    let diff = try await workspace.run("diff", "b.json")
    #expect(diff.status == 0, "\(diff)")
    let refused = try await workspace.run(
      "import", "b.json", "--no-header", "--dataset", "failed-banks")
    #expect(refused.status == 65 && refused.stderr.contains("but found JSON"), "\(refused)")
    let list = try await workspace.run("import", "b.json", "--delimiter", "comma")
    #expect(list.status == 65, "\(list)")
  }
}
