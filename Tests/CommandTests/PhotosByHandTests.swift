import SQLite
import Testing

/// The photo store, by hand: add, change, delete.
struct PhotosByHandTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func picture(_ seed: UInt8, _ size: Int) -> [UInt8] {
    Self.signature + (0..<size).map { UInt8(truncatingIfNeeded: $0) &* 7 &+ seed }
  }

  @Test func `add, change and delete, with the bytes as they are`() async throws {
    let workspace = try Workspace()
    #expect(try await workspace.run("migrate", "-q").status == 0)
    for (name, seed) in [("one", 1), ("two", 2), ("O'Fallon", 3)] as [(String, UInt8)] {
      try workspace.write("p.png", picture(seed, 100_000))
      let added = try await workspace.run("add", "photos", "name=\(name)", "photo=@p.png")
      #expect(added.status == 0, "\(added)")
    }
    try workspace.write("text.png", "no picture")
    let refused = try await workspace.run("set", "photos", "one", "photo=@text.png")
    #expect(
      refused.status == 65 && refused.stderr.hasPrefix("text.png: expected a picture"), "\(refused)"
    )
    try workspace.write("p.png", picture(9, 10))
    #expect(try await workspace.run("set", "photos", "O'Fallon", "photo=@p.png").status == 0)
    #expect(try await workspace.run("delete", "photos", "one", "--yes").status == 0)
    func photo(_ name: String) throws -> Value? {
      try workspace.database().value("SELECT photo FROM photos WHERE name = ?", [.text(name)])
    }
    #expect(try photo("two") == .blob(picture(2, 100_000)))
    #expect(try photo("O'Fallon") == .blob(picture(9, 10)))
    #expect(try photo("one") == nil)
    let listed = try await workspace.run("list", "photos")
    #expect(listed.stdout.contains("PNG, 97.7 KiB"), "\(listed)")
    for words in [
      ["find", "photos", "two"], ["show", "photos", "two"], ["delete", "photos", "two"],
    ] {
      let shown = try await workspace.start(Workspace.program, words, [:], "")
      #expect(shown.stdout.contains("PNG, 97.7 KiB"), "\(shown)")
      let json = try await workspace.start(
        Workspace.program, words + (words[0] == "find" ? ["--format", "json"] : ["--json"]), [:], ""
      )
      #expect(json.stdout.contains("\"$base64\""), "\(json)")
    }
    #expect(try await workspace.run("undo", "5").status == 0)
    #expect(try await workspace.run("undo", "4").status == 0)
    #expect(try photo("one") == .blob(picture(1, 100_000)))
    #expect(try photo("O'Fallon") == .blob(picture(3, 100_000)))
  }
}
