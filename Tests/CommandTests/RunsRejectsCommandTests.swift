import Foundation
import Testing

struct RunsRejectsCommandTests {
  private let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    try await ImportedBanks.make(in: workspace)
  }

  private static let records = """
    Louisa Community Bank,Louisa,KY,58112,Kentucky Farmers,32-Oct-19,10533
    The Enloe State Bank,Cooper,TX,tex,"Legend Bank, N. A.",31-May-19,10531

    """

  @Test func `the rejects of one run, with the reasons`() async throws {
    let outcome = try await workspace.run("runs", "rejects", "2")
    #expect(outcome.status == 0 && outcome.stdout.contains("32-Oct-19"), "\(outcome)")
    let same = try await workspace.run("rejects", "2")
    #expect(same.stdout == outcome.stdout, "\(same)")
  }

  @Test func `the records as they were, under their header`() async throws {
    let outcome = try await workspace.run("runs", "rejects", "2", "--raw")
    #expect(outcome.status == 0 && outcome.stderr == "", "\(outcome)")
    #expect(outcome.stdout == ImportedBanks.header + Self.records, "\(outcome)")
    let none = try await workspace.run("runs", "rejects", "1", "--raw")
    #expect(none.stdout == ImportedBanks.header && none.status == 0, "\(none)")
  }

  @Test func `mended and imported, those whose key was right are resolved`() async throws {
    let mended = try await workspace.shell(
      #""$BANK_ETL" runs rejects 2 --raw | sed 's/32-Oct/25-Oct/; s/tex/10716/' > mend.csv; "#
        + #""$BANK_ETL" import -q mend.csv"#)
    #expect(mended.status == 0, "\(mended)")
    let left = try await workspace.run("runs", "rejects", "2", "--raw")
    let second = try #require(Self.records.split(separator: "\n").last)
    #expect(left.stdout == ImportedBanks.header + second + "\n", "\(left)")
    let list = try await workspace.run("runs", "rejects", "2", "--json")
    #expect(list.stdout.contains("\"resolved_by\":3"), "\(list)")
    // What is taken back makes nothing good.
    _ = try await workspace.run("undo", "3")
    let again = try await workspace.run("runs", "rejects", "2", "--raw")
    #expect(again.stdout == ImportedBanks.header + Self.records, "\(again)")
  }

  /// How the records are changed, and which of them stay open.
  @Test(
    arguments: [
      ("s/32-Oct/25-Oct/; s/tex/10716/", []), ("s/32-Oct/33-Oct/; s/tex/10716/", [0]),
      ("s/32-Oct/33-Oct/", [0, 1]),
      // A record more: only keys tell.
      ("s/32-Oct/25-Oct/; s/tex/10716/; $a Other,Town,KS,1,A,1-Oct-19,1", [1]),
    ] as [(String, [Int])])
  func `imported as the mended rejects, each that comes in is resolved`(
    edit: String, open: [Int]
  ) async throws {
    _ = try await workspace.shell(
      #""$BANK_ETL" runs rejects 2 --raw | sed '\#(edit)' > mend.csv; "#
        + #""$BANK_ETL" import -q --mends 2 mend.csv"#)
    let left = try await workspace.run("runs", "rejects", "2", "--raw")
    let records = Self.records.split(separator: "\n").map { $0 + "\n" }
    #expect(left.stdout == ImportedBanks.header + open.map { records[$0] }.joined(), "\(left)")
  }

  @Test(
    arguments: [
      ("9", 66, "no such run: 9"), ("1", 64, "expected an import of contacts for --mends"),
    ])
  func `what is mended is an import of the same dataset`(
    run: String, status: Int32, message: String
  ) async throws {
    try workspace.write("c.csv", "Name,Address,Phone\nA B,Street 1,555-0100\n")
    let outcome = try await workspace.run(
      "import", "--dataset", "contacts", "--mends", run, "c.csv")
    #expect(outcome.status == status && outcome.stderr.contains(message), "\(outcome)")
  }

  @Test func `bytes that are no text come back as they were, and a cut record is left out`()
    async throws
  {
    let long = String(repeating: "x", count: 70_000)
    var file = Array((ImportedBanks.header + "Bank,\(long),KS,1,A,no date,2\nCaf").utf8)
    file += [0xC3, 0x28] + Array(",B,KS,2,A,no date,2\n".utf8)
    try workspace.write("c.csv", file)
    let loaded = try await workspace.run("import", "-q", "--encoding", "utf-8", "c.csv")
    #expect(loaded.status == 2, "\(loaded)")
    let outcome = try await workspace.run("runs", "rejects", "3", "--raw")
    let header = ImportedBanks.header.utf8.count
    #expect(
      Array(outcome.output.dropFirst(header)) == file.suffix(25), "\(outcome)")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.stderr == "c.csv:2: left out: only the first 64 KiB are kept\n", "\(outcome)")
  }

  @Test func `raw is no JSON`() async throws {
    let outcome = try await workspace.run("runs", "rejects", "2", "--raw", "--json")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
  }
}
