import Migrations
import SQLite
import Testing

@testable import bank_etl

struct CommandFailureTests {
  private struct Unknown: Error {}

  private static func error(_ code: Int32, system: Int32 = 0) -> DatabaseError {
    DatabaseError(code: code, message: "message", systemError: system)
  }

  @Test(
    arguments: [
      (UsageError(message: "m", path: []), 64, "bank-etl: m"),
      (CommandFailure(.busy, "m"), 75, "bank-etl: m"),
      (MigrationError(.forbidden, [Problem(path: "m", message: "no")]), 77, "m: no"),
      (CommandFailure(.dataError, Message("m", at: "f.csv:3")), 65, "f.csv:3: m"),
      (
        OutputError(stream: .output, systemError: SystemError(number: 28)), 74,
        "bank-etl: standard output: No space left on device"
      ),
      (Unknown(), 70, "bank-etl: a mistake in this program: Unknown()"),
      (error(5), 75, "bank-etl: another process holds the database; try again"),
      (error(21), 70, "bank-etl: message (SQLite error 21)"),
      (
        error(1), 78,
        "bank-etl: the database is not as this program expects it: message; "
          + "'bank-etl migrate validate' compares it with the migrations"
      ),
    ] as [(any Error, Int32, String)])
  func `every error has its status and its line`(error: any Error, status: Int32, line: String) {
    let failure = CommandFailure(error)
    #expect(failure.status.rawValue == status)
    #expect(failure.messages.first?.line == line)
  }

  @Test(arguments: [
    (error(8), 77, "no permission to write to the database or its folder"),
    (error(14, system: 13), 77, "no permission to open the database"),
    (error(14, system: 2), 73, "the database can't be opened: No such file or directory"),
    (error(14), 73, "the database can't be opened"),
    (error(26), 78, "expected a SQLite database but found another kind of file"),
    (error(11), 78, "the database is damaged: message"),
    (error(19), 65, "message (SQLite error 19)"),
  ])
  func `what SQLite refuses has its status and its line`(
    error: DatabaseError, status: Int32, text: String
  ) {
    let failure = CommandFailure(error, at: "x.db")
    #expect(failure.status.rawValue == status)
    #expect(failure.messages == [Message(text, at: "x.db")])
  }

  @Test(arguments: [
    (error(13), "the disk is full", "make room ("),
    (
      error(10, system: 5),
      "message: a file of the database could not be used: Input/output error", "see to the disk ("
    ),
    (
      error(778, system: 27), "message: the database could not be written to: File too large", "see"
    ),
    (error(10), "message: a file of the database could not be used", "see to the disk ("),
  ])
  func `what the disk refuses says what to do and how much room there is`(
    error: DatabaseError, text: String, advice: String
  ) {
    for failure in [
      CommandFailure(error, at: "x.db"),
      CommandFailure(
        MigrationError(.statement(error.kind), [Problem(path: "x.db", message: text)])),
    ] {
      #expect(failure.status == .inputOutput)
      #expect(failure.messages.count == 2 && failure.messages[0] == Message(text, at: "x.db"))
      let last = failure.messages.last?.text ?? ""
      #expect(last.hasPrefix(advice) && last.contains(" has ") && last.contains(" free"))
      #expect(last.hasSuffix(", then run the same command again"))
    }
  }

  @Test func `a database that is only read is an input`() {
    let failure = CommandFailure(Self.error(14, system: 21), at: "x.db", isInput: true)
    #expect(failure.status == .noInput)
  }
}
