import Foundation
import SQLite
import Testing

/// SQLite's anomaly loop, with the program as a whole: the n-th change to the files of the database,
/// lock or allocation fails, or the process is killed there; n grows until nothing is left to fail.
@Suite struct DiskFaultTests {
  /// Whether every call is tried, as `make soak` asks; otherwise the first ones and some later ones.
  static let triesAll = ProcessInfo.processInfo.environment["BANK_ETL_SOAK"] != nil

  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    /// The shell's words that set it.
    var settings: String
    var statuses: Set<Int32>
    /// The calls are so many that only every tenth or so is tried, or with `make soak` hundredth.
    var isFrequent = false

    /// Whether a message says which file could not be read, written and so on, and what to do.
    func isNamed(in message: String) -> Bool {
      let words = [
        "disk is full", " could not be ", "disk I/O error: ", "can't be read", "can't be opened",
        "second.csv",
      ]
      return words.contains { message.contains($0) }
    }

    var testDescription: String { name }
  }

  static let faults = [
    Fault(name: "the disk is full", settings: "FAULT_ERRNO=28", statuses: [74]),
    Fault(name: "the disk is broken", settings: "FAULT_ERRNO=5", statuses: [74]),
    Fault(name: "the process is killed", settings: "", statuses: [1009]),
    // 74: a lock that is only made weaker can't be refused by another process, but by the system.
    Fault(
      name: "a lock is taken for a moment", settings: "FAULT_KIND=lock FAULT_ERRNO=11 FAULT_ONCE=1",
      statuses: [74, 75]),
    Fault(
      name: "the file can't be read any more",
      settings: "FAULT_KIND=read FAULT_FILE=second.csv FAULT_ERRNO=5", statuses: [74]),
    // 78: a migration that fails is named, with SQLite's word for what can't be read ("malformed").
    Fault(
      name: "the database can't be read for a moment",
      settings: "FAULT_KIND=read FAULT_ERRNO=5 FAULT_ONCE=1", statuses: [74, 78]),
    Fault(
      name: "memory is short for a moment", settings: "FAULT_KIND=memory FAULT_ONCE=1",
      statuses: [69, 78], isFrequent: true),
    Fault(
      name: "memory is short from then on", settings: "FAULT_KIND=memory", statuses: [69, 78],
      isFrequent: true),
  ]

  /// What is imported.
  enum Job: CaseIterable {
    /// Into a database that is not there yet, into one that has some of it, and into two tables, in
    /// pieces.
    case first, update, family

    static func sales(_ numbers: ClosedRange<Int>, _ location: String) -> String {
      "First Name,Last Name,Location,Q1,Q2,Q3,Q4\n"
        + numbers.map { "F\($0),L\($0 % 9),\(location),\($0),2,,4\n" }.joined()
    }

    var first: String { self == .family ? Self.sales(1...70, "Here") : BankList.text(1...100) }
    var second: String {
      self == .family
        ? Self.sales(40...240, "There") : BankList.text(50...300, acquirer: "Other")
    }
    var command: String {
      "$BANK_ETL import" + (self == .family ? " --commit-every 50" : "")
    }
    var query: String {
      self == .family
        ? """
        SELECT id, firstname, lastname, location, employee.source_line, q1, q2, q3, q4
        FROM employee JOIN sales ON employee_id = id ORDER BY id
        """
        : "SELECT cert, acquirer, source_line FROM failed_banks ORDER BY cert"
    }
  }

  private struct State: Equatable {
    var rows: [[Value]]
    var runs: [[Value]]
    var changes: [[Value]]

    init(_ database: Database, _ job: Job = .update) throws {
      rows = try database.rows(job.query)
      runs = try database.rows(
        "SELECT read, inserted, updated, unchanged FROM etl_runs WHERE status = 'succeeded'")
      changes = try database.rows(
        """
        SELECT row_id, column_name, old, new FROM etl_changes
        WHERE column_name NOT IN ('run_id', 'source_line')
        """)
    }
  }

  /// Every fault and every job; `make soak` tries each fault with each job.
  private static let combinations = faults.enumerated().flatMap { index, fault in
    let jobs = Job.allCases
    return (triesAll ? jobs : [jobs[index % jobs.count]]).map { (fault, $0) }
  }

  @Test(arguments: combinations)
  func `whatever call fails, the next import completes the job`(
    _ fault: Fault, job: Job
  ) async throws {
    let workspace = try Workspace()
    let library = Repository.root.appending(path: "Tests/Faults/fault.c").path
    let compiler = "$(command -v cc || command -v clang)"
    let made = try await workspace.shell("\(compiler) -shared -fPIC -o fault.so \(library) -ldl")
    #expect(made.status == 0, "\(made)")
    try workspace.write("first.csv", job.first)
    try workspace.write("second.csv", job.second)
    if job != .first { _ = try await workspace.shell("\(job.command) --db start.db first.csv") }
    _ = try await workspace.shell(
      "[ -e start.db ] && cp start.db clean.db; \(job.command) --db clean.db second.csv")
    let clean = try State(workspace.database("clean.db"), job)
    var call = 0
    while true {
      call += Self.step(after: call, fault, job)
      let outcome = try await workspace.shell(
        """
        rm -f bank.db* mark; [ -e start.db ] && cp start.db bank.db
        FAULT_AT=\(call) FAULT_MARK=mark \(fault.settings) LD_PRELOAD=./fault.so \
          \(job.command) second.csv
        """)
      guard try workspace.files.contains("mark") else {
        #expect(outcome.status == 0, "\(outcome)")
        break
      }
      // After the commit, what fails (switching the journal, removing one) changes no row any more.
      #expect(fault.statuses.union([0]).contains(outcome.status), "call \(call): \(outcome)")
      if outcome.status == 74 {
        #expect(fault.isNamed(in: outcome.stderr), "call \(call): \(outcome)")
      }
      let again = try await workspace.shell("\(job.command) second.csv")
      #expect(again.status == 0, "call \(call): \(again)")
      let database = try workspace.database()
      #expect(try database.value("PRAGMA integrity_check") == "ok", "call \(call)")
      #expect(try database.rows("PRAGMA foreign_key_check").isEmpty, "call \(call)")
      #expect(try State(database, job) == clean, "call \(call)")
    }
    #expect(call > 2)
  }

  private static func step(after call: Int, _ fault: Fault, _ job: Job) -> Int {
    if fault.isFrequent { return triesAll ? call / 100 + 1 : call + 1 }
    return triesAll || call < 4 ? 1 : call
  }

  @Test(arguments: ["file", "200"])
  func `a file that may not grow holds whole transactions, and the next import completes the job`(
    commitEvery: String
  ) async throws {
    let workspace = try Workspace()
    try workspace.write("first.csv", BankList.text(1...300))
    try workspace.write("second.csv", BankList.text(150...900, acquirer: "Other"))
    let command = "$BANK_ETL import --commit-every \(commitEvery)"
    _ = try await workspace.shell(
      "\(command) --db start.db first.csv; cp start.db clean.db; \(command) --db clean.db second.csv"
    )
    let clean = try State(workspace.database("clean.db"))
    var failures = 0
    for kilobytes in stride(from: 4, through: 400, by: Self.triesAll ? 4 : 90) {
      let outcome = try await workspace.shell(
        "rm -f bank.db*; cp start.db bank.db; ulimit -f \(kilobytes); \(command) second.csv")
      #expect([0, 74].contains(outcome.status), "\(kilobytes): \(outcome)")
      if outcome.status != 0 { failures += 1 }
      #expect(outcome.status == 0 || outcome.stderr.contains("File too large"), "\(outcome)")
      let written = try workspace.database().value(
        "SELECT count(*) FROM failed_banks WHERE acquirer = 'Other'")?.integer
      #expect(
        written == 751 || (written ?? 1) % (commitEvery == "file" ? 751 : 200) == 0, "\(outcome)")
      let again = try await workspace.shell("\(command) second.csv")
      #expect(again.status == 0, "\(kilobytes): \(again)")
      #expect(try State(workspace.database()) == clean, "\(kilobytes)")
    }
    #expect(failures > 1)
  }
}
