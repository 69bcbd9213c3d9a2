import SQLite
import Testing

@testable import Loading

struct HandRunTests {
  private let table: TestTable
  private let start = Ledger.Start(
    dataset: "test", source: "by hand", declaration: "1", dialect: "", toolVersion: "0",
    tables: ["t"])

  init() throws {
    table = try TestTable(
      ", CHECK (b < 100)",
      then: """
        CREATE TABLE child (id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id) ON DELETE CASCADE);
        """)
    try table.load([.init(k: 1, a: "one", b: 1), .init(k: 2, a: "two", b: 2)])
  }

  private func run(_ body: (HandRun) throws -> Void) throws -> HandRun {
    let run = try HandRun(table.database, start)
    try body(run)
    try run.finish()
    return run
  }

  private func images() throws -> Int64? {
    try table.database.value("SELECT count(*) FROM etl_changes")?.integer
  }

  @Test func `each kind of edit can be told and taken back`() throws {
    let before = try table.rows()
    let edits: [(HandRun) throws -> Void] = [
      { run in
        _ = try run.insert(into: "t", [("k", 3), ("a", "O'Fallon")])
        run.count(\.inserted)
      },
      { run in
        let isChanged = try run.update("t", row: 1, [("k", 9), ("a", .null)])
        #expect(isChanged)
        run.count(\.updated)
      },
      { run in
        try run.delete(from: "t", row: 2)
        run.count(\.deleted)
      },
    ]
    let runs = try edits.map(run)
    let rows = try table.rows()
    #expect(rows == [.init(k: 3, a: "O'Fallon", b: nil), .init(k: 9, a: nil, b: 1)])
    let history = try RowHistory(table.database, table: "t", key: [("k", "9")])
    #expect(history.events.map(\.run) == [runs[1].run, 1])
    #expect(history.events.first?.columns.map(\.name) == ["a", "k"])
    for run in runs.reversed() {
      let outcome = try Undo(table.database).takeBack(run.run, cascades: false)
      guard case .undone = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
    #expect(try table.rows() == before)
  }

  @Test func `what is the same is not written`() throws {
    let run = try HandRun(table.database, start)
    let isChanged = try run.update("t", row: 1, [("a", "one"), ("b", 1)])
    #expect(!isChanged)
    run.abandon()
    #expect(try table.database.value("SELECT max(id) FROM etl_runs") == 1)
    #expect(try images() == 0)
  }

  @Test func `what the table refuses leaves nothing behind`() throws {
    let before = try table.rows()
    for edit: (HandRun) throws -> Void in [
      { _ = try $0.update("t", row: 1, [("b", 100)]) },
      { _ = try $0.insert(into: "t", [("k", 1)]) },
      { _ = try $0.insert(into: "t", [("k", "text")]) },
    ] {
      let error = #expect(throws: DatabaseError.self) { () throws in
        let run = try HandRun(table.database, start)
        try run.delete(from: "t", row: 2)
        try edit(run)
      }
      #expect(error?.kind == .constraint)
      #expect(try table.rows() == before)
      #expect(try images() == 0)
    }
  }

  @Test func `rows that would go with it keep a row from being deleted`() throws {
    try table.database.execute("INSERT INTO child VALUES (7, 1)")
    let error = #expect(throws: DatabaseError.self) { () throws in
      let run = try HandRun(table.database, start)
      try run.delete(from: "t", row: 1)
    }
    #expect(error?.isForeignKeyViolation == true)
    #expect(try table.database.value("SELECT count(*) FROM child") == 1)
  }

  @Test func `no file is compared with an edit`() throws {
    _ = try run { run in
      _ = try run.insert(into: "t", [("k", 3)])
      run.count(\.inserted)
    }
    #expect(try Ledger(table.database).lastRead(of: "test") == 2)
  }

  @Test func `an id is not used again`() throws {
    for expected: Int64 in [3, 4] {
      _ = try run { run in
        let id = try run.insert(into: "t", [("k", 3)])
        #expect(id == expected)
        try run.delete(from: "t", row: id)
      }
    }
  }
}
