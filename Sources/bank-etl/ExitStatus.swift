/// How the program ends: a number that scripts, cron and CI act on.
///
/// The numbers from 64 on are those of `sysexits.h`.
struct ExitStatus: RawRepresentable, Sendable, Hashable, Comparable {
  /// The number, from 0 to 255.
  let rawValue: Int32

  /// The status of a number.
  init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Whether the left one is the less bad: the worst of several files' statuses counts.
  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  /// Done, or there was nothing to do.
  static let success = ExitStatus(rawValue: 0)
  /// Finished, and the answer is no.
  static let negative = ExitStatus(rawValue: 1)
  /// Loaded, and some records were rejected.
  static let rejects = ExitStatus(rawValue: 2)
  /// The command line can't be understood (`EX_USAGE`).
  static let usage = ExitStatus(rawValue: 64)
  /// The data is wrong, or a guard refused it (`EX_DATAERR`).
  static let dataError = ExitStatus(rawValue: 65)
  /// The input does not exist or can't be read (`EX_NOINPUT`).
  static let noInput = ExitStatus(rawValue: 66)
  /// A service that is needed is unavailable (`EX_UNAVAILABLE`).
  static let unavailable = ExitStatus(rawValue: 69)
  /// A mistake in this program (`EX_SOFTWARE`).
  static let software = ExitStatus(rawValue: 70)
  /// The output can't be created (`EX_CANTCREAT`).
  static let cannotCreate = ExitStatus(rawValue: 73)
  /// Reading or writing went wrong, or the disk is full (`EX_IOERR`).
  static let inputOutput = ExitStatus(rawValue: 74)
  /// Another process holds the database (`EX_TEMPFAIL`).
  static let busy = ExitStatus(rawValue: 75)
  /// Permission is missing (`EX_NOPERM`).
  static let noPermission = ExitStatus(rawValue: 77)
  /// The configuration is wrong: a declaration, a migration, the database (`EX_CONFIG`).
  static let configuration = ExitStatus(rawValue: 78)

  /// The time limit has passed, as `timeout(1)` reports it.
  static let timedOut = ExitStatus(rawValue: 124)

  /// The status after a signal, as a shell reports it.
  static func signal(_ number: Int32) -> ExitStatus {
    ExitStatus(rawValue: 128 + number)
  }

  /// This status, or that of a failure to say what became of the work, where the work itself was done.
  ///
  /// - Parameter failure: why a log or a report could not be written; nil where all could be.
  /// - Returns: the status that the program ends with.
  func unless(_ failure: CommandFailure?) -> ExitStatus {
    guard let failure, self == .success || self == .rejects else { return self }
    return failure.status
  }

  /// What each status means, for the help page.
  static let table: [(status: ExitStatus, meaning: String)] = [
    (.success, "done, or there was nothing to do"),
    (.negative, "finished, and the answer is no (--exit-code, check)"),
    (.rejects, "loaded, and some records were rejected (--rejects-ok makes it 0)"),
    (.usage, "the command line is wrong"),
    (.dataError, "the data is wrong, or a guard refused it; the message says what was kept"),
    (.noInput, "no such input, or it can't be read"),
    (.unavailable, "a needed service is unavailable"),
    (.software, "a mistake in this program"),
    (.cannotCreate, "the output can't be created"),
    (.inputOutput, "reading or writing went wrong (the disk is full)"),
    (.busy, "another process holds the database; try again"),
    (.noPermission, "permission is missing"),
    (.configuration, "a wrong declaration, a pending or edited migration, a newer database"),
    (.timedOut, "--timeout has passed; what was not committed is undone"),
  ]
}
