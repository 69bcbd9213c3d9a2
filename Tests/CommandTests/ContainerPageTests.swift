import ArchiveSupport
import Foundation
import Testing

/// What `docs/containers.md` says of files in others is what `import` and `convert` do.
struct ContainerPageTests {
  private static let list = "id,name,price\n1,box,2.50\n2,pen,0.90\n"
  private static let text = Array(list.utf8)
  private static let more = Array("id,name,price\n3,cup,4.50\n".utf8)

  private static func compressed(_ filter: ArchiveWriter.Filter) throws -> [UInt8] {
    try ArchiveWriter.compress(text, filter)
  }

  /// The list in a sheet.
  private static var workbook: WorkbookSample {
    WorkbookSample(
      list.split(separator: "\n").map { line in
        let cells = line.split(separator: ",").map { "<c t='inlineStr'><is><t>\($0)</t></is></c>" }
        return "<row>\(cells.joined())</row>"
      }.joined())
  }

  private static var oldWorkbook: BIFFSample {
    BIFFSample([
      .init(0, 0, .shared("id")), .init(0, 1, .shared("name")), .init(0, 2, .shared("price")),
      .init(1, 0, .number(1)), .init(1, 1, .shared("box")), .init(1, 2, .number(2.5)),
    ])
  }

  private static var spreadsheet: SpreadsheetSample {
    SpreadsheetSample(
      list.split(separator: "\n").map { row($0.split(separator: ",").map(String.init)) }.joined())
  }

  private static func row(_ texts: [String]) -> String {
    let cells = texts.map {
      "<table:table-cell office:value-type='string'><text:p>\($0)</text:p></table:table-cell>"
    }
    return "<table:table-row>\(cells.joined())</table:table-row>"
  }

  /// A tar archive of the list (POSIX, ustar Interchange Format).
  private static var tar: [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<5, with: Array("a.csv".utf8))
    header.replaceSubrange(257..<262, with: Array("ustar".utf8))
    return header + text + [UInt8](repeating: 0, count: 512 - text.count)
  }

  /// The zip archive with the flag of an encrypted file set ("Bit 0: If set, indicates that the file is
  /// encrypted", APPNOTE 4.4.4).
  private static func locked() throws -> [UInt8] {
    var zip = try ArchiveWriter.zip([("a.csv", text)])
    zip[6] |= 1
    for index in zip.indices.dropLast(4) where zip[index...].starts(with: [0x50, 0x4B, 1, 2]) {
      zip[index + 8] |= 1
    }
    return zip
  }

  /// The files by what the page calls them, and their names.
  private static let files: [String: (name: String, bytes: @Sendable () throws -> [UInt8])] = [
    "gzip": ("a.csv.gz", { try compressed(.gzip) }), "xz": ("a.csv.xz", { try compressed(.xz) }),
    "zstd": ("a.csv.zst", { try compressed(.zstd) }),
    "bzip2": ("a.csv.bz2", { try compressed(.bzip2) }),
    "two gzip streams, one behind the other": (
      "b.csv.gz",
      {
        try ArchiveWriter.compress(Array(text.prefix(14)), .gzip)
          + ArchiveWriter.compress(Array(text.dropFirst(14)), .gzip)
      }
    ),
    "gzip under another name": ("c.csv", { try compressed(.gzip) }),
    "text named as gzip": ("d.csv.gz", { text }),
    "gzip in gzip": ("e.csv.gz", { try ArchiveWriter.compress(compressed(.gzip), .gzip) }),
    "gzip with a changed byte": (
      "f.csv.gz",
      {
        var bytes = try compressed(.gzip)
        bytes[bytes.count - 6] ^= 1
        return bytes
      }
    ),
    "gzip, cut": ("g.csv.gz", { try compressed(.gzip).dropLast(9) }),
    "xz, cut": ("h.csv.xz", { try compressed(.xz).dropLast(9) }),
    "gzip with something behind it": ("i.csv.gz", { try compressed(.gzip) + Array("note".utf8) }),
    "gzip, cut to two bytes": ("q.csv.gz", { try Array(compressed(.gzip).prefix(2)) }),
    "gzip, cut to one byte": ("r.csv.gz", { try Array(compressed(.gzip).prefix(1)) }),
    "bzip2, cut to four bytes": ("r.bz2", { try Array(compressed(.bzip2).prefix(4)) }),
    "xls, cut to four bytes": ("q.xls", { [0xD0, 0xCF, 0x11, 0xE0] }),
    "xlsx, cut to two bytes": ("q.xlsx", { try Array(workbook.bytes().prefix(2)) }),
    "zip of 65 MiB of one letter": (
      "q.zip",
      { try ArchiveWriter.zip([("a.csv", text + [UInt8](repeating: 0x78, count: 65 << 20))]) }
    ),
    "gzip of nothing": ("j.csv.gz", { try ArchiveWriter.compress([], .gzip) }),
    "zip of one list": ("a.zip", { try ArchiveWriter.zip([("a.csv", text)]) }),
    "zip of a list in a folder": (
      "b.zip", { try ArchiveWriter.zip([("lists/", []), ("lists/a.csv", text)]) }
    ),
    "zip of a list and a Mac's own files": (
      "c.zip", { try ArchiveWriter.zip([("__MACOSX/._a.csv", [0]), ("a.csv", text)]) }
    ),
    "zip of a list and a document": (
      "d.zip", { try ArchiveWriter.zip([("a.csv", text), ("notes.pdf", Array("%PDF-1".utf8))]) }
    ),
    "zip of two lists": ("e.zip", { try ArchiveWriter.zip([("a.csv", text), ("b.csv", more)]) }),
    "zip of two files of one name": (
      "f.zip", { try ArchiveWriter.zip([("a.csv", text), ("a.csv", more)]) }
    ),
    "zip of a zip": (
      "g.zip", { try ArchiveWriter.zip([("a.zip", ArchiveWriter.zip([("a.csv", text)]))]) }
    ),
    "zip of a gzip file": ("h.zip", { try ArchiveWriter.zip([("a.csv.gz", compressed(.gzip))]) }),
    "zip of a workbook": ("i.zip", { try ArchiveWriter.zip([("a.xlsx", workbook.bytes())]) }),
    "zip of folders alone": ("j.zip", { try ArchiveWriter.zip([("lists/", [])]) }),
    "zip, cut": ("k.zip", { try ArchiveWriter.zip([("a.csv", text)]).dropLast(10) }),
    "zip with a password": ("l.zip", { try locked() }),
    "tar": ("a.tar", { tar }),
    "tar in gzip": ("a.tar.gz", { try ArchiveWriter.compress(tar, .gzip) }),
    "xlsx": ("a.xlsx", { try workbook.bytes() }), "xls": ("a.xls", { oldWorkbook.bytes() }),
    "ods": ("a.ods", { try spreadsheet.bytes() }),
    "xlsx named as text": ("k.csv", { try workbook.bytes() }),
    "xls named as text": ("l.csv", { oldWorkbook.bytes() }),
    "text named as xlsx": ("b.xlsx", { text }),
    "a page of HTML named as xls": (
      "b.xls", { Array("<html><body><table></table></body></html>".utf8) }
    ),
    "xlsx with a password": (
      "c.xlsx",
      {
        CompoundSample.bytes([
          ("EncryptionInfo", [4, 0, 4, 0]),
          ("EncryptedPackage", [UInt8](repeating: 9, count: 5000)),
        ])
      }
    ),
    "xls with a password": (
      "c.xls",
      {
        var sample = oldWorkbook
        sample.isEncrypted = true
        return sample.bytes()
      }
    ),
    "ods with a password": (
      "c.ods",
      {
        var sample = spreadsheet
        sample.manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
        return try sample.bytes()
      }
    ),
    "xlsx with a DTD": (
      "d.xlsx",
      {
        try ArchiveWriter.zip(
          workbook.parts.map { part in
            let text = String(decoding: part.bytes, as: UTF8.self)
            let dtd = "<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet>"
            return (part.name, Array(text.replacing("<worksheet>", with: dtd).utf8))
          })
      }
    ),
    "xlsx without its sheet": (
      "e.xlsx",
      { try ArchiveWriter.zip(workbook.parts.filter { $0.name != "xl/worksheets/sheet1.xml" }) }
    ),
    "ods with rows that are repeated without end": (
      "d.ods",
      {
        var sample = spreadsheet
        let cell = row(["x"]).replacing(
          "<table:table-cell", with: "<table:table-cell table:number-columns-repeated='16384'")
        sample.sheets[0].rows += cell.replacing(
          "<table:table-row", with: "<table:table-row table:number-rows-repeated='1048573'")
        return try sample.bytes()
      }
    ),
    "PDF named as text": ("m.csv", { Array("%PDF-1.7\n".utf8) }),
    "SQLite named as text": (
      "n.csv", { Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 99) }
    ),
  ]

  private struct Row {
    let what: String
    let importing: String
    let convertStatus: String
    let says: String
  }

  private static let rows: [Row] = Repository.text("docs/containers.md").split(separator: "\n")
    .compactMap { line -> Row? in
      guard let match = line.wholeMatch(of: /\| (.+?) \| (.+?) \| (\d+) \| (.*?) ?\|/) else {
        return nil
      }
      return Row(
        what: String(match.output.1), importing: String(match.output.2),
        convertStatus: String(match.output.3), says: String(match.output.4.replacing("`", with: ""))
      )
    }

  @Test func `files are read as the page says`() async throws {
    #expect(Self.rows.map(\.what).sorted() == Self.files.keys.sorted())
    let workspace = try Goods.workspace()
    var names: [String] = []
    for row in Self.rows {
      let file = try #require(Self.files[row.what], "\(row.what)")
      names.append(file.name)
      try workspace.write(file.name, Array(try file.bytes()))
    }
    let outcome = try await workspace.start(
      Workspace.program, ["import", "--package", "datapackage.json", "--json", "--force"] + names,
      [:], "")
    let reports = try Report.all(outcome)
    let converted = try await workspace.shell(
      """
      for file in \(names.joined(separator: " ")); do
        "$BANK_ETL" convert --no-types $file -o out 2>$file.said; echo $?
      done
      """)
    let statuses = converted.stdout.split(separator: "\n")
    try #require(statuses.count == Self.rows.count)
    for (index, row) in Self.rows.enumerated() {
      let own = reports.filter {
        $0.source == names[index] || $0.source.hasPrefix(names[index] + "/")
      }
      let said = own.map {
        !$0.status.hasPrefix("succeeded")
          ? "refused"
          : "\($0.inserted) inserted" + ($0.rejected > 0 ? ", \($0.rejected) rejected" : "")
      }
      #expect(said.joined(separator: "; ") == row.importing, "\(row.what)")
      #expect(statuses[index] == row.convertStatus, "\(row.what)")
      let messages = try workspace.text(names[index] + ".said")
      #expect(row.says.isEmpty || messages.contains(row.says), "\(row.what): \(messages)")
    }
  }
}
