import Foundation
import SQLite
import Testing

@testable import bank_etl

/// A store of pictures, walked through: add, look, change, delete, and take it all back.
struct PhotosTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// A picture of a kind, of about `size` bytes.
  static func picture(_ kind: String, _ size: Int = 100, seed: UInt8 = 0) -> [UInt8] {
    let heads: [String: [UInt8]] = [
      "png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "jpg": [0xFF, 0xD8, 0xFF, 0xE0],
      "gif": Array("GIF89a".utf8), "webp": Array("RIFF\0\0\0\0WEBP".utf8),
      "tiff": [0x49, 0x49, 0x2A, 0x00], "tiff-big": [0x4D, 0x4D, 0x00, 0x2A],
      "bmp": Array("BM".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0],
    ]
    return (heads[kind] ?? []) + (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37) ^ seed }
  }

  private func reports(_ words: String, status: Int32 = 0) async throws -> [Report] {
    let outcome = try await workspace.shell("$BANK_ETL import --json --dataset photos \(words)")
    try #require(outcome.status == status, "\(outcome)")
    return try Report.all(outcome)
  }

  private func bytes(_ key: String) async throws -> [UInt8] {
    let outcome = try await workspace.run("get", "photos", key, "photo", "-o", "out")
    try #require(outcome.status == 0 && outcome.stdout == "", "\(outcome)")
    return try Array(Data(contentsOf: URL(filePath: workspace.path("out"))))
  }

  @Test func `add a third picture, change one, undo, and get the bytes back identical`()
    async throws
  {
    let (first, second, third) = (
      Self.picture("png", 70_000), Self.picture("jpg", 3), Self.picture("gif", 300_000)
    )
    try workspace.write("a.png", first)
    try workspace.write("O'Fallon.jpg", second)
    #expect(
      try await reports("a.png O*.jpg").map(\.counts) == [[1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0]])
    try workspace.write("c.gif", third)
    #expect(try await reports("c.gif")[0].inserted == 1)
    #expect(try await bytes("a.png") == first)
    #expect(try await bytes("O'Fallon.jpg") == second)
    #expect(try await bytes("c.gif") == third)

    let changed = Self.picture("png", 500_000, seed: 7)
    try workspace.write("a.png", changed)
    let update = try await reports("a.png")[0]
    #expect(update.counts == [1, 0, 1, 0, 0, 0])
    #expect(try await bytes("a.png") == changed)
    let same = try await reports("a.png c.gif")
    #expect(same[0].status == "unchanged_file" && same[1].counts == [1, 0, 0, 1, 0, 0])

    let why = try await workspace.run("why", "photos", "a.png", "--json")
    #expect(
      why.status == 0 && why.stdout.contains("\"change\":\"updated\""), "\(why.stdout.prefix(300))")
    let undo = try await workspace.run("undo", "\(update.run ?? 0)")
    #expect(undo.status == 0, "\(undo)")
    #expect(try await bytes("a.png") == first)
    #expect(try await bytes("c.gif") == third)
  }

  @Test func `a picture that an undone import had added is gone, and comes again`() async throws {
    let picture = Self.picture("webp", 200_000)
    try workspace.write("a.webp", picture)
    let run = try await reports("a.webp")[0].run
    let undo = try await workspace.run("undo", "\(run ?? 0)")
    #expect(undo.status == 0, "\(undo)")
    let gone = try await workspace.run("get", "photos", "a.webp", "photo", "-o", "x")
    #expect(gone.status == 1 && gone.stderr.contains("no row of photos"), "\(gone)")
    #expect(try await reports("a.webp")[0].inserted == 1)
    #expect(try await bytes("a.webp") == picture)
  }

  @Test(arguments: ["png", "jpg", "gif", "webp", "tiff", "tiff-big", "bmp"])
  func `the content tells the kind, whatever the name`(kind: String) async throws {
    try workspace.write("file.txt", Self.picture(kind))
    #expect(try await reports("file.txt")[0].inserted == 1)
    #expect(try await bytes("file.txt") == Self.picture(kind))
  }

  @Test(arguments: ["", "BMW cars are\nno pictures\n", "<svg/>", "a,b\n1,2\n", "RIFF....WAVE"])
  func `a file that isn't a picture is a reject`(text: String) async throws {
    try workspace.write("good.png", Self.picture("png"))
    try workspace.write("bad.png", text)
    let found = try await reports("bad.png good.png", status: 2)
    #expect(found.map(\.counts) == [[1, 0, 0, 0, 1, 0], [1, 1, 0, 0, 0, 0]])
    let rejects = try await workspace.run("rejects", "\(found[0].run ?? 0)")
    #expect(
      rejects.stdout.contains("invalid_file") && rejects.stdout.contains("bad.png"), "\(rejects)")
    try workspace.write("bad.png", Self.picture("gif"))
    #expect(try await reports("bad.png")[0].inserted == 1)
  }

  @Test func `a list names files below its folder, and no others`() async throws {
    try FileManager.default.createDirectory(
      atPath: workspace.path("in/sub"), withIntermediateDirectories: true)
    let picture = Self.picture("png", 300_000)
    try workspace.write("in/sub/x y.png", picture)
    try workspace.write("secret.png", picture)
    try workspace.write(
      "in/list.csv",
      """
      name,photo
      O'Fallon,sub/x y.png
      '=x,sub/x y.png
      up,../secret.png
      root,\(workspace.path("secret.png"))
      none,sub/none.png
      O'Fallon,sub/x y.png

      """)
    let found = try await reports("in/list.csv", status: 2)[0]
    #expect(found.counts == [6, 2, 0, 0, 3, 1], "\(found)")
    #expect(try await bytes("O'Fallon") == picture)
    #expect(try await bytes("=x") == picture)
    #expect(try await reports("in/list.csv", status: 2)[0].counts == [6, 0, 0, 2, 3, 1])
    // The list is the same and the picture is not.
    try workspace.write("in/sub/x y.png", Self.picture("png", 10))
    #expect(try await reports("in/list.csv", status: 2)[0].counts == [6, 0, 2, 0, 3, 1])
  }

  @Test func `what is no regular file, or too large, is refused before it is read`() async throws {
    try workspace.write("a.png", Self.picture("png"))
    try workspace.write("list.csv", "name,photo\np,pipe\nf,folder\nb,big.png\na,a.png\n")
    let made = try await workspace.shell(
      "mkfifo pipe && mkdir folder && cp a.png big.png && truncate -s 5G big.png")
    #expect(made.status == 0, "\(made)")
    #expect(try await reports("list.csv", status: 2)[0].counts == [4, 1, 0, 0, 3, 0])
    let rejects = try await workspace.run("rejects", "1").stdout
    for text in [
      "a device or a pipe", "a directory", "at most 999990000 bytes but found 5368709120",
    ] {
      #expect(rejects.contains(text), "\(rejects)")
    }
    let found = try await reports("big.png", status: 2)[0]
    #expect(found.counts == [1, 0, 0, 0, 1, 0])
    #expect(
      try workspace.database().rows("SELECT sha256, bytes FROM etl_runs WHERE id = 2")
        == [[.null, 5_368_709_120]])
    let set = try await workspace.run("set", "photos", "a", "photo=@big.png")
    #expect(set.status == 65 && set.stderr.contains("at most 999990000 bytes"), "\(set)")
    let folder = try await workspace.shell(
      "mkfifo folder/pipe && cp a.png folder/c.png && $BANK_ETL import --dataset photos folder")
    #expect(folder.status == 0, "\(folder)")
  }

  @Test(arguments: ["out.csv", "out.xlsx"])
  func `exported pictures import again as unchanged`(name: String) async throws {
    try workspace.write("a.png", Self.picture("png", 600_000))
    try workspace.write("b.jpg", Self.picture("jpg"))
    _ = try await reports("a.png b.jpg")
    let outcome = try await workspace.run("export", "photos", "-o", name)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try await reports(name)[0].counts == [2, 0, 0, 2, 0, 0])
    let piped = try await workspace.run("export", "photos")
    #expect(piped.status == 64 && piped.stdout == "", "\(piped)")
  }
}
