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
}
