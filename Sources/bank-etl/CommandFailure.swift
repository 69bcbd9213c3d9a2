import Datasets
import Loading
import SQLite

/// Why a command did not do what it was asked: what the user gets to see.
struct CommandFailure: Error, Equatable {
  /// How the program ends.
  let status: ExitStatus
  /// What happened, then what to do about it.
  let messages: [Message]

  /// A failure with its messages.
  init(_ status: ExitStatus, _ messages: Message...) {
    self.init(status, messages)
  }

  /// A failure with its messages.
  init(_ status: ExitStatus, _ messages: [Message]) {
    self.status = status
    self.messages = messages
  }
}

// MARK: Errors of the modules

extension CommandFailure {
  /// The command was asked to stop, by a signal.
  static var interrupted: CommandFailure {
    let status = Interruption.signal.map(ExitStatus.signal) ?? .software
    return CommandFailure(status, "stopped by a signal: what was not committed is undone")
  }

  /// What any error means to the user; the only place where errors become exit statuses.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - source: the file that was being read, where there was one.
  ///   - database: the database that was in use, where there was one.
  init(_ error: any Error, source: String? = nil, database: String? = nil) {
    self =
      switch error {
      case let failure as CommandFailure: failure
      case let error as UsageError:
        CommandFailure(.usage, Message(error.message), Message(error.hint))
      case let error as OutputError: CommandFailure(.inputOutput, Message(error.description))
      case let error as DatabaseError: CommandFailure(error, at: database)
      case let error as DatabaseLock.Failure: CommandFailure(error, at: database)
      case let error as LoadError: CommandFailure(error, at: database)
      case let error as DeclarationError:
        CommandFailure(
          .configuration, Message(error.message, at: "\(error.file):\(error.line)"))
      case let error as HeaderMismatch:
        CommandFailure(.dataError, Message(error.description, at: source, line: error.line))
      case let error as DateOrderError:
        CommandFailure(.dataError, Message(error.description, at: source, line: error.line))
      default: CommandFailure(.software, "a mistake in this program: \(error)")
      }
  }

  private init(_ error: LoadError, at path: String?) {
    self =
      switch error.kind {
      case .interrupted: .interrupted
      case .unsuitableTable, .newerLedger:
        CommandFailure(.configuration, Message(error.description, at: path))
      case .unbalanced: CommandFailure(.software, Message(error.description, at: path))
      }
  }
}
