import FileSupport
import Testing

@testable import Input

struct ForeignFormatTests {
  static let zip: [UInt8] = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26)

  static let tar: [UInt8] =
    Array("banks.csv".utf8) + [UInt8](repeating: 0, count: 248) + Array("ustar\u{0}00".utf8)
    + [UInt8](repeating: 0, count: 247)

  static let rows: [(bytes: [UInt8], format: ForeignFormat?)] = [
    ([], nil), ([0x50, 0x4B], nil), (Array("PK,b\n".utf8), nil), (Array("a,b\n".utf8), nil),
    (zip + Array("banks.csv".utf8), .zip), (zip, .zip),
    (zip + Array("[Content_Types].xml".utf8), .xlsx), (zip + Array("xl/workbook.xml".utf8), .xlsx),
    (zip + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8), .ods),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0], .xls),
    ([0x1F, 0x8B, 0x08, 0], .gzip), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], .xz),
    ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
    (Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .bzip2),
    (Array("BZh9".utf8) + [0x17, 0x72, 0x45, 0x38, 0x50, 0x90], .bzip2),
    (Array("BZh9,a,b\n".utf8), nil),
    (Array("%PDF-1.7".utf8), .pdf), ([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A], .png),
    ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("SQLite format 3\0".utf8), .sqlite),
    (Array("<!DOCTYPE html>\n".utf8), .html), (Array("\r\n\t <HTML lang=en>".utf8), .html),
    ([0xEF, 0xBB, 0xBF] + Array("<!doctype HTML>".utf8), .html),
    (Array("<name>,b".utf8), nil), ([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), .zip),
    (Array("| a | b |\n| --- | --- |\n| 1 | 2 |\n".utf8), .markdown),
    (Array("| a | b |\r| --- | --- |\r| 1 | 2 |\r".utf8), .markdown),
    (Array("# Prices | all\n\n| a |\n|---|\n".utf8), .markdown),
    (Array("a|b\n1|2\n--|--\n3|4\n".utf8), nil), (Array("[1,2,3]".utf8), .json),
    (Array("[\n  null,\n  1\n]\n".utf8), .json), (Array("[1,b\n2],c\n".utf8), nil),
    (Array("|a|b|\r\n|:-|-:|\r\n".utf8), .markdown), (Array("|a|b|\n|1|2|\n".utf8), nil),
    (Array("a|b\n-|-\n".utf8), nil), (Array("| a |\n| --- x |\n".utf8), nil),
    (Array("PAR1".utf8) + [0x15, 4], .parquet), (Array("PAR1,PAR2\n".utf8), nil),
    (Array("<?xml version=\"1.0\"?>\n<a/>".utf8), .xml), (Array("<xml>,b\n".utf8), nil),
    (Array("{\"a\":1,\"b\":\"x\"}\n".utf8), .json), (Array("{ }\n".utf8), .json),
    (Array(" [\n {\"a\":1}]".utf8), .json), (Array("[\"a\",1]\n".utf8), .json),
    (Array("[id],[name]\n".utf8), nil), (Array("{id},{name}\n".utf8), nil),
    (Array("\"{\"\"a\"\":1}\",2\n".utf8), nil), (Array("[1],b\n".utf8), nil),
    (Array("INSERT INTO t VALUES (1,'x');\n".utf8), .sql),
    (Array("create table t (a int);\n".utf8), .sql), (Array("insert into,b\n".utf8), nil),
    (Array("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n".utf8), .sql),
    (tar, .tar), (Array(repeating: 0x61, count: 257) + Array("ustar,b\n".utf8), nil),
  ]

  @Test(arguments: rows)
  func `the first bytes show it`(bytes: [UInt8], format: ForeignFormat?) {
    #expect(ForeignFormat.recognize(bytes[...]) == format)
  }

  @Test(
    arguments: [
      ([0x1F], "gz", .gzip), ([0x1F], "csv", nil), ([0x1F, 0x8B], "csv", .gzip),
      ([0xFD, 0x37, 0x7A], "", .xz), ([0x28], "zst", .zstd),
      ([0x28], "txt", nil), (Array("BZh9".utf8), "bz2", .bzip2), (Array("BZh".utf8), "bz2", .bzip2),
      (Array("BZh9".utf8), "", .bzip2), (Array("BZh91AY&S".utf8), "csv", .bzip2),
      (Array("BZh9\u{17}rE8".utf8), "", .bzip2), (Array("BZh91,2".utf8), "bz2", nil),
      (Array("BZhx".utf8), "bz2", nil), ([0xD0], "xls", .xls), ([0xD0], "csv", nil),
      ([0xD0, 0xCF, 0x11, 0xE0], "csv", .xls),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A], "xls", .xls),
      ([0xD0, 0xCF, 0x11, 0x41], "xls", nil),
      (Array("BZ".utf8), "txt", nil), (Array("PK".utf8), "zip", .zip),
      (Array("PK".utf8), "xlsx", .xlsx), (Array("PK".utf8), "txt", nil),
      ([0x50, 0x4B, 3], "dat", .zip), ([], "gz", nil), (Array("a,b\n".utf8), "gz", nil),
    ] as [([UInt8], String, ForeignFormat?)])
  func `part of the first bytes alone is a file that was cut`(
    bytes: [UInt8], name: String, format: ForeignFormat?
  ) {
    #expect(ForeignFormat.cut(bytes[...], named: name) == format)
  }

  /// What is neither text nor a container that is opened.
  static let shown: [ForeignFormat] = [
    .xls, .tar, .pdf, .png, .jpeg, .sqlite, .html, .markdown, .parquet, .xml, .json, .sql, .binary,
  ]

  @Test(
    arguments: [
      ([], false), (Array("a,b\n1,2\n".utf8), false), (Array("a\u{1}b\n1\u{1}2\n".utf8), false),
      (Array("a,b\nx\u{0}y,2\n".utf8), false), (Array("a\u{1F}b\u{1E}1\u{1F}2\u{1E}".utf8), false),
      (Array(repeating: 0, count: 64), true), ((0...255).map { UInt8($0) }, true),
      ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 3, 0], true),
    ] as [([UInt8], Bool)])
  func `bytes that are no text are told by their controls`(bytes: [UInt8], isBinary: Bool) {
    #expect(ForeignFormat.isBinary(bytes[...]) == isBinary)
  }

  @Test(arguments: rows.filter { $0.format.map(shown.contains) ?? true }, blockSizes)
  func `an input says what it is`(
    row: (bytes: [UInt8], format: ForeignFormat?), blockSize: Int
  ) throws {
    let file = try TemporaryFile(row.bytes)
    var input = try TextInput(path: file.path, blockSize: blockSize)
    var text: [UInt8] = []
    _ = try input.read(into: &text)
    #expect(input.foreignFormat == row.format)
  }
}
