import Foundation
import Testing

@testable import bank_etl

struct FilePathTests {
  @Test(arguments: [
    ("a.db", "", "a.db"), ("x/a.db", "x/", "a.db"), ("/a", "/", "a"), ("x/", "x/", ""),
    ("", "", ""),
  ])
  func `folder and name`(path: String, folder: String, name: String) {
    let parts = FilePath.parts(path)
    #expect(parts.folder == folder && parts.name == name)
  }

  @Test(arguments: [
    ("bank.db", "bank", ".db"), ("bank", "bank", ""), (".bank", ".bank", ""),
    ("a.b.gz", "a.b", ".gz"), ("bank.", "bank", "."), ("", "", ""),
  ])
  func `stem and extension`(name: String, stem: String, suffix: String) {
    let parts = FilePath.extensionParts(name)
    #expect(parts.stem == stem && parts.extension == suffix)
  }

  @Test(arguments: [
    ("/a/b", "/a/b"), ("/a/./b//c", "/a/b/c"), ("/a/../b", "/a/../b"), ("/", "/"),
  ])
  func `a path from the root stays, but for what means nothing`(path: String, expected: String) {
    #expect(FilePath.absolute(path) == expected)
  }

  @Test func `a relative path is one of the current folder`() {
    let folder = FileManager.default.currentDirectoryPath
    #expect(FilePath.absolute("./x y") == "\(folder)/x y")
  }

  @Test func `the program has a path`() {
    #expect(FilePath.program?.hasPrefix("/") == true)
  }
}
