import ArchiveSupport
import Foundation
import Testing

/// Zip archives with several files in them.
struct ArchiveMemberTests {
  private let space: Workspace

  init() throws {
    space = try Workspace()
  }

  private static func list(_ rows: String...) -> [UInt8] {
    Array((["Bank Name,City,ST,CERT,Closing Date"] + rows).joined(separator: "\n").utf8)
  }

  private func write(_ others: [(name: String, bytes: [UInt8])] = []) throws {
    let lists = [
      ("2020/b.csv", Self.list("A Bank,X,NY,12,23-Feb-07", "B Bank,Y,NJ,13,24-Feb-07")),
      ("2021/a.csv", Self.list("A Bank,X,NY,12,23-Feb-07", "C Bank,Z,PA,14,25-Feb-07")),
    ]
    let noise: [(name: String, bytes: [UInt8])] = [("2020/", []), ("__MACOSX/a.csv", [1])]
    try space.write("lists.zip", try ArchiveWriter.zip(noise + lists + others))
  }

  @Test func `all lists of an archive are imported in order, each as a run`() async throws {
    try write()
    let outcome = try await space.run("import", "lists.zip", "--json")
    let reports = try Report.all(outcome)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(reports.map(\.counts) == [[2, 2, 0, 0, 0, 0], [2, 1, 0, 1, 0, 0]], "\(outcome)")
    let runs = try await space.run("runs")
    #expect(runs.stdout.contains("lists.zip/2020/b.csv"), "\(runs)")
    #expect(runs.stdout.contains("lists.zip/2021/a.csv"), "\(runs)")
    let again = try await space.run("import", "lists.zip", "--json")
    #expect(
      try Report.all(again).map(\.status) == ["unchanged_file", "unchanged_file"], "\(again)")
    let refused = try await space.run("import", "lists.zip", "--policy", "replace")
    #expect(refused.status == 65 && refused.stderr.contains("expected one list for policy replace"))
  }

  @Test(arguments: ["2021/a.csv", "A.CSV", "2021/A.csv"])
  func `one is chosen by its name`(name: String) async throws {
    try write([("readme.pdf", Array("%PDF-".utf8))])
    let outcome = try await space.run("convert", "lists.zip", "--member", name)
    #expect(outcome.status == 0 && outcome.stdout.hasSuffix("C Bank,Z,PA,14,2007-02-25\n"))
    try space.write(
      "one.zip",
      try ArchiveWriter.zip([("a.csv", Self.list("A Bank,X,NY,1,1-Nov-19")), ("readme.md", [1])]))
    for command in ["convert", "inspect"] {
      let one = try await space.run(command, "one.zip")
      #expect(
        (one.stdout + one.stderr).contains("passed over, as no lists: \"readme.md\""), "\(one)")
    }
    let imported = try await space.run("import", "lists.zip", "--member", name, "--json")
    #expect(try Report.all(imported).first?.counts == [2, 2, 0, 0, 0, 0], "\(imported)")
  }

  @Test func `what is no list is passed over, and named`() async throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0]
    try write([
      ("README.txt", Array("About these lists.\n".utf8)), ("doc/notes.md", Array("# x\n".utf8)),
      ("logo.png", png), ("picture", png), (".hidden/x.csv", [1]), ("readme", [1]),
      ("manual.pdf", Array("%PDF-1.7".utf8)),
    ])
    let outcome = try await space.run("import", "lists.zip")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.stderr == "lists.zip: passed over, as no lists: \"README.txt\", \"doc/notes.md\", "
        + "\"logo.png\", \"picture\", \".hidden/x.csv\", \"readme\", \"manual.pdf\"\n")
    let runs = try await space.run("runs")
    #expect(runs.stdout.contains("lists.zip/2020/b.csv"), "\(runs)")
    #expect(runs.stdout.contains("lists.zip/2021/a.csv"), "\(runs)")
    try space.write(
      "one.zip",
      try ArchiveWriter.zip([
        ("readme.md", [1]), ("a.csv", Self.list("D Bank,X,NY,15,23-Feb-07")),
      ]))
    let one = try await space.run("import", "one.zip")
    #expect(
      one.status == 0 && one.stdout.contains("passed over, as no lists: \"readme.md\""), "\(one)")
  }

  @Test func `an archive of nothing and a tar archive are refused`() async throws {
    try space.write("empty.zip", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
    let empty = try await space.run("import", "empty.zip")
    #expect(empty.status == 65, "\(empty)")
    #expect(
      empty.stderr.contains("expected one file in the zip archive but found none"), "\(empty)")
    try space.write("banks.csv", Self.list("A Bank,X,NY,12,23-Feb-07"))
    let tar = try await space.shell(
      "tar czf banks.tar.gz banks.csv && exec \"$BANK_ETL\" import banks.tar.gz")
    #expect(tar.status == 65 && tar.stderr.contains("found a tar archive"), "\(tar)")
  }

  @Test func `what is meant must be clear`() async throws {
    try write([("notes.dat", Array("a note\n".utf8))])
    try space.write("plain.csv", Self.list("A Bank,X,NY,12,23-Feb-07"))
    let several =
      "lists.zip: expected one file in the zip archive but found 3: \"2020/b.csv\", \"2021/a.csv\", "
      + "\"notes.dat\"; choose one with --member\n"
    for command in ["import", "convert", "inspect"] {
      let outcome = try await space.run(command, "lists.zip")
      #expect(outcome.status == 65 && outcome.stderr == several, "\(outcome)")
    }
    let unknown = try await space.run("convert", "lists.zip", "--member", "c.csv")
    #expect(unknown.status == 65)
    #expect(
      unknown.stderr.contains("expected a file \"c.csv\" in the zip archive but found \"2020/b"))
    let plain = try await space.run("convert", "plain.csv", "--member", "a.csv")
    #expect(plain.status == 65 && plain.stderr.contains("a zip archive for --member"), "\(plain)")
    #expect(try !space.files.contains("bank.db"))
  }

  @Test func `a failing list does not stop the others`() async throws {
    try space.write(
      "lists.zip",
      try ArchiveWriter.zip([
        ("a.csv", Array("x,y\n1,2\n".utf8)), ("b.csv", Self.list("A Bank,X,NY,12,23-Feb-07")),
      ]))
    let outcome = try await space.run("import", "lists.zip", "--json")
    #expect(outcome.status == 65 && outcome.stderr.hasPrefix("lists.zip/a.csv"), "\(outcome)")
    #expect(try Report.all(outcome).last?.counts == [1, 1, 0, 0, 0, 0])
  }
}
