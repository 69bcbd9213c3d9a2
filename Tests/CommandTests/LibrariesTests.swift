import Testing

@testable import bank_etl

struct LibrariesTests {
  @Test(arguments: [
    ("3.46.1", "3.38", true), ("3.38", "3.38", true), ("3.38.0", "3.38", true),
    ("3.37.2", "3.38", false), ("4.0", "3.38", true), ("3.100", "3.38", true), ("3", "3.38", false),
    ("", "3.38", false), ("3.38rc1", "3.38", true),
  ])
  func `versions are compared number by number`(version: String, other: String, expected: Bool) {
    #expect(Libraries.isVersion(version, atLeast: other) == expected)
  }

  @Test func `each library is there once, with a version`() {
    let names = Libraries.versions.map(\.name)
    #expect(
      names == [
        "sqlite", "libcsv", "libarchive", "zlib", "openssl", "expat", "libxlsxwriter", "libcurl",
      ])
    #expect(Set(names).count == names.count)
    for (name, version) in Libraries.versions {
      #expect(version.first?.isNumber == true, "\(name)")
    }
  }
}
