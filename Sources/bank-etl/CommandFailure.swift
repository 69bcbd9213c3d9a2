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
  /// What any error means to the user; the only place where errors become exit statuses.
  init(_ error: any Error) {
    self =
      switch error {
      case let failure as CommandFailure: failure
      case let error as UsageError:
        CommandFailure(.usage, Message(error.message), Message(error.hint))
      case let error as OutputError: CommandFailure(.inputOutput, Message(error.description))
      case let error as DatabaseError:
        CommandFailure(error, at: nil)
      default: CommandFailure(.software, "a mistake in this program: \(error)")
      }
  }
}
