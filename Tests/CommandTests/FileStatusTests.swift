import Foundation
import Testing

@testable import bank_etl

struct FileStatusTests {
  @Test func `what exists, and is removed`() throws {
    let workspace = try Workspace()
    let file = try workspace.write("a", "")
    let link = workspace.path("b")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: workspace.path("nowhere"))
    #expect(FileStatus.exists(file))
    #expect(FileStatus.exists(link))
    #expect(!FileStatus.exists(workspace.path("c")))
    FileStatus.remove([file, link, workspace.path("c")])
    #expect(try workspace.files == [])
  }
}
