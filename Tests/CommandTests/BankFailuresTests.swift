import Foundation
import SQLite
import SampleSupport
import Testing

/// The BankFind exports, and their link to the failed banks.
struct BankFailuresTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func load(_ path: String) async throws -> Report {
    let outcome = try await workspace.run("import", path, "--json")
    #expect(outcome.status == 0, "\(outcome)")
    return try #require(Report.all(outcome).first)
  }

  private func sample(_ name: String) -> String {
    Repository.root.appending(path: "data/\(name)").path
  }

  @Test func `this repository's own samples, linked by certificate`() async throws {
    #expect(try await load(sample("bankfind.csv")).dataset == "bank-failures")
    #expect(try await load(sample("banklist.csv")).dataset == "failed-banks")
    let bank = try await workspace.run("show", "failed-banks", "57053")
    let parts = bank.stdout.components(separatedBy: "\nBankFind failures (bank-failures)\n")
    #expect(
      parts.count == 2 && parts[1].contains("  Cost, thousands of $                2400000\n"),
      "\(bank)")
    let failure = try await workspace.run("show", "bank-failures", "4106")
    #expect(failure.stdout.contains("\nFailed banks (failed-banks)\n\n  Bank "), "\(failure)")
    let old = try await workspace.run("show", "bank-failures", "1", "--json")
    #expect(old.stdout.contains(#""related":[]"#) && old.stdout.contains(#""fin":null"#), "\(old)")
  }

  @Test(.enabled(if: Samples.arePresent, Comment(rawValue: SampleFolder.absence)))
  func `real exports, one after the other`() async throws {
    let first = try await load(Samples.path("bankfind/2000-2019_13col_all-quoted.csv"))
    #expect(first.dataset == "bank-failures" && first.counts == [577, 577, 0, 0, 0, 0])
    let second = try await load(Samples.path("bankfind/2023_13col_unpadded-dates.csv"))
    #expect(second.read == 584 && second.rejected == 0 && second.updated > 0)
    let all = try await load(Samples.path("bankfind/1934-2026_33col_api-csv_all-quoted.csv"))
    #expect(all.read == 4114 && all.rejected == 0)
    let database = try workspace.database()
    #expect(try database.value("SELECT count(*) FROM bank_failures WHERE cert IS NULL") == 488)
    let bounds = try database.rows("SELECT min(fail_date), count(fail_date) FROM bank_failures")
    #expect(bounds == [["1934-04-19", 4114]])
    let revised = try await workspace.run("why", "bank-failures", "4100")
    #expect(revised.stdout.contains("cost"), "\(revised)")
    let list = try await load(Samples.path("fdic_banklist/2025-06_dagger-mojibake_utf8-bom.csv"))
    #expect(list.dataset == "failed-banks")
    let linked = try database.value(
      "SELECT count(*) FROM failed_banks WHERE cert IN (SELECT cert FROM bank_failures)")
    #expect(linked == 572)
  }
}
