import Foundation
import Testing

@testable import bank_etl

struct FileContentsTests {
  @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1])
  func `all of it, as it is`(size: Int) throws {
    let workspace = try Workspace()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try FileContents.read(workspace.write("f", bytes)) == bytes)
  }

  @Test func `what can't be read`() throws {
    let workspace = try Workspace()
    for path in [workspace.path("none"), workspace.folder.path] {
      let error = #expect(throws: CommandFailure.self) { () throws in
        _ = try FileContents.read(path)
      }
      #expect(error?.status == .noInput)
    }
  }
}
