import Foundation
import Testing

@testable import bank_etl

struct FileStatusTests {
  @Test func `an empty file is told from a link and from nothing, and all are removed`() throws {
    let workspace = try Workspace()
    let file = try workspace.write("a", "")
    let link = workspace.path("b")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: workspace.path("nowhere"))
    let found = [file, link, workspace.path("c")].map(FileStatus.isEmptyFile)
    #expect(found == [true, false, false])
    FileStatus.remove([file, link, workspace.path("c")])
    #expect(try workspace.files == [])
  }
}
