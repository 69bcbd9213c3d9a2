import Foundation
import Testing

@testable import bank_etl

struct GetCommandTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `bytes are not for a terminal`() async throws {
    try workspace.write("a.png", PhotosTests.picture("png"))
    let loaded = try await workspace.run("import", "-q", "--dataset", "photos", "a.png")
    try #require(loaded.status == 0, "\(loaded)")
    let terminal = try await workspace.shell(
      #"script -qec '$BANK_ETL get photos a.png photo' /dev/null"#)
    #expect(terminal.status == 64 && terminal.stdout.contains("-o FILE"), "\(terminal)")
    let piped = try await workspace.run("get", "photos", "a.png", "photo")
    #expect(Array(piped.output) == PhotosTests.picture("png"))
    let text = try await workspace.run("get", "photos", "1", "name")
    #expect(text.status == 1, "\(text)")
    let name = try await workspace.run("get", "photos", "a.png", "Name")
    #expect(name.stdout == "a.png", "\(name)")
  }
}
