import Glibc
import Input
import Records

/// The program: words from the command line, a command, an exit status.
@main
struct BankETL {
  static func main() {
    StandardStream.openMissing()
    Interruption.ignoreWriteSignals()
    exit(run().rawValue)
  }

  /// The command line without the program's name, as `FileName` writes bytes that are no UTF-8.
  private static var words: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe FileName.text(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  /// Runs what the command line asks for.
  ///
  /// - Returns: how the program ends; what went wrong has been said.
  private static func run() -> ExitStatus {
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
