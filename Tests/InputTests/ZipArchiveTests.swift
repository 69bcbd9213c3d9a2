import ArchiveSupport
import FileSupport
import Testing

@testable import Input

struct ZipArchiveTests {
  static let text = ContentSourceTests.text

  @Test(arguments: blockSizes)
  func `folders and a Mac's own files do not count`(blockSize: Int) throws {
    let zip = try ArchiveWriter.zip([
      ("data/", []), ("data/banks.csv", Self.text), ("__MACOSX/._banks.csv", [0, 1]),
    ])
    #expect(try decode(zip, blockSize: blockSize).text == Self.text)
  }

  @Test(arguments: [
    [], ["folder/"], ["a.csv", "b.csv"], ["a.csv", "folder/", "folder/b.csv", "c.txt"],
  ])
  func `an archive that has not one file is refused with a list`(names: [String]) throws {
    let zip = try ArchiveWriter.zip(names.map { ($0, $0.hasSuffix("/") ? [] : Self.text) })
    guard !names.isEmpty else { return }
    let file = try TemporaryFile(zip)
    let files = names.filter { !$0.hasSuffix("/") }
    #expect(throws: InputError(path: file.path, kind: .notOneMember(files))) {
      var input = try TextInput(path: file.path)
      _ = try input.readAll()
    }
  }

  @Test func `two files of one name are refused, because only the first could be read`() throws {
    let names = ["a.csv", "e\u{301}.csv", "\u{E9}.csv"]
    let zip = try ArchiveWriter.zip(names.map { ($0, Self.text) })
    for name in names {
      let file = try TemporaryFile(zip)
      var input = try TextInput(path: file.path, member: name)
      #expect(try input.readAll().text == Self.text)
    }
    let file = try TemporaryFile(try ArchiveWriter.zip([("a.csv", Self.text), ("a.csv", [0x31])]))
    for member in [nil, "a.csv"] {
      #expect(
        throws: InputError(
          path: file.path, kind: .damaged(.zip, "several of its files are named \"a.csv\""))
      ) {
        var input = try TextInput(path: file.path, member: member)
        _ = try input.readAll()
      }
    }
  }

  @Test(arguments: [
    (["[Content_Types].xml", "xl/workbook.xml"], ForeignFormat.xlsx),
    (["docProps/app.xml", "[Content_Types].xml", "xl/workbook.bin"], .xlsx),
    (["mimetype", "content.xml"], .zip), (["content.xml"], .zip),
    (["[Content_Types].xml", "word/document.xml"], .zip), (["xl/a.csv"], .zip),
  ])
  func `the members tell a workbook`(names: [String], format: ForeignFormat) throws {
    let file = try TemporaryFile(try ArchiveWriter.zip(names.map { ($0, Self.text) }))
    let archive = try ZipArchive(SourceFeed(ByteSource(path: file.path)), .standard)
    #expect(archive.format == format)
    #expect(archive.members.map(\.name) == names)
    for name in names {
      var bytes: [UInt8] = []
      let reader = try #require(try archive.open(name))
      while try reader.read(upTo: 5, into: &bytes) > 0 {}
      #expect(bytes == Self.text)
    }
    #expect(try archive.open("no such") == nil)
  }

  @Test(arguments: [
    ("application/vnd.oasis.opendocument.spreadsheet", ForeignFormat.ods),
    ("application/vnd.oasis.opendocument.spreadsheet-template", .ods),
    ("application/vnd.oasis.opendocument.text", .zip), ("", .zip),
  ])
  func `an OpenDocument says what it is`(type: String, format: ForeignFormat) throws {
    for names in [["mimetype", "content.xml"], ["content.xml", "mimetype"]] {
      let members = names.map { ($0, $0 == "mimetype" ? Array(type.utf8) : Self.text) }
      let file = try TemporaryFile(try ArchiveWriter.zip(members))
      let archive = try ZipArchive(SourceFeed(ByteSource(path: file.path)), .standard)
      #expect(archive.format == format)
    }
  }
}
