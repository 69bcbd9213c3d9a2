import Foundation
import Testing

@testable import bank_etl

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("*", ["a", "b", "c.d"]), ("?", ["a", "b"]), ("[b-z]*", ["b", "c.d"]), ("*.d", ["c.d"]),
    ("a", ["a"]), ("z", []), ("*.x", []), ("no/such/*", []), ("a/*", []), (#"\a"#, ["a"]),
  ])
  func `a pattern matches names in the order of their bytes`(
    _ pattern: String, _ names: [String]
  ) throws {
    let workspace = try Workspace()
    for name in ["b", "a", "c.d", ".e"] { try workspace.write(name, "") }
    let folder = workspace.folder.path + "/"
    #expect(try PathPattern(folder + pattern).paths() == names.map { folder + $0 })
  }

  @Test(arguments: [("a*", true), ("a?", true), ("[a]", true), ("a", false), (#"a\"#, false)])
  func `wildcards are what another name can match`(_ pattern: String, _ has: Bool) {
    #expect(PathPattern(pattern).hasWildcards == has)
  }

  @Test func `a folder's pattern takes its name as it is`() throws {
    let workspace = try Workspace()
    let folder = workspace.path(#"a*[b]?\c"#)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(try PathPattern(folder: folder).paths().isEmpty)
    try Data().write(to: URL(filePath: folder + "/x"))
    #expect(try PathPattern(folder: folder).paths() == [folder + "/x"])
  }
}
