import Testing

@testable import Input

struct InputLibraryTests {
  @Test(arguments: InputLibrary.allCases)
  func `a library says its version in numbers`(library: InputLibrary) {
    #expect(library.version.wholeMatch(of: /\d+\.\d+[0-9a-z.]*/) != nil, "\(library.version)")
  }
}
