import Foundation
import SQLite
import ServerSupport
import Testing

/// Files that are named by their URL, through the program.
@Suite struct ImportURLTests {
  private static let list = Array(BankList.text(1...3_000).utf8)
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func server(_ script: @escaping TestServer.Script) throws -> TestServer {
    try TestServer(script)
  }

  private func value(_ sql: String) throws -> Value? { try workspace.database().value(sql) }

  @Test func `a file is loaded when its server has another one, and only then`() async throws {
    let server = try server { request in
      request.number < 3
        ? request.field("If-None-Match") == "\"1\"" && request.field("If-Modified-Since") == "then"
          ? .raw(304, [], [])
          : .file(Self.list, ["ETag: \"1\"", "Last-Modified: then", "Date: now"])
        : .file(Array(BankList.text(1...3_001).utf8), ["ETag: \"2\""])
    }
    defer { server.stop() }
    for (status, read) in [
      ("succeeded", 3_000), ("unchanged_file", 0), ("unchanged_file", 0), ("succeeded", 3_001),
    ] {
      let outcome = try await workspace.run("import", server.url(), "--json")
      #expect(outcome.status == 0, "\(outcome)")
      let report = try #require(try Report.all(outcome).first)
      #expect(report.status == status && report.read == read && report.source == server.url())
      #expect(report.dataset == "failed-banks" && report.sha256?.count == 64)
    }
    #expect(server.requests.count == 4)
    #expect(server.requests.last?.field("If-None-Match") == "\"1\"")
    #expect(
      try workspace.database().rows(
        "SELECT run_id, url, final_url, etag, last_modified FROM etl_downloads")
        == [
          [1, .text(server.url()), .text(server.url()), "\"1\"", "then"],
          [2, .text(server.url()), .text(server.url()), "\"2\"", .null],
        ])
    let runs = try await workspace.run("runs", "--json")
    #expect(runs.stdout.contains(#""final_url":"\#(server.url())","etag":"\"2\"""#), "\(runs)")
  }

  @Test(arguments: [
    "DELETE FROM failed_banks WHERE cert = 5", "UPDATE etl_runs SET declaration = 'other'",
  ])
  func `a file is read again when the table may not be as it left it`(change: String) async throws {
    let server = try server { request in
      request.field("If-None-Match") == nil
        ? .file(Self.list, ["ETag: \"1\""]) : .raw(304, [], [])
    }
    defer { server.stop() }
    _ = try await workspace.run("import", server.url())
    _ = try await workspace.shell("sqlite3 bank.db \"\(change)\"")
    let again = try await workspace.run("import", server.url())
    #expect(again.status == 0 && again.stdout.contains("3000 read"), "\(again)")
    #expect(try value("SELECT count(*) FROM failed_banks") == 3_000)
    let forced = try await workspace.run("import", "--force", server.url())
    #expect(forced.stdout.contains("3000 unchanged"), "\(forced)")
  }

  @Test(arguments: ["", "--commit-every 100"])
  func `of a file that breaks off nothing stays`(options: String) async throws {
    let long = Array(BankList.text(1...20_000).utf8)
    let server = try server { _ in .broken(long, after: long.count - 3) }
    defer { server.stop() }
    let first = try await workspace.shell("$BANK_ETL import \(options) \(server.url())")
    #expect(first.status == 65 && first.stdout.isEmpty, "\(first)")
    #expect(first.stderr.contains("\(server.url()): the connection broke: "), "\(first)")
    #expect(try !workspace.files.contains("bank.db"))
    try workspace.write("old.csv", BankList.text(1...10, acquirer: "Other"))
    _ = try await workspace.run("import", "old.csv")
    let second = try await workspace.shell("$BANK_ETL import \(options) \(server.url())")
    #expect(second.status == 65, "\(second)")
    #expect(
      try workspace.database().rows("SELECT count(*), max(acquirer) FROM failed_banks")
        == [[10, "Other"]])
    #expect(try value("SELECT status FROM etl_runs WHERE id = 2") == "failed")
  }

  @Test func `a file that breaks off is gone on with`() async throws {
    let etag = ["ETag: \"1\""]
    let server = try server { request in
      request.field("Range") == nil
        ? .broken(Self.list, after: 100_000, etag, .reset) : .rest(Self.list, from: 100_000, etag)
    }
    defer { server.stop() }
    let outcome = try await workspace.run("import", server.url(), "--retry-delay", "0")
    // What was torn down may be lost before it was read: then all of it is asked for again.
    #expect(outcome.status == 0 || outcome.status == 65, "\(outcome)")
    #expect(outcome.stderr.contains("trying again in 0 s (1 of 4)"), "\(outcome)")
    if outcome.status == 0 { #expect(try value("SELECT count(*) FROM failed_banks") == 3_000) }
  }

  @Test func `what was compressed for its way has the hash of the file`() async throws {
    let path = try workspace.write("list.csv", Self.list)
    let packed = try await workspace.shell("gzip -kn list.csv && sha256sum < list.csv")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path + ".gz")))
    let server = try server { request in
      request.field("Accept-Encoding") == "gzip"
        ? .file(bytes, ["Content-Encoding: gzip"]) : .status(400)
    }
    defer { server.stop() }
    let outcome = try await workspace.run("import", server.url(), "--json")
    let report = try #require(try Report.all(outcome).first)
    #expect(report.read == 3_000 && packed.stdout.hasPrefix(report.sha256 ?? "none"), "\(outcome)")
    // The same file, as it lies on the disk.
    let known = try await workspace.run("import", "list.csv", "--json")
    #expect(try Report.all(known).first?.status == "unchanged_file")
    let cut = try await cutImport(of: bytes)
    #expect(cut.status == 65, "\(cut)")
  }

  private func cutImport(of bytes: [UInt8]) async throws -> Outcome {
    let server = try server { _ in
      .file(Array(bytes.dropLast(9)), ["Content-Encoding: gzip"])
    }
    defer { server.stop() }
    return try await workspace.run("import", "--force", server.url())
  }

  @Test func `a file that must be read twice is read once from its server`() async throws {
    let text = BankList.text(1...5).replacing("23-Oct-20", with: "23/10/2020")
    let declarations = Repository.text("data/datapackage.json")
      .replacing(/,\s*"dateOrder": "mdy"/, with: "")
      .replacing("../migrations", with: Repository.root.appending(path: "migrations").path)
    try workspace.write("p.json", declarations)
    let server = try server { _ in .chunked(Array(text.utf8)) }
    defer { server.stop() }
    let outcome = try await workspace.run("import", "--package", "p.json", server.url())
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try value("SELECT min(close_date) FROM failed_banks") == "2020-10-23")
    #expect(server.requests.count == 1)
  }

  @Test func `names, passwords, headers and keys are shown and kept nowhere`() async throws {
    let server = try server { request in
      request.field("Authorization") == "Bearer hush" && request.field("X-Key") == "quiet"
        ? request.line.contains("bad") ? .status(500) : .file(Self.list) : .status(401)
    }
    defer { server.stop() }
    try workspace.write("headers", "Authorization: Bearer hush\nX-Key: quiet\n")
    let url = server.url("list.csv?token=silent").replacing("//", with: "//me:secret@")
    for (operand, status) in [(url, 0), (url.replacing("list", with: "bad"), 69)] {
      let outcome = try await workspace.shell(
        """
        $BANK_ETL import --header @headers --retries 1 --retry-delay 0 --json '\(operand)'
        $BANK_ETL runs --json
        sqlite3 bank.db .dump
        """)
      let text = outcome.stdout + outcome.stderr
      #expect(text.contains("list.csv?token=***"), "\(status) \(outcome)")
      for secret in ["secret", "silent", "hush", "quiet"] {
        #expect(!text.contains(secret), "\(secret): \(outcome)")
      }
    }
  }

  @Test(arguments: [
    ("--max-bytes 1000", 65, "--max-bytes allows more"), ("--header nonsense", 64, "NAME: VALUE"),
    ("--sheet x", 65, "expected a workbook"),
  ])
  func `what is refused says why`(options: String, status: Int32, text: String) async throws {
    let server = try server { _ in .file(Self.list) }
    defer { server.stop() }
    let outcome = try await workspace.shell("$BANK_ETL import \(options) \(server.url())")
    #expect(outcome.status == status && outcome.stderr.contains(text), "\(outcome)")
    #expect(!outcome.stderr.contains("nonsense"))
  }

  @Test(arguments: [(404, 66), (401, 77), (503, 69), (204, 69)])
  func `an answer without a file has its status`(answer: Int, status: Int32) async throws {
    let server = try server { _ in .raw(answer, ["Content-Length: 0"], []) }
    defer { server.stop() }
    let outcome = try await workspace.run("import", "--retries", "0", server.url())
    #expect(outcome.status == status && outcome.stderr.contains("status \(answer)"), "\(outcome)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(arguments: ["inspect --json", "convert", "diff --format csv"])
  func `other commands read URLs as well`(command: String) async throws {
    let server = try server { _ in .file(Array(BankList.text(1...3).utf8)) }
    defer { server.stop() }
    let outcome = try await workspace.shell("$BANK_ETL \(command) \(server.url())")
    #expect(outcome.status == 0 && outcome.stdout.contains("Almena"), "\(outcome)")
  }

  @Test func `the program does not wait for libcurl when it starts`() async throws {
    let outcome = try await workspace.shell("ldd \"$BANK_ETL\"")
    #expect(outcome.stdout.contains("libsqlite3") && !outcome.stdout.contains("curl"), "\(outcome)")
  }
}
