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
      switch try request(words) {
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
