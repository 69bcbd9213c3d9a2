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

  @Test(
    arguments: [
      ("a\n", true), ("a\r\n", true), ("a\r", true), ("a", false), ("", false), ("\na", false),
      ("\n", true), ("a\n\0", true), ("a\n\0\0", false), ("\n\0a", false), ("\0\n", true),
    ])
  func `a line end is seen at the end`(text: String, expected: Bool) throws {
    let workspace = try Workspace()
    #expect(try FileStatus.endsWithLineEnd(workspace.write("a", text)) == expected)
  }
}
