import Foundation
import SQLite
import Testing

/// Which files and database a command works on, and who else does.
struct MigrateSettingsTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `a declaration file names its own migrations`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE own(x)"])
    let declarations = Repository.text("data/datapackage.json")
    try workspace.write(
      "datapackage.json", declarations.replacing("\"../migrations\"", with: "\"m\""))
    let outcome = try await workspace.run(
      "migrate", "status", "--package", "datapackage.json", "--json")
    #expect(outcome.status == 0 && outcome.stdout.contains("m/1_a.up.sql"), "\(outcome)")
  }

  @Test func `a folder that is not there can't be read`() async throws {
    let outcome = try await workspace.run("migrate", "status", "--migrations", "none")
    #expect(outcome.status == 66 && outcome.stderr == "none: No such file or directory\n")
  }

  @Test func `a database in a folder that is not there can't be made`() async throws {
    try workspace.migrations(["1_a": "SELECT 1"])
    let outcome = try await workspace.migrate("up", "--db", "none/bank.db")
    #expect(outcome.status == 73 && outcome.stderr.hasPrefix("none/bank.db: "), "\(outcome)")
    #expect(try workspace.files == ["m"])
  }

  // MARK: Others

  @Test func `of many at once one migrates, and the others find nothing to do`() async throws {
    let files = (1...20).map { number in
      ("\(number)_m", "CREATE TABLE t\(number)(x); INSERT INTO t\(number) VALUES (\(number))")
    }
    try workspace.migrations(Dictionary(uniqueKeysWithValues: files))
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for _ in 0..<6 { group.addTask { try await workspace.migrate("up", "--json") } }
      return try await group.reduce(into: [Outcome]()) { $0.append($1) }
    }
    for outcome in outcomes { #expect(outcome.status == 0, "\(outcome)") }
    let applied = outcomes.map { $0.stdout.components(separatedBy: "\"action\"").count - 1 }
    #expect(applied.sorted() == [0, 0, 0, 0, 0, 20])
    #expect(try workspace.rows("SELECT count(*) FROM schema_migrations") == [[20]])
  }

  @Test func `who does not want to wait is told who holds the database`() async throws {
    try workspace.migrations(["1_a": "SELECT 1"])
    let lock = try DatabaseLock(databasePath: workspace.path("bank.db"))
    let outcome = try await workspace.migrate("up", "--wait", "0")
    #expect(outcome.status == 75, "\(outcome)")
    #expect(outcome.stderr.contains("(process \(getpid()))"), "\(outcome)")
    _ = lock.path
  }

  @Test func `the lock of a process that was killed is no lock`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)"])
    let outcome = try await workspace.shell(
      """
      flock bank.db-lock sleep 60 & holder=$!
      until flock -n bank.db-lock true; [ $? = 1 ]; do :; done
      "$BANK_ETL" migrate --migrations m --wait 0; echo "busy $?"
      kill -9 $(ps -o pid= --ppid $holder) $holder
      "$BANK_ETL" migrate --migrations m --wait 30 > /dev/null; echo "free $?"
      """)
    #expect(outcome.stdout == "busy 75\nfree 0\n", "\(outcome)")
  }

  @Test func `a transaction of another program is waited for, and not for ever`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE t(x)"])
    try workspace.execute("CREATE TABLE other(x)")
    let other = try Database(path: workspace.path("bank.db"), access: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let busy = try await workspace.migrate("up", "--wait", "0")
    #expect(busy.status == 75 && busy.stderr.contains("database is locked"), "\(busy)")
    async let waiting = workspace.migrate("up", "--wait", "60")
    try other.execute("COMMIT")
    let outcome = try await waiting
    #expect(outcome.status == 0, "\(outcome)")
  }

  // MARK: Faults

  @Test func `killed at any moment, the next up finishes the job`() async throws {
    // So many that the database is made with a write-ahead log.
    let files = (1...24).map { number in
      (
        "\(number)_m",
        """
        CREATE TABLE t\(number)(x);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t\(number) SELECT randomblob(50) FROM n;
        """
      )
    }
    try workspace.migrations(Dictionary(uniqueKeysWithValues: files))
    // Each round is killed a little later than the one before, until one comes through.
    let outcome = try await workspace.shell(
      """
      for delay in 0 0.004 0.008 0.012 0.016 0.02 0.024 0.028 0.04 0.06; do
        for round in 1 2; do
          "$BANK_ETL" migrate up --migrations m > /dev/null 2>&1 & sleep $delay; kill -9 $!; wait $!
          [ -s bank.db ] || continue
          sqlite3 bank.db 'SELECT count(*) = (SELECT count(*) FROM sqlite_schema
            WHERE name GLOB "t*") FROM schema_migrations' 2>/dev/null | grep -x 0 && exit 1
        done
        [ $delay = 0.028 ] || rm -f bank.db*
      done 2>/dev/null
      "$BANK_ETL" migrate up --migrations m > /dev/null || exit 2
      sqlite3 bank.db 'SELECT count(*) FROM schema_migrations; PRAGMA integrity_check;
        SELECT count(*) FROM t1 UNION SELECT count(*) FROM t24'
      """)
    #expect(outcome.status == 0 && outcome.stdout == "24\nok\n2000\n", "\(outcome)")
  }

  /// Runs a command, stops it when it has begun to write, and says how it ended.
  private func stop(_ command: String, _ signal: String, when sign: String) async throws -> Outcome
  {
    try await workspace.shell(
      """
      # With job control, as otherwise the shell has a process in the background ignore SIGINT.
      set -m; mkdir -p tmp; export TMPDIR=$PWD/tmp
      "$BANK_ETL" migrate \(command) --migrations m & process=$!
      until ls \(sign) > /dev/null 2>&1; do :; done
      kill -\(signal) $process; wait $process; echo "status $?"; ls tmp
      """)
  }

  @Test(arguments: [
    ("up", "INT", "status 130\n"), ("up", "TERM", "status 143\n"),
    ("up --dry-run", "INT", "status 130\n"), ("check --db bank.db", "HUP", "status 129\n"),
  ])
  func `a signal undoes what is not committed, and leaves no copy behind`(
    _ command: String, _ signal: String, _ output: String
  ) async throws {
    // Fast without rows, endless with them.
    try workspace.migrations([
      "1_a": "CREATE TABLE t(x)", "1_a.down.sql": "DROP TABLE t",
      "2_b": "CREATE TABLE u(x); INSERT INTO u SELECT count(*) FROM t a, t b, t c, t d, t e",
      "2_b.down.sql": "DROP TABLE u",
    ])
    #expect(try await workspace.migrate("up", "--to", "1").status == 0)
    try workspace.execute(
      "INSERT INTO t SELECT value FROM json_each('[\((1...999).map(String.init).joined(separator: ","))]')"
    )
    let outcome = try await stop(
      command, signal, when: command == "up" ? "bank.db-journal" : "tmp/*/copy.db")
    #expect(outcome.stdout == output, "\(outcome)")
    #expect(
      outcome.stderr.contains("stopped by a signal") || outcome.stderr.contains("interrupted"),
      "\(outcome)")
    #expect(try workspace.tables == ["t"])
  }

  private static let canMount = Workspace.succeeds(
    "unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt")

  @Test(.enabled(if: canMount, "this system lets nobody mount a small file system"))
  func `a full disk is said to be full, and nothing is half applied`() async throws {
    try workspace.migrations([
      "1_a": "CREATE TABLE a(x); INSERT INTO a VALUES (zeroblob(20000))",
      "2_b": "CREATE TABLE b(x); INSERT INTO b VALUES (zeroblob(2000000))",
    ])
    let outcome = try await workspace.shell(
      """
      unshare --user --map-root-user --mount bash -c '
        mkdir disk && mount -t tmpfs -o size=512k none disk
        "$BANK_ETL" migrate --migrations m --db disk/bank.db; echo "status $?"
        sqlite3 disk/bank.db "SELECT version FROM schema_migrations; PRAGMA integrity_check"
        "$BANK_ETL" migrate --migrations m --db disk/new.db --to 1 > /dev/null; echo "status $?"'
      """)
    #expect(
      outcome.stdout.replacing(#/  \d+ ms/#, with: "") == """
        applied  1_a
        status 74
        1
        ok
        status 0

        """, "\(outcome)")
    #expect(outcome.stderr.contains("m/2_b.up.sql: database or disk is full\n"), "\(outcome)")
  }

  private static let canBecomeNobody = Workspace.succeeds(
    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "true")

  @Test(.enabled(if: canBecomeNobody, "only root can become somebody with fewer rights"))
  func `without the permission to write nothing is changed`() async throws {
    try workspace.migrations(["1_a": "CREATE TABLE a(x)", "2_b": "CREATE TABLE b(x)"])
    #expect(try await workspace.migrate("up", "--to", "1").status == 0)
    let outcome = try await workspace.shell(
      """
      chmod 755 . m; chmod 644 bank.db bank.db-lock m/*
      run() { setpriv --reuid=65534 --regid=65534 --clear-groups "$BANK_ETL" migrate "$@" \
        --migrations m > /dev/null; echo "$1 $?"; }
      run up; run status; run validate; run check --db bank.db; run up --dry-run
      """)
    #expect(
      outcome.stdout == "up 77\nstatus 0\nvalidate 0\ncheck 0\nup 0\n", "\(outcome)")
    #expect(try workspace.tables == ["a"])
  }
}
