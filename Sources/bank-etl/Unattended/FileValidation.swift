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
  /// The first of these.
  private(set) var faults: [Fault] = []
  /// Why nothing of the file would be loaded; nothing where something would.
  private(set) var refusal: [Message] = []
  /// 0, 2 or 65; or what else kept the file from being read.
  private(set) var status = ExitStatus.success

  /// The file's name in messages.
  var name: String { CommandFailure.place(path, nil) ?? path }
  /// How many faults are not among `faults`.
  var omitted: Int64 { rejected - Int64(faults.count) }

  /// Imports a file into a database of its own, which is thrown away.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - declarations: the datasets, and the migrations that make their tables.
  ///   - options: what the command line says of the file.
  ///   - limit: how many faults are kept.
  /// - Throws: `CommandFailure` for what has nothing to do with the file.
  init(
    _ file: SourceFile, _ declarations: Declarations, _ options: ImportOptions, limit: Int64
  ) throws {
    path = file.path
    var report = ImportReport(source: path, database: "")
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
      let failure = CommandFailure(error, source: path)
      guard failure.status == .dataError || failure.status == .noInput else { throw failure }
      status = failure.status
      refusal = failure.messages
    }
  }

  private mutating func note(_ database: Database, _ limit: Int64) throws(DatabaseError) {
    let counts = try database.rows("SELECT sum(read), sum(rejected) FROM main.etl_runs").first ?? []
    read = counts.first?.integer ?? 0
    rejected = counts.last?.integer ?? 0
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
