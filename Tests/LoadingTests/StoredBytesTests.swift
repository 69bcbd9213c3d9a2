import SQLite
import Testing

@testable import Loading

struct StoredBytesTests {
  private let table: PictureTable
  private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  init() throws {
    table = try PictureTable()
    try table.database.execute(
      "INSERT INTO p (id, photo) VALUES (1, zeroblob(10000)), (2, NULL), (3, x'')")
  }

  @Test(arguments: [1, 2, 3, 7, 4096, 256 << 10])
  func `what was written is read, whatever the size of the pieces`(pieceSize: Int) throws {
    let place = table.place(1)
    try place.write(PictureTable.lent(bytes, pieceSize: pieceSize))
    #expect(try table.photo(1) == .blob(bytes))
    #expect(try place.equals(PictureTable.lent(bytes, pieceSize: pieceSize)))
    #expect(try place.otherValue() == nil)
    var copy: [UInt8] = []
    try place.lent().forEachPiece { copy += $0 }
    #expect(copy == bytes)
  }

  @Test func `other bytes, fewer bytes and no bytes are not the same`() throws {
    try table.place(1).write(PictureTable.lent(bytes))
    var other = bytes
    other[9_999] ^= 1
    let rows: [(row: Int64, contents: [UInt8]?, isSame: Bool)] = [
      (1, bytes, true), (1, other, false), (1, Array(bytes.dropLast()), false), (1, nil, false),
      (2, nil, true), (2, [], false), (3, [], true), (3, nil, false), (9, nil, true),
    ]
    for row in rows {
      let contents = row.contents.map { PictureTable.lent($0) }
      #expect(try table.place(row.row).equals(contents) == row.isSame, "\(row.row)")
    }
    #expect(try table.place(2).otherValue() == .null)
  }

  @Test func `the hash is that of sha256sum`() throws {
    try table.database.execute("UPDATE p SET photo = x'616263' WHERE id = 1")
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try table.place(1).sha256() == abc)
  }

  @Test(arguments: [9_999, 10_001])
  func `a file that changes while it is read is refused`(count: Int) throws {
    let contents = LentBytes(byteCount: 10_000) { body in
      try body([UInt8](repeating: 1, count: count))
    }
    #expect {
      try table.place(1).write(contents)
    } throws: { error in
      (error as? LoadError)?.kind == .unstableFile
    }
  }
}
