import Testing

@testable import Datasets

struct FormulaGuardTests {
  static let rows: [(text: String, guarded: String)] = [
    ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-x", "'-x"), ("@sum", "'@sum"), ("\tx", "'\tx"),
    ("\rx", "'\rx"), ("'=1", "''=1"), ("''-", "'''-"), ("-", "'-"), ("=", "'="),
    ("O'Fallon", "O'Fallon"), ("'quoted'", "'quoted'"), ("'", "'"), ("''", "''"), ("", ""),
    ("a=b", "a=b"), (" =1", " =1"), ("1-2", "1-2"), ("é", "é"),
  ]

  @Test(arguments: rows)
  func `a formula gets an apostrophe, and loses it again`(row: (text: String, guarded: String)) {
    #expect(FormulaGuard.guarded(row.text) == row.guarded)
    let bytes = Array(row.guarded.utf8)
    guard !bytes.isEmpty else { return }
    let rest = FormulaGuard.removed(from: 0..<bytes.count, in: bytes.span)
    #expect(bytes[rest].elementsEqual(row.text.utf8))
  }
}
