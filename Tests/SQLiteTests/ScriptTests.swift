import SQLite
import SeedSupport
import Testing

struct ScriptTests {
  /// The statements of a text with the line each begins on, when all are run.
  private func statements(_ text: String) throws -> [String] {
    let database = try Database(path: ":memory:", access: .create)
    var script = Script(text, on: database)
    var found: [String] = []
    while let statement = try script.next() {
      found.append("\(script.position(of: script.statementStart).line): \(script.statementText)")
      try statement.run()
    }
    return found
  }

  private static let splits: [(text: String, statements: [String])] = [
    ("", []),
    (" \n;;\t; ", []),
    ("-- only a comment", []),
    ("/* open", []),
    ("SELECT 1", ["1: SELECT 1"]),
    ("SELECT 1;", ["1: SELECT 1;"]),
    ("SELECT 1;SELECT 2;", ["1: SELECT 1;", "1: SELECT 2;"]),
    ("\nSELECT 1;\r\n-- two\rx\nSELECT 2\n", ["2: SELECT 1;", "5: SELECT 2\n"]),
    (
      "SELECT ';' ;SELECT \";\" FROM (SELECT 1 AS \";\");",
      [
        "1: SELECT ';' ;", "1: SELECT \";\" FROM (SELECT 1 AS \";\");",
      ]
    ),
    ("SELECT 1 /* ; */ -- ;\n;SELECT 2;", ["1: SELECT 1 /* ; */ -- ;\n;", "2: SELECT 2;"]),
    ("\u{feff}SELECT 1;\nSELECT 2;", ["1: SELECT 1;", "2: SELECT 2;"]),
    (
      "CREATE TABLE t(x);\nCREATE TRIGGER r AFTER INSERT ON t BEGIN\n  SELECT 1; SELECT 2;\nEND;\nSELECT 3",
      [
        "1: CREATE TABLE t(x);",
        "2: CREATE TRIGGER r AFTER INSERT ON t BEGIN\n  SELECT 1; SELECT 2;\nEND;", "5: SELECT 3",
      ]
    ),
    (
      "CREATE TABLE a(x); INSERT INTO a VALUES (1); SELECT * FROM a;",
      [
        "1: CREATE TABLE a(x);", "1: INSERT INTO a VALUES (1);", "1: SELECT * FROM a;",
      ]
    ),
  ]

  @Test(arguments: splits.indices)
  func `statements end where SQLite says`(_ index: Int) throws {
    let (text, expected) = Self.splits[index]
    #expect(try statements(text) == expected)
    // Whatever ends the lines, they are counted the same.
    for lineEnd in ["\r\n", "\r"] where !text.contains("\r") && !text.contains("--") {
      let other = text.replacing("\n", with: lineEnd)
      #expect(try statements(other) == expected.map { $0.replacing("\n", with: lineEnd) })
    }
  }

  private static let errors: [(text: String, line: Int, column: Int, message: String)] = [
    ("SELCT 1", 1, 1, "near \"SELCT\": syntax error"),
    ("SELECT 1;\n\n  SELECT FROM t;", 3, 10, "near \"FROM\": syntax error"),
    ("SELECT 'é', ^ 1", 1, 13, "unrecognized token: \"^\""),
    ("\u{feff}SELECT nix", 1, 8, "no such column: nix"),
    ("SELECT 1;\r\nSELECT 2;\r\nCREATE TABLE t(a", 3, 1, "incomplete input"),
    ("SELECT 1;\rSELECT 'open", 2, 8, "unrecognized token: \"'open\""),
    ("-- é\n/* ü\n */ INSERT INTO nix VALUES (1)", 3, 5, "no such table: nix"),
  ]

  @Test(arguments: errors.indices)
  func `an error has its line and column`(_ index: Int) throws {
    let expected = Self.errors[index]
    let database = try Database(path: ":memory:", access: .create)
    var script = Script(expected.text, on: database)
    do throws(DatabaseError) {
      while let statement = try script.next() { try statement.run() }
      Issue.record("expected an error")
    } catch {
      let (line, column) = script.position(of: script.statementStart + (error.offset ?? 0))
      #expect(error.message == expected.message)
      #expect((line, column) == (expected.line, expected.column))
    }
  }

  @Test func `the rest of a long script is not copied for each statement`() throws {
    // A million statements: quadratic copying would take minutes.
    let text = String(repeating: "SELECT 1;\n", count: 200_000)
    let database = try Database(path: ":memory:", access: .create)
    var script = Script(text, on: database)
    var count = 0
    while let statement = try script.next() {
      try statement.run()
      count += 1
    }
    #expect(count == 200_000)
  }

  @Test(arguments: [
    ("", true), (";", true), ("-- x", true), ("/* x */;\n", true), ("/*", true), ("-", false),
    ("/", false), ("x", false), ("-- x\ny", false), ("\u{feff}", true), ("\u{feff}1", false),
  ])
  func `a text without a statement is blank`(_ text: String, _ isBlank: Bool) {
    #expect(Script.isBlank(Array(text.utf8)) == isBlank)
  }

  @Test func `a text is blank exactly when SQLite finds no statement in it`() throws {
    let database = try Database(path: ":memory:", access: .create)
    let pieces = [
      " ", "\n", "\r", "\t", ";", "-", "--", "/", "/*", "*/", "*", "x", "'", "\u{feff}",
    ]
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...8, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      var script = Script(text, on: database)
      let isBlank: Bool
      do { isBlank = try script.next() == nil } catch { isBlank = false }
      #expect(Script.isBlank(Array(text.utf8)) == isBlank, "\(text.debugDescription)")
    }
  }
}
