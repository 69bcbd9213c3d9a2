import Testing

@testable import Migrations

struct MigrationScriptTests {
  private func complaint(_ bytes: [UInt8]) -> ScriptComplaint? {
    do throws(ScriptComplaint) {
      _ = try MigrationScript(bytes: bytes, path: "f")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", "expected a statement but found none", 1),
    (" \r\n;", "expected a statement but found none", 1),
    ("-- only\n/* comments */", "expected a statement but found none", 1),
    ("\u{feff}", "expected a statement but found none", 1),
    ("SELECT 1;\n\n\0", "expected UTF-8 but found a NUL byte", 3),
    (
      "-- bank-etl: no-transactions\nVACUUM",
      "expected 'no-transaction' or 'allow RULE' after '-- bank-etl:' but found 'no-transactions'",
      1
    ),
    (
      "-- bank-etl: no-transaction\n\nINSERT INTO t VALUES (1)",
      "expected VACUUM or PRAGMA after '-- bank-etl: no-transaction' but found another statement; "
        + "without that line it runs in a transaction", 3
    ),
    (
      "-- bank-etl: no-transaction\nVACUUM;\n;VACUUM",
      "expected one statement in a file without a transaction but found another; "
        + "give each a migration of its own", 3
    ),
  ])
  func `what is wrong has its line`(_ text: String, _ message: String, _ line: Int) {
    #expect(complaint(Array(text.utf8)) == ScriptComplaint(message, line: line))
  }

  @Test(arguments: [
    ([UInt8]("SELECT 'caf".utf8) + [0xe9] + [UInt8]("'".utf8), 1, "e9"),
    ([0x61, 0x0a, 0x62, 0xff], 2, "ff"),
    ([0xff, 0xfe, 0x53, 0x01], 1, "ff"),
    ([0x61, 0x0a, 0x0a, 0xc3], 3, "c3"),
  ])
  func `text that is no UTF-8 has its line`(_ bytes: [UInt8], _ line: Int, _ byte: String) {
    let message = "expected UTF-8 but found the byte 0x\(byte); save the file as UTF-8"
    #expect(complaint(bytes) == ScriptComplaint(message, line: line))
  }

  @Test(arguments: [
    ("-- bank-etl: no-transaction\nVACUUM", false),
    ("--\tbank-etl:  no-transaction \r\nPRAGMA journal_mode = WAL;\n-- done", false),
    ("\u{feff}-- bank-etl: no-transaction\nVACUUM;", false),
    ("\n-- bank-etl: no-transaction\nVACUUM", true),
    ("-- bank-etl: allow drop-table\nDROP TABLE t", true),
    ("SELECT 1", true),
  ])
  func `only the first line can opt out of the transaction`(
    _ text: String, _ isTransactional: Bool
  ) throws {
    let script = try MigrationScript(bytes: Array(text.utf8), path: "f")
    #expect(script.isTransactional == isTransactional)
    #expect(!script.text.hasPrefix("\u{feff}"))
  }

  @Test(arguments: [
    ("a", "a", true), ("a\nb", "a\r\nb\r\n", true), ("a\n\nb", "a\r\rb", true), ("a\n", "a", true),
    ("", "\n", true), ("a\nb", "a b", false), ("a\n\nb", "a\nb", false), ("a ", "a", false),
    ("a\n b", "a\nb", false), ("é", "e\u{301}", false),
  ])
  func `how lines end makes no difference`(_ first: String, _ second: String, _ isSame: Bool) {
    #expect((MigrationScript.normalized(first) == MigrationScript.normalized(second)) == isSame)
    // Swift's own comparison takes canonically equivalent texts for equal, which is as good.
    #expect(MigrationScript.isSame(first, second) == (isSame || first == second))
  }
}
