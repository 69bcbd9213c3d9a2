import Loading
import Migrations
import SQLite

/// What there is to be said of the health of a database, part by part.
struct DatabaseCheck {
  /// One part of it.
  struct Part: Equatable {
    /// A word for it.
    let name: String
    /// What is wrong, as one line each; nothing where all is well.
    var findings: [String] = []
    /// What else is worth knowing, as one line each.
    var notes: [String] = []

    /// Whether nothing is wrong.
    var isGood: Bool { findings.isEmpty }
  }

  /// How many findings a part shows at most.
  static let shownCount = 100
  /// How little room on the disk is too little, whatever the database's size, in bytes: 100 MiB.
  static let leastFreeBytes: Int64 = 100 << 20
  /// And which part of the database's size: an import, which rewrites rows, may need as much.
  static let leastFreeShare: Int64 = 10

  /// The parts, in the order in which they were looked at.
  private(set) var parts: [Part] = []
  /// The size of the database, in bytes.
  private(set) var bytes: Int64 = 0
  /// The room on its file system, in bytes; nil where it is not known.
  private(set) var freeBytes: Int64?

  /// Whether nothing is wrong.
  var isGood: Bool { parts.allSatisfy(\.isGood) }

  /// Looks at a database.
  ///
  /// - Parameters:
  ///   - database: a connection.
  ///   - migrations: what its schema is to be.
  /// - Throws: `DatabaseError`, `MigrationError` or `LoadError` when it can't be looked at; that it
  ///   is damaged is a finding, of each part that can't be looked at for that.
  init(_ database: Database, _ migrations: MigrationSet) throws {
    try database.execute("BEGIN")
    defer { database.rollback() }
    try look("integrity") { try Self.integrity(of: database) }
    try look("foreign keys") { try Self.foreignKeys(of: database) }
    try look("migrations") { try Self.migrations(migrations, database) }
    try look("ledger") { try Self.ledger(of: database) }
    let size = try? database.value(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    bytes = size?.integer ?? FileStatus.size(database.path) ?? 0
    freeBytes = DiskSpace.free(at: database.path)
    parts.append(disk)
    parts.append(Self.libraries)
  }

  /// Adds a part; of a damaged database, any error that keeps it from being looked at is its finding.
  private mutating func look(_ name: String, _ part: () throws -> Part) throws {
    do {
      parts.append(try part())
    } catch {
      let failure = CommandFailure(error)
      let isDamage = (error as? DatabaseError)?.kind == .corrupt
      guard isDamage || !isGood, !Interruption.isRequested else { throw error }
      let text = failure.messages.first?.text ?? "\(error)"
      parts.append(
        Part(name: name, findings: [name == "integrity" ? text : "can't be looked at: \(text)"]))
    }
  }

  private static func integrity(of database: Database) throws(DatabaseError) -> Part {
    // "If pragma integrity_check finds no errors, a single row with the value 'ok' is returned."
    // (sqlite.org/pragma.html#pragma_integrity_check)
    let rows = try database.rows("PRAGMA integrity_check(\(shownCount))").map(\.[0].plainText)
    // What is wrong with the pages comes as one row of many lines, under a headline.
    let lines = rows.flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { !$0.hasPrefix("*** in database ") }
    return Part(
      name: "integrity", findings: rows == ["ok"] ? [] : Array(lines.prefix(shownCount)))
  }

  private static func foreignKeys(of database: Database) throws(DatabaseError) -> Part {
    // "There are four columns in each result row. The first column is the name of the table that
    // contains the REFERENCES clause. The second column is the rowid …, or NULL if the child table
    // is a WITHOUT ROWID table. The third column is the name of the table that is referred to."
    let rows = try database.rows(
      "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(shownCount)")
    return Part(
      name: "foreign keys",
      findings: rows.map { row in
        let place = row[1].integer.map { ", row \($0)" } ?? ""
        return "\(quoted(row[0].plainText))\(place): refers to a row of "
          + "\(quoted(row[2].plainText)) that is not there"
      })
  }

  private static func migrations(_ migrations: MigrationSet, _ database: Database) throws -> Part {
    let plan = try Plan(migrations, database)
    let pending = plan.pending.map { "\($0.up.path): not applied to the database yet" }
    return Part(
      name: "migrations",
      findings: Array((plan.objections().map(\.description) + pending).prefix(shownCount)))
  }

  private static func ledger(of database: Database) throws -> Part {
    guard try LedgerSchema.isPresent(in: database) else {
      return Part(name: "ledger", notes: ["no imports yet"])
    }
    do {
      try LedgerSchema.requireCurrent(in: database)
    } catch let error as LoadError {
      return Part(name: "ledger", findings: [error.description])
    }
    let check = try LedgerCheck(database)
    return Part(
      name: "ledger", findings: Array(check.findings.prefix(shownCount)), notes: check.notes)
  }

  private var disk: Part {
    guard let freeBytes else {
      return Part(name: "disk", notes: ["how much room there is can't be found out"])
    }
    let room =
      "\(DiskSpace.text(bytes: freeBytes)) free, the database has \(DiskSpace.text(bytes: bytes))"
    let least = max(Self.leastFreeBytes, bytes / Self.leastFreeShare)
    guard freeBytes < least else { return Part(name: "disk", notes: [room]) }
    return Part(
      name: "disk", findings: ["expected \(DiskSpace.text(bytes: least)) or more but found \(room)"]
    )
  }

  private static var libraries: Part {
    let names = Libraries.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    guard Libraries.isVersion(Database.libraryVersion, atLeast: Libraries.oldestSQLite) else {
      return Part(
        name: "libraries",
        findings: ["expected SQLite \(Libraries.oldestSQLite) or later but found \(names)"])
    }
    return Part(name: "libraries", notes: [names])
  }
}
