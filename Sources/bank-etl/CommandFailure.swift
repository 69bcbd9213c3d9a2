import Datasets
import Input
import Loading
import Migrations
import SQLite
import Transfer
import Workbook

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
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - source: the file that was being read, if one was.
  ///   - database: the database that was being used, if one was.
  init(_ error: any Error, source: String? = nil, database: String? = nil) {
    self =
      switch error {
      case let failure as CommandFailure: failure
      case let error as UsageError:
        CommandFailure(.usage, Message(error.message), Message(error.hint))
      case let error as OutputError where error.systemError.isInterruption: .interrupted
      case let error as OutputError: CommandFailure(.inputOutput, Message(error.description))
      case let error as InputError where error.isInterruption: .interrupted
      case let error as InputError: CommandFailure(error)
      case let error as WorkbookError:
        CommandFailure(
          error.kind == .outOfMemory ? .software : .dataError,
          Message(error.description, at: Self.place(error.path, nil)))
      case let error as DeclarationError:
        CommandFailure(
          .configuration,
          Message(
            error.path.isEmpty ? error.message : "\(error.path): \(error.message)",
            at: "\(error.file):\(error.line)"))
      case let error as HeaderMismatch:
        CommandFailure(
          .dataError,
          [Message(error.description, at: Self.place(source, error.line))] + Self.advice(error))
      case let error as ColumnEvidenceError:
        CommandFailure(.dataError, Message(error.description, at: Self.place(source, error.line)))
      case let several as SeveralSheets: several.failure
      case let error as MigrationError: CommandFailure(error, at: database)
      case let error as LoadError: CommandFailure(error, source: source, database: database)
      case let failure as DatabaseLock.Failure: CommandFailure(failure, at: database)
      case let error as DatabaseError: CommandFailure(error, at: database)
      default: CommandFailure(.software, "a mistake in this program: \(error)")
      }
  }

  /// What to do with a file of which no dataset is known.
  private static func advice(_ error: HeaderMismatch) -> [Message] {
    guard case .noLabel = error.kind else { return [] }
    return [
      "'bank-etl datasets init FILE' drafts a dataset for it; 'bank-etl inspect FILE' shows it"
    ]
  }

  /// The program was asked to end, and did so in good order.
  static var interrupted: CommandFailure {
    if Interruption.hasTimedOut {
      return CommandFailure(
        .timedOut, "not done within --timeout; what was not committed is undone")
    }
    return CommandFailure(
      .signal(Interruption.signal ?? 0), "stopped by a signal; what was not committed is undone")
  }

  /// A file with a line in it.
  static func place(_ source: String?, _ line: Int64?) -> String? {
    let name = source == "-" ? "standard input" : source
    guard let name, let line else { return name }
    return "\(name):\(line)"
  }
}

// MARK: Errors of reading and loading

extension InputError {
  /// Whether the program was asked to end while it waited for the source.
  fileprivate var isInterruption: Bool {
    if case .transfer(let error) = kind { return error.kind == .interrupted }
    return kind == .interrupted
  }
}

extension CommandFailure {
  private init(_ error: InputError) {
    let status: ExitStatus =
      switch error.kind {
      case .transfer(let error): Self.status(error)
      case .notFound, .isDirectory, .notRegular, .unreadable: .noInput
      case .readFailed, .spoolFailed: .inputOutput
      case .damaged, .expandsTooFar, .encrypted, .tooLarge, .tooLateToSpool, .notOneMember,
        .noMember,
        .noArchive:
        .dataError
      case .unknownEncoding: .usage
      case .outOfMemory, .interrupted: .software
      }
    var reason = error.reason
    if case .unknownEncoding(let name) = error.kind {
      reason += NearestMatch.suggestion(for: name, in: EncodingName.common)
    }
    self.init(status, Message(reason, at: Self.place(error.path, nil)))
  }

  /// Why a source by URL could not be had.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - address: what may be shown of the address; nil where it is none.
  init(_ error: TransferError, at address: String?) {
    self.init(Self.status(error), Message(error.description, at: address))
  }

  private static func status(_ error: TransferError) -> ExitStatus {
    switch error.kind {
    case .unusableAddress: .usage
    case .missingLibrary, .unavailable, .untrusted, .unexpected: .unavailable
    case .forbidden: .noPermission
    case .notFound: .noInput
    case .incomplete, .changed, .tooLarge, .unknownLength: .dataError
    case .interrupted: interrupted.status
    }
  }

  private init(_ error: LoadError, source: String?, database: String?) {
    switch error.kind {
    case .interrupted: self = .interrupted
    case .guarded, .referredTo, .unstableFile:
      self.init(.dataError, Message(error.description, at: Self.place(source, nil)))
    case .unsuitableTable, .newerLedger, .olderLedger:
      self.init(.configuration, Message(error.description, at: database))
    case .noSuchRun:
      self.init(.noInput, Message(error.description), "'bank-etl runs' lists the runs")
    case .pruned: self.init(.dataError, Message(error.description))
    case .unbalanced: self.init(.software, Message("a mistake in this program: \(error)"))
    }
  }

  private init(_ failure: DatabaseLock.Failure, at database: String?) {
    switch failure {
    case .interrupted: self = .interrupted
    case .held(let holder):
      let process = holder.map { " (process \($0))" } ?? ""
      self.init(
        .busy,
        Message("another import or migration holds the database\(process); try again", at: database)
      )
    case .system(let number):
      let system = SystemError(number: number)
      let status: ExitStatus = system.isNoPermission ? .noPermission : .cannotCreate
      self.init(status, Message("the database can't be opened or created: \(system)", at: database))
    }
  }
}
