import ArchiveSupport
import Testing

@testable import bank_etl

/// The program as a process: what it prints where, and how it ends.
struct BankETLTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test(arguments: [
    ("hlep", "unknown command 'hlep'; did you mean 'help'?", "bank-etl --help"),
    ("help hlep", "unknown command 'hlep'; did you mean 'help'?", "bank-etl --help"),
    (
      "version --vresion", "unknown option '--vresion'; did you mean '--version'?",
      "bank-etl version --help"
    ),
    ("version x", "unexpected operand \"x\"", "bank-etl version --help"),
    ("$'a\\nb\\e[31m'", "unknown command 'a\\nb\\u{1b}[31m'", "bank-etl --help"),
  ])
  func `a wrong command line`(line: String, message: String, page: String) async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" \#(line)"#)
    #expect(outcome.stderr == "bank-etl: \(message)\nbank-etl: see '\(page)'\n", "\(outcome)")
    #expect(outcome.status == 64 && outcome.stdout == "", "\(outcome)")
  }

  @Test func `a file is found by its name, whatever bytes it has`() async throws {
    try workspace.write("sent.csv", "a,b\n1,2\n")
    let outcome = try await workspace.shell(
      #"mkdir $'d\xfc'; mv sent.csv $'d\xfc/caf\xe9.csv'; "$BANK_ETL" convert -q $'d\xfc/caf\xe9.csv'; "#
        + #""$BANK_ETL" inspect $'d\xfc/caf\xe9.csv' --json; "$BANK_ETL" convert -q $'no\xff'; echo $?; "#
        + #""$BANK_ETL" convert -q $'d\xfc/caf\xe9.csv' --format $'\xff'; echo $?"#)
    let lines = outcome.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.starts(with: ["a,b", "1,2"]) && lines.suffix(3) == ["66", "64", ""], "\(outcome)")
    #expect(
      outcome.stdout.contains(#""source":"d\udbff\udefc/caf\udbff\udee9.csv""#), "\(outcome)")
    #expect(
      outcome.stderr.hasPrefix(
        #"""
        no\xff: no such file
        bank-etl: expected UTF-8 for --format but found "\xff"
        """#), "\(outcome)")
  }

  @Test func `what is written has the name that was given, whatever bytes it has`() async throws {
    try workspace.write("banks.csv", "Bank Name,CERT,Closing Date\nA Bank,12,23-Feb-07\n")
    let outcome = try await workspace.shell(
      #"""
      "$BANK_ETL" convert -q banks.csv -o $'o\xe9.csv' &&
      "$BANK_ETL" import -q --db $'b\xe9.db' banks.csv &&
      BANK_ETL_DB=$'b\xe9.db' "$BANK_ETL" backup -q $'c\xfc.db' &&
      "$BANK_ETL" export -q --db $'c\xfc.db' failed-banks -o $'e\xfe.csv' &&
      ls --quoting-style=escape *.csv *.db
      """#)
    #expect(
      outcome.stdout.split(separator: "\n").map(String.init) == [
        "banks.csv", #"b\351.db"#, #"c\374.db"#, #"e\376.csv"#, #"o\351.csv"#,
      ], "\(outcome)")
  }

  @Test func `a file of an archive is asked for by its name, whatever bytes it has`() async throws {
    let list = Array("a,b\n1,2\n".utf8)
    var zip = try ArchiveWriter.zip([("aXYZ.csv", list), ("b.csv", list)])
    for index in zip.indices where zip[index...].starts(with: Array("aXYZ".utf8)) {
      zip.replaceSubrange(index + 1..<index + 3, with: [0xE9, 0xE8])
    }
    try workspace.write("z.zip", zip)
    let outcome = try await workspace.shell(
      #""$BANK_ETL" convert -q --member $'a\xe9\xe8Z.csv' z.zip"#)
    #expect(outcome.stdout == "a,b\n1,2\n" && outcome.status == 0, "\(outcome)")
  }

  @Test func `a closed pipe is no error`() async throws {
    let script = #"set -o pipefail; "$BANK_ETL" --help | true; echo "${PIPESTATUS[0]}""#
    for _ in 1...5 {
      let outcome = try await workspace.shell(script)
      #expect(outcome.stdout == "0\n" && outcome.stderr == "", "\(outcome)")
    }
  }

  @Test func `a full disk below standard output is one`() async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" --help > /dev/full"#)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.stderr == "bank-etl: standard output: No space left on device\n", "\(outcome)")
  }

  @Test func `so is standard output that was never open`() async throws {
    let outcome = try await workspace.shell(#""$BANK_ETL" --version >&-"#)
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.stderr == "bank-etl: standard output: Bad file descriptor\n", "\(outcome)")
  }

  @Test func `it needs no environment, and no standard stream it does not use`() async throws {
    let outcome = try await workspace.shell(#"env -i "$BANK_ETL" --version <&- 2>&-"#)
    #expect(outcome.stdout == "bank-etl \(Version.number)\n", "\(outcome)")
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `it leaves nothing behind`() async throws {
    for arguments in [["--version"], ["help"], ["bogus"]] {
      _ = try await workspace.shell(#""$BANK_ETL" \#(arguments[0])"#)
    }
    #expect(try workspace.files == [])
  }
}
