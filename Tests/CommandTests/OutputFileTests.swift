import Foundation
import Testing

@testable import bank_etl

struct OutputFileTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func fill(_ file: borrowing OutputFile, _ text: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: file.writablePath))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: workspace.path(name))[.posixPermissions]
      as? Int
  }

  @Test func `it has no name until it is whole`() throws {
    let file = try OutputFile(workspace.path("out"))
    try fill(file, "whole")
    #expect(try workspace.files == [])
    try file.keep()
    #expect(try workspace.text("out") == "whole" && workspace.files == ["out"])
    #expect(try permissions("out") == 0o644)
  }

  @Test func `what is given up leaves what was there`() throws {
    try workspace.write("out", "before")
    do {
      let file = try OutputFile(workspace.path("out"))
      try fill(file, "half")
    }
    #expect(try workspace.text("out") == "before" && workspace.files == ["out"])
  }

  @Test func `permissions stay, and links`() throws {
    try workspace.write("real", "before")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: workspace.path("real"))
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path("link"), withDestinationPath: "real")
    let file = try OutputFile(workspace.path("link"))
    try fill(file, "after")
    try file.keep()
    #expect(try workspace.text("real") == "after" && permissions("real") == 0o600)
    #expect(try workspace.files == ["link", "real"])
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: workspace.path("link"))
    #expect(target == "real")
  }

  @Test func `a file is written whole in the place of another`() throws {
    let path = try workspace.write("a", "old")
    try OutputFile.write("new\n", to: path)
    #expect(try workspace.text("a") == "new\n")
    #expect(try workspace.files == ["a"])
  }

  @Test func `where it can't be written nothing is left`() throws {
    let failure = #expect(throws: CommandFailure.self) {
      try OutputFile.write("new", to: workspace.path("nowhere/a"))
    }
    #expect(failure?.status == .cannotCreate)
    #expect(try workspace.files == [])
  }

  @Test func `a device is written as it is`() throws {
    let file = try OutputFile("/dev/null")
    try fill(file, "gone")
    try file.keep()
  }

  @Test func `what can't be written says so`() throws {
    func status(_ path: String) -> bank_etl.ExitStatus? {
      do {
        _ = try OutputFile(path)
        return nil
      } catch {
        return error.status
      }
    }
    #expect(status(workspace.path("no/out")) == .cannotCreate)
    #expect(status(workspace.folder.path) == .cannotCreate)
    #expect(OutputFile.failure("x", ENOSPC).status == .inputOutput)
    #expect(OutputFile.failure("x", EACCES).status == .noPermission)
  }

  @Test(arguments: [
    "chart failed-banks --by state -o bank.db", "export failed-banks -o bank.db",
    "export failed-banks -o bank.db-wal", "export failed-banks -o bank.db-lock",
    "export --package .", "backup fifo", "backup bank.db-lock", "list failed-banks --db fifo",
    "backup --db fifo copy.db", "import a.csv --db fifo",
  ])
  func `no output replaces a database, and none waits for a pipe`(command: String) async throws {
    try workspace.write("a.csv", BankList.text(1...3))
    // One database is where a file of a package would go.
    let outcome = try await workspace.shell(
      """
      $BANK_ETL import -q a.csv; cp bank.db failed-banks.csv; mkfifo fifo
      cat bank.db failed-banks.csv | sha256sum > before
      timeout -k 1 5 $BANK_ETL \(command) > out; status=$?
      cat bank.db failed-banks.csv | sha256sum | diff before - && [ -p fifo ] && exit $status
      """)
    #expect(outcome.status == 73 || outcome.status == 78 || outcome.status == 64, "\(outcome)")
  }
}
