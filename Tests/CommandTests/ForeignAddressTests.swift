import Testing

/// Addresses of servers that are none of the web.
@Suite struct ForeignAddressTests {
  @Test(
    arguments: ["import", "import -q", "diff", "inspect", "convert", "validate"],
    [
      "ftp://me:secret@example.org/y.csv", "s3://secret/y.csv", "file:///secret.csv",
      "FTP://secret",
    ])
  func `only http and https are read, and the message says so`(
    command: String, address: String
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.shell("$BANK_ETL \(command) '\(address)'")
    let scheme = address.prefix { $0 != ":" }
    #expect(outcome.status == 64 && outcome.stdout.isEmpty, "\(outcome)")
    #expect(
      outcome.stderr.contains("address with http:// or https://, but found one with \(scheme)://"),
      "\(outcome)")
    #expect(!outcome.stderr.contains("secret") && !outcome.stderr.contains("no such"), "\(outcome)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(arguments: ["a://list.csv", "1a://list.csv", "://list.csv", "a b://list.csv"])
  func `a file may have such a name`(path: String) async throws {
    let workspace = try Workspace()
    try workspace.write("source", BankList.text(1...3))
    let outcome = try await workspace.shell(
      "mkdir -p './\(path.prefix { $0 != "/" })' && cp source './\(path)' && $BANK_ETL import '\(path)'"
    )
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: ["1a://list.csv", "://list.csv", "a b://list.csv", "a:/list.csv"])
  func `what is no address is a path`(path: String) async throws {
    let outcome = try await Workspace().run("import", path)
    #expect(outcome.status == 66 && outcome.stderr.contains("no such file"), "\(outcome)")
  }
}
