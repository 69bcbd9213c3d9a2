import Foundation
import SQLite
import SampleSupport
import SeedSupport
import Testing

/// The contact book: from files, and by hand.
struct ContactsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func names() async throws -> [String] {
    let outcome = try await workspace.run(
      "list", "contacts", "--columns", "name", "--sort", "name", "--format", "csv")
    return outcome.stdout.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `this repository's own sample: the same name twice is two people`() async throws {
    let path = Repository.root.appending(path: "data/contacts.csv").path
    for counts in [[6, 6, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]] {
      let outcome = try await workspace.run("import", path, "--json")
      let report = try #require(Report.all(outcome).first)
      #expect(report.dataset == "contacts" && report.counts == counts, "\(outcome)")
    }
    #expect(try await names().filter { $0 == "Maria Silva" }.count == 2)
  }

  @Test(.enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)))
  func `real files, with the name in one column or in two`() async throws {
    let one = try await workspace.run(
      "import", Samples.path("contacts/us-500_fake-contacts.csv"), "--json")
    let first = try #require(Report.all(one).first)
    #expect(first.dataset == "contacts" && first.counts == [500, 500, 0, 0, 0, 0], "\(one)")
    let row = try workspace.database().rows(
      "SELECT name, address FROM contacts WHERE phone = '504-621-8927'")
    #expect(row == [["James Butt", "6649 N Blue Gum St, New Orleans, LA, 70116"]])
    let two = try await workspace.run(
      "import", Samples.path("contacts/contacts_full-name_missing.csv"), "--json")
    let second = try #require(Report.all(two).first)
    #expect(two.status == 2 && second.counts == [7, 6, 0, 0, 1, 0], "\(two)")
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `whatever marks the values have, what is exported is imported unchanged`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    func value(_ start: String) -> String {
      let marks = ["\"", "\\", ",", "\n", "a", ";", "'", "|"]
      var text = start
      for _ in 0..<6 {
        text += marks.randomElement(using: &random) ?? ""
      }
      return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
    var text = "name,address,phone\n"
    for row in 0..<(seed == 0 ? 1 : 8) {
      text += "\(value("n\(row)")),\(value("d")),\(value("5"))\n"
    }
    try workspace.write("in.csv", text)
    let first = try await workspace.run("import", "in.csv", "--escape", "doubled", "--quote", "\"")
    #expect(first.status == 0, "\(first)\n\(text)")
    let exported = try await workspace.run("export", "contacts", "-o", "out.csv")
    #expect(exported.status == 0, "\(exported)")
    let again = try await workspace.run("import", "out.csv", "--json")
    let counts = try Report.all(again).first?.counts ?? []
    #expect(counts.count == 6 && counts[0] == counts[3] && counts[0] > 0, "\(again)\n\(text)")
  }

  @Test func `values that end in a backslash or have quotes come back`() async throws {
    #expect(try await workspace.run("migrate", "-q").status == 0)
    for (name, address) in [("C:\\a\\\"", "D:\""), ("\"q\\\"", "a\\\"b"), ("x\\", "\\")] {
      let added = try await workspace.run("add", "contacts", "name=\(name)", "address=\(address)")
      #expect(added.status == 0, "\(added)")
      _ = try await workspace.run("export", "contacts", "-o", "out.csv")
      let again = try await workspace.run("import", "out.csv", "--json")
      let counts = try Report.all(again).first?.counts ?? []
      #expect(counts.count == 6 && counts[0] == counts[3], "\(again)")
    }
    _ = try await workspace.shell("$BANK_ETL export contacts --format markdown -o out.md")
    let again = try await workspace.run("import", "out.md", "--json")
    let counts = try Report.all(again).first?.counts ?? []
    #expect(counts.count == 6 && counts[0] == 3 && counts[3] == 3, "\(again)")
  }

  @Test func `a name in one text is asked for in its parts`() async throws {
    #expect(try await workspace.run("migrate", "-q").status == 0)
    let refused = try await workspace.run("add", "sales", "name=Ann O'Neill")
    #expect(
      refused.status == 64 && refused.stderr.contains("in one text: give each"), "\(refused)")
  }

  @Test func `somebody without a telephone is a contact too, once`() async throws {
    try workspace.write(
      "people.csv",
      "First Name,Last Name,Address,Phone\nPat,O'Fallon,Galway,\nAda,Byrne,,555-0113\n")
    for counts in [[2, 2, 0, 0, 0, 0], [2, 0, 0, 2, 0, 0]] {
      let outcome = try await workspace.run("import", "people.csv", "--force", "--json")
      #expect(try Report.all(outcome).first?.counts == counts, "\(outcome)")
    }
    let added = try await workspace.run("add", "contacts", "name=Robin Lee")
    #expect(added.status == 0, "\(added)")
    let twice = try await workspace.run("add", "contacts", "name=Robin Lee", "phone=")
    #expect(twice.status == 65, "\(twice)")
    let set = try await workspace.run("set", "contacts", "2", "phone=")
    #expect(set.status == 0, "\(set)")
    #expect(try workspace.database().rows("SELECT DISTINCT phone FROM contacts") == [[""]])
    let exported = try await workspace.shell(
      "$BANK_ETL export contacts -o out.csv -q && $BANK_ETL import out.csv --json")
    #expect(try Report.all(exported).first?.counts == [3, 0, 0, 3, 0, 0], "\(exported)")
  }

  @Test func `save, view all, search, change and delete by hand`() async throws {
    #expect(try await workspace.run("migrate", "-q").status == 0)
    for (name, phone) in [("Pat O'Fallon", "555-0112"), ("Ada Byrne", "555-0113")] {
      let saved = try await workspace.run(
        "add", "contacts", "name=\(name)", "address=12 Quay Street; Galway", "phone=\(phone)")
      #expect(saved.status == 0, "\(saved)")
    }
    let all = try await workspace.run("list", "contacts")
    let lines = all.stdout.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[0].hasPrefix("id  name          address"), "\(all)")
    #expect(lines[2].hasPrefix(" 1  Pat O'Fallon  12 Quay Street; Galway  555-0112"), "\(all)")
    let found = try await workspace.run(
      "list", "contacts", "--where", "name like '%O''Fallon'", "--format", "ndjson")
    #expect(found.stdout.split(separator: "\n").count == 1, "\(found)")
    let why = try await workspace.run("why", "contacts", "1")
    #expect(why.status == 0 && why.stdout.hasPrefix("contacts, id 1: row 1, "), "\(why)")
    let nobody = try await workspace.run("why", "contacts", "9")
    #expect(nobody.status == 1, "\(nobody)")
    #expect(
      nobody.stderr == "bank-etl: no row of contacts with id \"9\"; the nearest are 2, 1\n")
    let changed = try await workspace.run("set", "contacts", "1", "phone=555-0199", "address=")
    #expect(changed.status == 0, "\(changed)")
    let shown = try await workspace.run("show", "contacts", "1")
    #expect(shown.stdout.contains("  Address    NULL\n  Telephone  555-0199\n"), "\(shown)")
    let twice = try await workspace.run("add", "contacts", "name=Ada Byrne", "phone=555-0113")
    #expect(twice.status == 65, "\(twice)")
    let other = try await workspace.run("add", "contacts", "name=Ada Byrne", "phone=555-0114")
    #expect(other.status == 0, "\(other)")
    let missing = try await workspace.run("delete", "contacts", "7", "--yes")
    #expect(missing.status == 1, "\(missing)")
    #expect(missing.stderr.contains("no row of contacts with id \"7\"; the nearest are 3, 2"))
    let deleted = try await workspace.run("delete", "contacts", "1", "3", "--yes")
    #expect(deleted.status == 0, "\(deleted)")
    #expect(try await names() == ["Ada Byrne"])
    #expect(try await workspace.run("undo", "5").status == 0)
    #expect(try await names() == ["Ada Byrne", "Ada Byrne", "Pat O'Fallon"])
  }
}
