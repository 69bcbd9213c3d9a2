import Foundation
import Testing

@testable import bank_etl

struct SharedFileTests {
  @Test func `lines are added, wherever the file has gone meanwhile`() throws {
    let workspace = try Workspace()
    let path = workspace.path("log")
    try SharedFile.append(Array("a\n".utf8), to: path)
    try SharedFile.append(Array("b\n".utf8), to: path)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try SharedFile.append(Array("c\n".utf8), to: path)
    #expect(try workspace.text("log.1") == "a\nb\n")
    #expect(try workspace.text("log") == "c\n")
  }

  @Test func `a file is replaced by what is made of it`() throws {
    let workspace = try Workspace()
    let path = workspace.path("file")
    for _ in 1...3 { try SharedFile.replace(path) { $0 + [0x61] } }
    #expect(try workspace.text("file") == "aaa")
    #expect(try workspace.files == ["file"])
  }

  @Test func `two that change a file at a time take turns`() async throws {
    let workspace = try Workspace()
    let path = workspace.path("file")
    await withTaskGroup { group in
      for _ in 1...20 {
        group.addTask { try? SharedFile.replace(path) { $0 + [0x61] } }
      }
    }
    #expect(try workspace.text("file").count == 20)
  }

  @Test func `what can't be written is an error`() throws {
    #expect(throws: SystemError.self) { try SharedFile.append([1], to: "/no/such/folder/log") }
    let error = #expect(throws: CommandFailure.self) {
      try SharedFile.replace("/no/such/folder/file") { $0 }
    }
    #expect(error?.status == .cannotCreate)
  }
}
