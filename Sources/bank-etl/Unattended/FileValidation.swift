import Datasets
import Loading
import Migrations
import SQLite

/// What an import of a file into an empty database would make of it.
struct FileValidation {
  /// One record that would not be loaded.
  struct Fault: Equatable {
    /// The record's number, counting from 1 after the header.
    let record: Int64
    /// Its line in the file, counting from 1.
    let line: Int64
    /// The column, where it is about one.
    let column: String?
    /// A word for the kind of fault, as the ledger has it: `invalid_date`.
    let code: String
    /// What was expected and what was found.
    let message: String

    /// The message with the column before it.
    var text: String { (column.map { "\($0): " } ?? "") + message }
  }

  /// The file as it was given.
  let path: String
  /// The dataset that it is of, as far as that was found out.
  private(set) var dataset: String?
  /// How many records were read.
  private(set) var read: Int64 = 0
  /// How many of them would be rejected.
  private(set) var rejected: Int64 = 0
  /// How many `import --repair` would load with one small change, and what it would change, in the order
  /// of the file; nothing without `--repair`.
  private(set) var repaired: Int64 = 0
  private(set) var repairs: [Fault] = []
  /// The first of the rejected ones.
  private(set) var faults: [Fault] = []
  /// Why nothing of the file would be loaded; nothing where something would.
  private(set) var refusal: [Message] = []
  /// 0, 2 or 65; or what else kept the file from being read.
  private(set) var status = ExitStatus.success

  /// The file's name in messages.
  var name: String { CommandFailure.place(path, nil) ?? path }
  /// How many faults are not among `faults`.
  var omitted: Int64 { rejected - Int64(faults.count) }

  /// Imports a file, or each of its lists, into a database of its own, which is thrown away.
  ///
  /// - Parameters:
  ///   - operand: the file.
  ///   - declarations: the datasets, and the migrations that make their tables.
  ///   - options: what the command line says of the file.
  ///   - limit: how many faults are kept of a list.
  /// - Returns: one validation for each list.
  /// - Throws: `CommandFailure` for what has nothing to do with the file.
  static func all(
    _ operand: String, _ declarations: Declarations, _ options: ImportOptions, limit: Int64
  ) throws -> [FileValidation] {
    let file = try SourceFile(operand, options.transfer)
    do {
      return [try FileValidation(file, declarations, options, limit: limit)]
    } catch {
      guard let found = SourceParts(error, operand) else { throw error }
      if let text = found.passedOver { Message.show([Message(text, at: file.path)]) }
      return try found.parts.indices.map { index in
        let file = try SourceFile(operand, options.transfer)
        let options = options.choosing(index, of: found.parts)
        return try FileValidation(file, declarations, options, limit: limit)
      }
    }
  }

  private init(
    _ file: SourceFile, _ declarations: Declarations, _ options: ImportOptions, limit: Int64
  ) throws {
    path = options.name(of: file.path)
    var report = ImportReport(source: path, database: nil)
    do {
      let source = try ImportSource(file, datasets: declarations.package, options: options)
      dataset = source.match.dataset.name
      let folder = try PrivateFolder()
      let target = try ImportDatabase(
        path: folder.databasePath, declarations.migrations(), migrates: false, waitSeconds: 0
      ) { _ in }
      // Nobody needs this database after a crash.
      try target.database.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
      try FileImport(target: target, options: options).run(source, &report)
      try note(target.database, limit)
    } catch {
      if SourceParts(error, file.path) != nil { throw error }
      let failure = CommandFailure(error, source: path)
      guard failure.status == .dataError || failure.status == .noInput else { throw failure }
      status = failure.status
      refusal = failure.messages
    }
  }

  private mutating func note(_ database: Database, _ limit: Int64) throws(DatabaseError) {
    let counts =
      try database.rows("SELECT sum(read), sum(repaired), sum(rejected) FROM main.etl_runs").first
      ?? []
    read = counts.first?.integer ?? 0
    repaired = counts.count > 1 ? counts[1].integer ?? 0 : 0
    rejected = counts.last?.integer ?? 0
    repairs = try database.rows(
      "SELECT record, line, message FROM main.etl_repairs ORDER BY record LIMIT ?",
      [.integer(limit)]
    ).map { row in
      Fault(
        record: row[0].integer ?? 0, line: row[1].integer ?? 0, column: nil, code: "repaired",
        message: row[2].text ?? "")
    }
    let rows = try database.rows(
      """
      SELECT record, line, column_name, code, message FROM main.etl_rejects ORDER BY record LIMIT ?
      """, [.integer(limit)])
    faults = rows.map { row in
      Fault(
        record: row[0].integer ?? 0, line: row[1].integer ?? 0, column: row[2].text,
        code: row[3].text ?? "", message: row[4].text ?? "")
    }
    if rejected > 0 { status = .rejects }
  }
}
