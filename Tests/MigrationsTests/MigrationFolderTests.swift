import Foundation
import Testing

@testable import Migrations

struct MigrationFolderTests {
  @Test func `files of any size are read whole`() throws {
    let sizes = [1, 65_535, 65_536, 65_537, 200_000]
    let place = try Workplace()
    for (index, size) in sizes.enumerated() {
      try place.write(["\(index + 1)_m": "SELECT 1;" + String(repeating: "-", count: size)])
    }
    let migrations = try MigrationFolder(path: place.migrationsPath + "/").read().migrations
    #expect(migrations.map { $0.up.text.utf8.count } == sizes.map { $0 + 9 })
    #expect(migrations[0].up.path == "\(place.migrationsPath)/1_m.up.sql")
  }

  @Test func `what is no file can't be read`() throws {
    let place = try Workplace()
    let missing = try migrationError { try MigrationFolder(path: "/no such folder").read() }
    #expect(missing.kind == .unreadable)
    #expect(missing.description == "/no such folder: No such file or directory")
    try FileManager.default.createDirectory(
      atPath: "\(place.migrationsPath)/1_a.up.sql", withIntermediateDirectories: false)
    let folder = try migrationError { try MigrationFolder(path: place.migrationsPath).read() }
    #expect(folder.description == "\(place.migrationsPath)/1_a.up.sql: Is a directory")
  }

  @Test(arguments: [
    ([], "0001"), (["0001_a.up.sql"], "0002"), (["7_a.up.sql", "0008_b.down.sql"], "0009"),
    (["9_a.up.sql"], "10"), (["0099_a.up.sql", "notes.txt", "x.sql"], "0100"),
    (["9999_a.up.sql"], "10000"), (["99991231235959_a.up.sql"], "99991231235960"),
  ])
  func `a new migration has the next number, as wide as the last one`(
    _ files: [String], _ digits: String
  ) throws {
    let place = try Workplace(Dictionary(uniqueKeysWithValues: files.map { ($0, "SELECT 1") }))
    let paths = try MigrationFolder(path: place.migrationsPath).create("add zip")
    #expect(
      paths == ["up", "down"].map { "\(place.migrationsPath)/\(digits)_add_zip.\($0).sql" })
    for path in paths { #expect(FileManager.default.fileExists(atPath: path)) }
  }

  @Test func `where numbers are times, a new one is the present time`() throws {
    let place = try Workplace(["20200131120000_a": "SELECT 1"])
    let paths = try MigrationFolder(path: place.migrationsPath).create("b")
    let name = try #require(paths[0].split(separator: "/").last)
    let version = try #require(MigrationFileName(String(name))?.version)
    #expect(version > 20_260_101_000_000 && version < 99_991_231_000_000)
  }

  @Test(arguments: ["", "a/b", "../a", "ä", "a.b", "a\n"])
  func `a name that can't be one is refused`(_ name: String) throws {
    let place = try Workplace()
    let error = try migrationError { try MigrationFolder(path: place.migrationsPath).create(name) }
    #expect(error.kind == .invalidName)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.migrationsPath).isEmpty)
  }

  @Test func `no folder, no files`() throws {
    let error = try migrationError { try MigrationFolder(path: "/no such folder").create("a") }
    #expect(error.kind == .cannotCreate)
  }
}
