import Testing

@testable import bank_etl

struct ShellTests {
  private let completion = Completion(
    ["list", ""], parser: ArgumentParser(commands: Command.all)
  ) { _ in Completion.Names(datasets: [("a:b", "Title: x"), ("c", "")]) }

  @Test(arguments: [
    (Shell.bash, "a:b\nc\n"), (.fish, "a:b\tTitle: x\nc\n"), (.zsh, "a\\:b:Title: x\nc\n"),
  ])
  func `words as the shell's script reads them`(shell: Shell, text: String) {
    #expect(shell.text(completion) == text)
  }

  @Test func `a path is asked for after the words`() {
    let files = Completion(["import", ""], parser: ArgumentParser(commands: Command.all)) { _ in
      Completion.Names()
    }
    #expect(Shell.bash.text(files) == ":files\n")
  }

  @Test(arguments: Shell.allCases)
  func `a script ends with a line end and asks the program`(shell: Shell) {
    #expect(shell.script.hasSuffix("\n") && !shell.script.contains("\t"))
    #expect(shell.script.contains(" completions \(shell.rawValue) -- "))
  }
}
