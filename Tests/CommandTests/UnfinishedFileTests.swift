import Foundation
import Testing

@testable import bank_etl

struct UnfinishedFileTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `what a killed process left is removed, what a living one writes is not`() throws {
    let own = ProcessInfo.processInfo.processIdentifier
    // No process can have this number: "The default maximum value is 2^22" (proc(5)).
    try workspace.write("a-unfinished-4194400", "")
    try workspace.write("a-unfinished-4194400-journal", "")
    try workspace.write("a-unfinished-1", "")
    try workspace.write("a-unfinished-\(own)", "")
    try workspace.write("b-unfinished-4194400", "")
    try workspace.write("a-unfinished-x", "")
    _ = UnfinishedFile(of: workspace.path("a"))
    #expect(try workspace.files == ["a-unfinished-1", "a-unfinished-x", "b-unfinished-4194400"])
  }
}
