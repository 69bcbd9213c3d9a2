import Glibc

/// The program: words from the command line, a command, an exit status.
@main
struct BankETL {
  static func main() {
    StandardStream.openMissing()
    Interruption.ignoreWriteSignals()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Runs what the command line asks for.
  ///
  /// - Parameter words: the command line without the program's name.
  /// - Returns: how the program ends; what went wrong has been said.
  private static func run(_ words: [String]) -> ExitStatus {
    do {
      let parser = ArgumentParser(commands: Command.all)
      switch try parser.parse(words) {
      case .run(let body, let arguments): return try body(arguments)
      case .help(let path): return try HelpCommand.show(path)
      case .version(let asJSON): return try VersionCommand.show(asJSON: asJSON)
      case .nothing(let path): return HelpCommand.showInstead(of: path)
      }
    } catch {
      let failure = CommandFailure(error)
      Message.show(failure.messages, .error)
      return failure.status
    }
  }
}
