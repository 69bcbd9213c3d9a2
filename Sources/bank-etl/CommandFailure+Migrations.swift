import Migrations
import SQLite

extension CommandFailure {
  /// What it means to the user that migrations were not applied, undone or accepted.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - path: the database, where it is known.
  init(_ error: MigrationError, at path: String? = nil) {
    let status: ExitStatus =
      switch error.kind {
      case .statement(.interrupted): CommandFailure.interrupted.status
      case .statement(.full), .statement(.inputOutput): .inputOutput
      case .statement(.busy): .busy
      case .statement(.readOnly), .forbidden: .noPermission
      case .cannotCreate: .cannotCreate
      case .noDatabase, .unreadable: .noInput
      case .noSuchVersion, .invalidName: .usage
      // A guard refused it: what is in the database does not fit.
      case .statement(.constraint), .foreignKeys, .verification: .dataError
      case .invalidFiles, .history, .pending, .irreversible, .statement: .configuration
      }
    var messages: [Message] = []
    for problem in error.problems {
      messages.append(Message(problem.message, at: problem.place))
      messages += problem.details.map { Message($0, at: problem.place) }
    }
    messages += error.advice.map { Message($0) }
    if case .statement(let kind) = error.kind { messages += CommandFailure.advice(kind, path) }
    self.init(status, messages)
  }
}
