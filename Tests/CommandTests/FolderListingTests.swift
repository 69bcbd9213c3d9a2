import Foundation
import Testing

@testable import bank_etl

struct FolderListingTests {
  @Test func `the names in a folder, sorted`() throws {
    let workspace = try Workspace()
    for name in ["b", "ä ö", ".c", "a"] { try workspace.write(name, "") }
    #expect(FolderListing.names(in: workspace.folder.path) == [".c", "a", "b", "ä ö"])
    #expect(FolderListing.names(in: workspace.path("nowhere")) == [])
    #expect(!FolderListing.names(in: "").isEmpty)
  }
}
