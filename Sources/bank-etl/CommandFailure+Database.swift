import SQLite

extension CommandFailure {
  /// What SQLite's refusal means to the user.
  ///
  /// - Parameters:
  ///   - error: the refusal.
  ///   - path: the database, where it is known.
  ///   - isInput: whether the command only reads the database.
  init(_ error: DatabaseError, at path: String?, isInput: Bool = false) {
    if error.kind == .interrupted {
      self = .interrupted
      return
    }
    let system = SystemError(number: error.systemError)
    let (status, text): (ExitStatus, String) =
      switch error.kind {
      case .busy: (.busy, "another process holds the database; try again")
      case .full: (.inputOutput, "the disk is full")
      case .inputOutput: (.inputOutput, error.reason)
      case .readOnly: (.noPermission, "no permission to write to the database or its folder")
      case .cannotOpen where system.isNoPermission:
        (.noPermission, "no permission to open the database")
      case .cannotOpen:
        (
          isInput ? .noInput : .cannotCreate,
          "the database can't be opened" + (system.number == 0 ? "" : ": \(system)")
        )
      case .notADatabase:
        (.configuration, "expected a SQLite database but found another kind of file")
      case .corrupt where system.number != 0:
        (.inputOutput, "the database can't be read: \(system)")
      case .corrupt: (.configuration, "the database is damaged: \(error.message)")
      case .outOfMemory: (.unavailable, "there is not enough memory; try again when there is more")
      case .constraint, .tooBig: (.dataError, error.description)
      case .other where error.isAboutSchema:
        (
          .configuration,
          "the database is not as this program expects it: \(error.message); "
            + "'bank-etl migrate validate' compares it with the migrations"
        )
      case .interrupted, .unauthorized, .other: (.software, error.description)
      }
    self.init(status, [Message(text, at: path)] + Self.advice(error.kind, path))
  }

  /// What to do where the system refuses what SQLite needs of it.
  ///
  /// - Parameters:
  ///   - kind: what went wrong.
  ///   - path: the database, where it is known.
  /// - Returns: nothing for other kinds.
  static func advice(_ kind: DatabaseError.Kind, _ path: String?) -> [Message] {
    guard kind == .full || kind == .inputOutput else { return [] }
    let folder = path.map { FilePath.parts($0).folder }.map { $0.isEmpty ? "." : $0 }
    let folders = [folder, Database.temporaryFolder].compactMap { $0 }
    let rooms = folders.compactMap { folder in
      DiskSpace.free(at: folder).map { "\(folder) has \(DiskSpace.text(bytes: $0)) free" }
    }
    let what = kind == .full ? "make room" : "see to the disk"
    return [Message("\(what) (\(rooms.joined(separator: ", "))), then run the same command again")]
  }
}
