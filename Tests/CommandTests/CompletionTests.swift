import Testing

@testable import bank_etl

struct CompletionTests {
  private static func completion(_ line: String) -> Completion {
    // The text up to the cursor: a space at the end begins a new word.
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return Completion(words, parser: ArgumentParser(commands: Command.all)) { package in
      let name = package ?? "built-in"
      return Completion.Names(
        datasets: [(name, "A title"), ("other", "")],
        views: { [("\($0 ?? "any")-view", "")] },
        columns: { $0 == nil ? ["a", "b"] : ["\($0 ?? "")_c"] })
    }
  }

  @Test(
    arguments: [
      ("imp", ["import"]),
      ("stat", ["status"]),
      ("migrate d", ["down", "dump"]),
      ("migrate up --q", ["--quiet"]),
      ("-q migrate d", ["down", "dump"]),
      ("--vers", ["--version"]),
      ("import --vers", []),
      ("import --date", ["--date-order"]),
      ("list --format m", ["markdown"]),
      ("list --format=c", ["--format=csv"]),
      ("list --color a", ["auto", "always"]),
      ("list ", ["built-in", "other"]),
      ("list --package x.json o", ["other"]),
      ("list --package x.json x", ["x.json"]),
      ("list --package=x.json x", ["x.json"]),
      ("list other ", []),
      ("import --commit-every ", ["file"]),
      (
        "import --date-order ",
        ["mdy", "dmy", "ymd", "a=mdy", "a=dmy", "a=ymd", "b=mdy", "b=dmy", "b=ymd"]
      ),
      ("import --dataset other --decimal other_c=c", ["other_c=comma"]),
      ("list other --view ", ["other-view"]),
      ("list other --sort ", ["other_c"]),
      ("list other --sort=", ["--sort=other_c"]),
      ("find --columns ", ["a", "b"]),
      ("find --columns a,", ["a,b"]),
      ("list other --columns other_c,", []),
      ("set other 1 ", ["other_c="]),
      ("set other 1 o", ["other_c="]),
      ("set other 1 other_c=2 ", []),
      ("add other ", ["other_c="]),
      ("get other 1 ", ["other_c"]),
      ("status built-in oth", ["other"]),
      ("help migrate re", ["redo", "repair"]),
      ("help date", ["dates"]),
      ("help migrate dat", []),
      ("runs rej", ["rejects"]),
      ("runs changes --j", []),
      ("completions z", ["zsh"]),
      ("schedule --ho", ["--hourly"]),
      ("schedule --hourly -- imp", ["import"]),
      ("schedule --hourly -- import --date-", ["--date-order"]),
      ("import -- --date", []),
      ("nonsense ", []),
      ("import --nonsense=", []),
    ] as [(String, [String])])
  func `what can stand there`(line: String, expected: [String]) {
    let found = Self.completion(line).candidates.map(\.text)
    #expect(found == expected)
  }

  @Test(arguments: [
    ("import ", Completion.Paths.files), ("import a.csv b", .files), ("import --db ", .files),
    ("import --db=x", .files), ("backup ", .files), ("backup a ", .none), ("list ", .none),
    ("migrate up --migrations ", .folders), ("schedule --systemd /e", .folders),
    ("schedule --hourly -- import ", .files), ("import --li", .none),
  ])
  func `paths can stand there`(line: String, expected: Completion.Paths) {
    #expect(Self.completion(line).paths == expected)
  }

  @Test func `every command and every option is offered, with what it means`() {
    for command in Command.all {
      let line = command.path.dropLast().map { $0 + " " }.joined()
      let words = Self.completion(line).candidates
      #expect(words.contains { $0.text == command.path.last && $0.meaning == command.summary })
      let options = Self.completion(command.path.joined(separator: " ") + " --").candidates
      #expect(options.map(\.text) == (command.options + [.help]).map { "--\($0.name)" })
    }
  }

  @Test func `a word that a shell can't show on a line is left out`() {
    let found = Completion(["list", ""], parser: ArgumentParser(commands: Command.all)) { _ in
      Completion.Names(datasets: [("a\nb", ""), ("c", "x\ty")])
    }
    #expect(found.candidates == [Completion.Candidate(text: "c", meaning: "x\\ty")])
  }
}
