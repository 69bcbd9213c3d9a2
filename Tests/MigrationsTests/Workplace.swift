import Foundation
import SQLite
import Testing

@testable import Migrations

/// A folder for one test, with a database and migration files in it.
final class Workplace {
  let folder: URL
  var databasePath: String { folder.appending(path: "bank.db").path }
  var migrationsPath: String { folder.appending(path: "migrations").path }

  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bank-etl-\(UUID())")
    try FileManager.default.createDirectory(
      atPath: migrationsPath, withIntermediateDirectories: true)
    try write(files)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes migration files; a name without a dot is that of an up file.
  func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let file = name.contains(".") ? name : "\(name).up.sql"
      try Data(text.utf8).write(to: URL(filePath: "\(migrationsPath)/\(file)"))
    }
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(migrationsPath)/\(name)")
  }

  var migrator: Migrator {
    get throws {
      Migrator(path: databasePath, migrations: try MigrationFolder(path: migrationsPath).read())
    }
  }

  func database(_ access: Database.Access = .readWrite) throws -> Database {
    try Database(path: databasePath, access: access)
  }

  /// The lock of the database; a process that another test has just started may hold it too, until it
  /// becomes another program.
  func lock() throws -> DatabaseLock {
    try DatabaseLock(databasePath: databasePath, waitingSeconds: 10)
  }

  @discardableResult
  func up(to target: Int64? = nil, _ configure: (inout Migrator) -> Void = { _ in }) throws
    -> [MigrationStep]
  {
    var migrator = try migrator
    configure(&migrator)
    let lock = try lock()
    return try migrator.up(to: target, holding: lock)
  }

  @discardableResult
  func down(_ extent: Migrator.Extent = .steps(1)) throws -> [MigrationStep] {
    let lock = try lock()
    return try migrator.down(extent, holding: lock)
  }

  /// All the text of a database, to compare it with itself at another time.
  func contents() throws -> [String] {
    let database = try database(.readOnly)
    let schema = try database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
    let tables = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
    let rows = try tables.flatMap { table in
      try database.rows("SELECT * FROM \(quoted(table[0].text ?? "")) ORDER BY 1")
    }
    return (schema + rows).map { "\($0)" }
  }
}

/// The migration error that a body throws.
func migrationError(_ body: () throws -> some Any) throws -> MigrationError {
  do {
    _ = try body()
  } catch let error as MigrationError {
    return error
  }
  Issue.record("expected an error")
  return MigrationError(.history, [])
}

extension Migration {
  /// A migration of which only the texts matter.
  static func sample(
    _ up: String, down: String? = nil, verify: String? = nil, version: Int64 = 1
  ) throws -> Migration {
    func script(_ role: String, _ text: String) throws -> MigrationScript {
      try MigrationScript(bytes: Array(text.utf8), path: "\(version)_m.\(role).sql")
    }
    return Migration(
      version: version, name: "m", label: "\(version)_m", up: try script("up", up),
      down: try down.map { try script("down", $0) },
      verify: try verify.map { try script("verify", $0) })
  }
}
