import Foundation
import SQLite

// Migration files, and commands on them.
extension Workspace {
  /// Writes files into the folder `m`; a name without a dot is that of an up file.
  func migrations(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(
      atPath: path("m"), withIntermediateDirectories: true)
    for (name, text) in files {
      try write("m/\(name.contains(".") ? name : name + ".up.sql")", text)
    }
  }

  /// Takes files out of the folder `m`.
  func removeMigrations(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: path("m/\(name)")) }
  }

  /// Runs `bank-etl migrate` on `bank.db` with the files of the folder `m`.
  func migrate(_ words: String..., environment: [String: String] = [:]) async throws -> Outcome {
    let folder = ["create", "dump"].contains(words.first) ? [] : ["--migrations", "m"]
    return try await start(
      Self.program, ["migrate"] + words + folder, environment, "")
  }

  /// The rows of a query on `bank.db`.
  func rows(_ sql: String) throws -> [[Value]] {
    try Database(path: path("bank.db"), access: .readOnly).rows(sql)
  }

  /// Runs statements on `bank.db`, which is made if need be.
  func execute(_ sql: String) throws {
    try Database(path: path("bank.db"), access: .create).execute(sql)
  }

  /// The tables of `bank.db` that are not the program's own.
  var tables: [String] {
    get throws {
      try rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'schema_migrations' "
          + "ORDER BY 1"
      ).compactMap { $0[0].text }
    }
  }
}

extension Workspace {
  /// Whether a program of the system runs and ends well.
  static func succeeds(_ words: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
