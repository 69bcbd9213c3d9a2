import Glibc

/// The program: words from the command line, a command, an exit status.
@main
struct BankETL {
  static func main() {
    StandardStream.openMissing()
    Interruption.ignoreWriteSignals()
    exit(run().rawValue)
  }

  /// The command line without the program's name.
  ///
  /// - Throws: `CommandFailure` for a word that is no UTF-8: it would name another file than is meant.
  private static func words() throws(CommandFailure) -> [String] {
    var words: [String] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let text = unsafe String(validatingCString: word) else {
        let shown = TerminalText.escaped(unsafe String(cString: word))
        throw CommandFailure(
          .usage, Message("argument \(index) is not UTF-8: \(shown)"),
          "rename the file, or give it as standard input: - <FILE")
      }
      words.append(text)
    }
    return Array(words.dropFirst())
  }

  /// Runs what the command line asks for.
  ///
  /// - Returns: how the program ends; what went wrong has been said.
  private static func run() -> ExitStatus {
    do {
      switch try request(words()) {
      case .run(let body, let arguments): return try UnattendedRun.run(arguments, body)
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

  /// Understands the command line; of one that can't be, the monitoring hears.
  private static func request(_ words: [String]) throws(UsageError) -> ArgumentParser.Request {
    do throws(UsageError) {
      return try ArgumentParser(commands: Command.all).parse(words)
    } catch {
      Heartbeat.report(error)
      throw error
    }
  }
}
