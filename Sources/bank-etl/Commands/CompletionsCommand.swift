import Datasets

/// `bank-etl completions`: what a shell needs to complete command lines.
enum CompletionsCommand {
  static let command = Command(
    path: ["completions"],
    summary: "print the script with which a shell completes command lines",
    operands: [
      Operand(name: "SHELL", kind: .choice(Shell.self), help: "bash, zsh or fish"),
      Operand(
        name: "WORD", kind: .text,
        help: "after --, the words of a command line: what can stand in the place of the last one",
        isOptional: true, isRepeated: true),
    ],
    examples: [
      Example(
        "bank-etl completions bash > ~/.local/share/bash-completion/completions/bank-etl",
        "for yourself; 'make install' and the package do it for all"),
      Example("bank-etl completions zsh > ~/.zfunc/_bank-etl", "in a folder of $fpath"),
      Example("bank-etl completions fish > ~/.config/fish/completions/bank-etl.fish", "for fish"),
    ],
    discussion: """
      The script asks the program what can be completed, each time: commands, options, the words \
      that an option takes, the datasets and columns of the declarations that count here \
      (--package, BANK_ETL_PACKAGE), and paths where one is expected.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let shell = arguments.operands.first.flatMap(Shell.init) ?? .bash
    let words = Array(arguments.operands.dropFirst())
    var output = Output()
    if words.isEmpty {
      try output.write(shell.script)
    } else {
      let parser = ArgumentParser(commands: Command.all)
      try output.write(shell.text(Completion(words, parser: parser, names: names)))
    }
    try output.flush()
    return .success
  }

  /// What the declarations offer; nothing where they can't be read, which is no time to say so.
  private static func names(_ package: String?) -> Completion.Names {
    guard let package = try? Declarations(named: package).package else { return Completion.Names() }
    func named(_ name: String?) -> [Dataset] {
      package.datasets.filter { name == nil || $0.name == name }
    }
    return Completion.Names(
      datasets: package.datasets.map { ($0.name, $0.title) },
      views: { named($0).flatMap(\.views).map { ($0.name, $0.title) } },
      columns: { name in
        named(name).flatMap { [$0] + $0.views }.flatMap(\.fields).map(\.column)
      })
  }
}
