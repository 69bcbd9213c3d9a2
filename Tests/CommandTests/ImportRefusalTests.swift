import Foundation
import SQLite
import Testing

/// An import that is refused: what is there, what is called, and how it ends.
struct RefusalCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// What the shell does first; `$BANK_ETL` is the program.
  var before = ""
  var arguments: String
  var status: Int32
  /// What the one line on standard error is to contain.
  var message: String

  var testDescription: String { name }
}

@Suite struct ImportRefusalTests {
  static let cases = [
    RefusalCase(
      name: "no such file", arguments: "missing.csv", status: 66,
      message: "missing.csv: no such file"),
    RefusalCase(
      name: "an empty folder", before: "mkdir folder", arguments: "folder", status: 66,
      message: "folder: expected files in the folder but found none"),
    RefusalCase(
      name: "an empty file", before: ": > empty.csv", arguments: "empty.csv", status: 65,
      message: "empty.csv: expected a header and records but the file is empty"),
    RefusalCase(
      name: "blank lines", before: "printf '\\n\\n\\r\\n' > blank.csv", arguments: "blank.csv",
      status: 65, message: "blank.csv: expected a header"),
    RefusalCase(
      name: "a header without records", before: "head -1 good.csv > header.csv",
      arguments: "header.csv", status: 65,
      message: "header.csv: guard headerOnly: expected records after the header but found none; "
        + "nothing was loaded; if that is right, --allow headerOnly"),
    RefusalCase(
      name: "a header and empty records", before: "(head -1 good.csv; echo ,,,,,,) > header.csv",
      arguments: "header.csv", status: 65,
      message: "header.csv: guard headerOnly: expected records after the header but found none; "
        + "nothing was loaded; if that is right, --allow headerOnly"),
    RefusalCase(
      name: "a web page", before: "printf '\\n<HTML><body>' > page.csv", arguments: "page.csv",
      status: 65, message: "page.csv: expected delimited text but found an HTML page"),
    RefusalCase(
      name: "lines of JSON", before: #"printf '{"a":1}\n{"a":2}\n' > lines.csv"#,
      arguments: "lines.csv", status: 65,
      message: "lines.csv: expected a header but found no label of a dataset in the first record"),
    RefusalCase(
      name: "bytes", before: "printf '\\1\\2\\3\\4,\\5\\6\\n' > bytes.csv", arguments: "bytes.csv",
      status: 65, message: "bytes.csv: expected delimited text but found bytes that are no text"),
    RefusalCase(
      name: "no dataset fits", before: "printf 'Bank Name,Town\\na,b\\n' > other.csv",
      arguments: "other.csv", status: 65,
      message: "the nearest is failed-banks, which lacks \"Cert\""),
    RefusalCase(
      name: "an unknown dataset", arguments: "--dataset failed-bank good.csv", status: 64,
      message: "did you mean 'failed-banks'?"),
    RefusalCase(
      name: "an unknown encoding", arguments: "--encoding utf-9 good.csv", status: 64,
      message: "unknown encoding \"utf-9\"; `iconv -l` lists the names; did you mean 'utf-8'?"),
    RefusalCase(
      name: "a wrong date order", arguments: "--date-order ydm good.csv", status: 64,
      message: "expected mdy, dmy or ymd for --date-order but found \"ydm\""),
    RefusalCase(
      name: "a date order for no column", arguments: "--date-order city=dmy good.csv", status: 64,
      message: "expected a column of dates for --date-order but found \"city\""),
    RefusalCase(
      name: "the database in a missing folder", arguments: "--db no/bank.db good.csv", status: 73,
      message: "no/bank.db: the database can't be opened or created: No such file or directory"),
    RefusalCase(
      name: "the database is a folder", before: "mkdir folder", arguments: "--db folder good.csv",
      status: 73, message: "folder: "),
    RefusalCase(
      name: "the database is no database", before: "seq 1000 > bank.db", arguments: "good.csv",
      status: 78, message: "bank.db: expected a SQLite database but found another kind of file"),
    RefusalCase(
      name: "a wrong declaration file", before: "echo '{' > package.json",
      arguments: "--package package.json good.csv", status: 78, message: "package.json:"),
    RefusalCase(
      name: "no declaration file", arguments: "--package package.json good.csv", status: 66,
      message: "package.json: no such file"),
  ]

  @Test(arguments: cases)
  func `a refused import says why, and leaves everything as it was`(_ refusal: RefusalCase)
    async throws
  {
    let workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    _ = try await workspace.shell(refusal.before)
    // The lock's file of a database that is there stays: it is never removed.
    let listing = "ls -R | grep -v -- '-lock$'; cat bank.db 2>/dev/null | sha256sum"
    let before = try await workspace.shell(listing)
    let outcome = try await workspace.shell("$BANK_ETL import " + refusal.arguments)
    #expect(outcome.status == refusal.status, "\(outcome)")
    #expect(outcome.stdout.isEmpty, "\(outcome)")
    #expect(outcome.stderr.contains(refusal.message), "\(outcome)")
    let after = try await workspace.shell(listing)
    #expect(after.stdout == before.stdout)
  }

  @Test(.enabled(if: getuid() != 0, "the super-user may read and write everything"))
  func `what may not be read or written is refused`() async throws {
    let workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    let unreadable = try await workspace.shell("chmod 0 good.csv; $BANK_ETL import good.csv")
    #expect(unreadable.status == 66, "\(unreadable)")
  }

  @Test func `a database that another import holds is busy`() async throws {
    let workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    let outcome = try await workspace.shell(
      "echo 4711 > bank.db-lock; exec 9<>bank.db-lock; flock 9; $BANK_ETL import good.csv")
    #expect(outcome.status == 75, "\(outcome)")
    #expect(
      outcome.stderr.contains(
        "bank.db: another import or migration holds the database (process 4711)"))
  }

  @Test func `a database on a read-only file system is refused`() async throws {
    let workspace = try Workspace()
    try workspace.write("good.csv", BankList.text(1...3))
    // A folder that nobody may write to, not even the super-user.
    let outcome = try await workspace.run("import", "--db", "/proc/self/bank.db", "good.csv")
    #expect([73, 77].contains(outcome.status), "\(outcome)")
  }
}
