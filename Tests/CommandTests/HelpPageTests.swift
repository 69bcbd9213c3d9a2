import Testing

@testable import bank_etl

struct HelpPageTests {
  private static let parser = ArgumentParser(commands: [
    Command(
      path: ["load"], summary: "load files",
      operands: [
        Operand(name: "FILE", kind: .file, help: "what to load", isRepeated: true)
      ],
      options: [
        .quiet, .valued("size", "N", .count, default: "7", help: "how many records at once"),
      ],
      examples: [Example("bank-etl load a.csv", "loads a file")],
      discussion: "First.\n\nSecond.", action: .run { _ in .success }),
    Command(path: ["change"], summary: "change things", action: .group(default: nil)),
    Command(path: ["change", "up"], summary: "go up", action: .run { _ in .success }),
  ])

  @Test func `the page of a command has its examples first`() {
    #expect(
      HelpPage(parser: Self.parser).text(about: ["load"]) == """
        Usage:
          bank-etl load FILE... [OPTION]...

        Load files.

        Examples:
          bank-etl load a.csv
              loads a file

        Operands:
          FILE  what to load

        Options:
          -q, --quiet   print nothing when all went well
              --size N  how many records at once [7]
          -h, --help    show this page

        First.

        Second.

        """)
  }

  @Test func `the page of a group lists its commands`() {
    #expect(
      HelpPage(parser: Self.parser).text(about: ["change"]) == """
        Usage:
          bank-etl change COMMAND [OPTION]...

        Change things.

        Commands:
          change up  go up

        Options:
          -h, --help  show this page

        """)
  }

  @Test func `there is no page about nothing`() {
    #expect(HelpPage(parser: Self.parser).text(about: ["fly"]) == nil)
  }

  @Test(arguments: [40, 60, 88, 200])
  func `lines fit the terminal`(columns: Int) throws {
    let page = HelpPage(parser: ArgumentParser(commands: Command.all), columns: columns)
    for path in [[]] + Command.all.map(\.path) {
      let text = try #require(page.text(about: path))
      let sections = text.split(separator: "\n\n").filter { !$0.hasPrefix("Examples:") }
      // A term is never broken, and a synopsis or an example is there to be copied.
      for line in sections.joined(separator: "\n").split(separator: "\n")
      where !line.contains("bank-etl ") {
        #expect(line.count <= max(min(columns, HelpPage.columnLimit), 40), "\(line)")
      }
    }
  }
}
