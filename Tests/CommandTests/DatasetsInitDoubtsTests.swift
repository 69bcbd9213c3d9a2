import Foundation
import Testing

/// What a draft says of what it had to assume.
struct DatasetsInitDoubtsTests {
  @Test func `an encoding in doubt is said and not declared, so that an import doubts it too`()
    async throws
  {
    let workspace = try Workspace()
    for (name, bytes, doubt) in [
      ("dos", Array("Name,Town\nCaf\u{1} Bank,Qu\u{1}bec\nB\u{1}ta,Qu\u{1}bec\n".utf8), "doubtful"),
      ("euro", Array("Name,Price\nBox,\u{2} 5\nPen,\u{2} 7\n".utf8), "doubtful"),
      ("plain", Array("Name,Town\nA,K\u{3}ln\nB,Bonn\n".utf8), nil),
    ] as [(String, [UInt8], String?)] {
      let written: [UInt8: UInt8] = [1: 0x82, 2: 0xA4, 3: 0xF6]
      let file = URL(filePath: workspace.path("\(name).csv"))
      try Data(bytes.map { written[$0] ?? $0 }).write(to: file)
      let draft = try await workspace.run(
        "datasets", "init", "\(name).csv", "--directory", name)
      #expect(draft.status == 0, "\(draft)")
      #expect(draft.stdout.contains("encoding not declared: windows-1252 is") == (doubt != nil))
      let package = "\(name)/datapackage.json"
      let declared = try String(contentsOfFile: workspace.path(package), encoding: .utf8)
      #expect(declared.contains("\"encoding\"") == (doubt == nil), "\(declared)")
      let load = try await workspace.run(
        "import", "--package", package, "--db", "\(name).db", "\(name).csv")
      #expect(load.status == 0 && load.stdout.contains("doubtful") == (doubt != nil), "\(load)")
    }
    let asked = try await workspace.run(
      "datasets", "init", "dos.csv", "--encoding", "cp437", "--directory", "asked", "--json")
    #expect(asked.stdout.contains("\"encoding_doubt\":null"), "\(asked)")
    let declared = try String(
      contentsOfFile: workspace.path("asked/datapackage.json"), encoding: .utf8)
    #expect(declared.contains("\"encoding\": \"cp437\""), "\(declared)")
  }

  @Test func `doubts are told with --quiet too`() async throws {
    let workspace = try Workspace()
    let file = URL(filePath: workspace.path("dos.csv"))
    try Data(
      Array("Name,Town\nCaf".utf8) + [0x82] + Array(" Bank,Qu".utf8) + [0x82] + Array("bec\n".utf8)
    )
    .write(to: file)
    let quiet = try await workspace.run(
      "datasets", "init", "dos.csv", "-q", "--directory", "quiet")
    #expect(quiet.stdout.isEmpty && quiet.status == 0, "\(quiet)")
    #expect(quiet.stderr.hasPrefix("dos.csv: encoding not declared: windows-1252 is"), "\(quiet)")
    try workspace.write("title.csv", "Ulm, Germany\nid,qty\n1,2\n2,3\n")
    for (option, isShown) in [("-q", true), ("--json", false)] {
      let titled = try await workspace.run(
        "datasets", "init", "title.csv", option, "--directory", "titled\(option)")
      #expect(titled.stderr.hasPrefix("title.csv:1: expected a title") == isShown, "\(titled)")
      #expect(titled.stdout.contains("\"header_findings\":[{\"line\":1,") != isShown, "\(titled)")
    }
  }
}
