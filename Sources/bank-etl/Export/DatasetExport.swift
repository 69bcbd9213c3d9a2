import Datasets
import SQLite
import Spreadsheet

/// The rows of a dataset, written in one of the formats as they come.
struct DatasetExport {
  let dataset: Dataset
  let format: ExportFormat
  private let fields: [ExportedField]

  /// An export.
  ///
  /// - Parameters:
  ///   - dataset: whose rows.
  ///   - format: how they are written.
  ///   - isRaw: whether texts stay as they are, formulas too.
  init(_ dataset: Dataset, _ format: ExportFormat, isRaw: Bool) {
    self.dataset = dataset
    self.format = format
    fields = dataset.fields.map { ExportedField($0, format, isRaw: isRaw) }
  }

  /// Writes the rows to a file, which gets its name when all of them are in it.
  ///
  /// - Parameters:
  ///   - path: the file; nil for standard output.
  ///   - database: the database.
  /// - Throws: `CommandFailure` where the file can't be written, `DatabaseError`, or `OutputError`.
  func write(to path: String?, from database: Database) throws {
    let files = try files(besides: path == "-" ? nil : path, database)
    guard format == .xlsx else {
      return try OutputFile.receivingOutput(path) { try writeRows(database, files) }
    }
    guard let path, path != "-" else { return try writeSheetToOutput(database) }
    let file = try OutputFile(path)
    try writeSheet(to: file, database, files)
    try file.keep()
  }

  /// Begins to show how far it is: counting costs time that is worth it where somebody looks.
  private func begin(_ database: Database) throws(DatabaseError) {
    guard ProgressLine.isShown else { return }
    let count = "SELECT count(*) FROM main.\(quoted(dataset.table))"
    ProgressLine.work(dataset.name, totalRecords: try database.value(count)?.integer)
  }

  /// The query: the rows in the order in which they came, so that nothing is sorted.
  ///
  /// In place of the bytes of a file there is the id of its row: they go piece by piece.
  private var query: String {
    let rows = ExportedRows(dataset)
    let columns = dataset.fields.map { field in
      guard field.content != nil, !format.isForPrograms || !dataset.isView else {
        return rows.column(field)
      }
      return "iif(\(rows.column(field)) IS NULL, NULL, \(rows.place(of: field).id))"
    }.joined(separator: ", ")
    return "SELECT \(columns) FROM \(rows.tables) ORDER BY \(rows.order)"
  }

  /// What writes the bytes of fields that are files, by the index of the field.
  private func files(
    besides path: String?, _ database: Database
  ) throws(CommandFailure) -> [Int: ExportedFiles] {
    var files: [Int: ExportedFiles] = [:]
    for (index, field) in dataset.fields.enumerated()
    where field.content != nil && !format.isForPrograms {
      guard let path else {
        throw CommandFailure(
          .usage, Message("\(field.column) of \(dataset.name) becomes files beside the list"),
          "name the list with -o FILE, or use --format ndjson")
      }
      let table = ExportedRows(dataset).place(of: field).table
      files[index] = try ExportedFiles(of: field, in: table, database, besides: path)
    }
    return files
  }

  /// The value of a field of the statement's row; a file is written, and its path is the value.
  private func value(
    _ index: Int, _ statement: borrowing Statement, _ files: [Int: ExportedFiles]
  ) throws -> Value {
    let value = statement.value(at: index)
    guard let row = value.integer, let files = files[index] else { return value }
    return .text(try files.write(row: row))
  }

  /// What lends the bytes of a field of the statement's row; nil for any other value.
  private func lender(
    _ index: Int, _ statement: borrowing Statement, _ database: Database
  ) -> RowWriter.Lender? {
    let field = dataset.fields[index]
    guard format.isForPrograms, field.content != nil, let row = statement.value(at: index).integer
    else { return nil }
    let table = ExportedRows(dataset).place(of: field).table
    return { body in
      try Blob(database, table: table, column: field.column, row: row, .read).forEachPiece {
        try body($0)
        return true
      }
    }
  }

  private func writeRows(_ database: Database, _ files: [Int: ExportedFiles]) throws {
    guard let rowFormat = format.rowFormat else { return }
    try begin(database)
    let statement = try Statement(database, query)
    var writer = RowWriter(labels: fields.map(\.label), format: rowFormat, color: .never)
    while try !writer.isClosed && statement.step() {
      var row: [Value] = []
      var lenders: [Int: RowWriter.Lender] = [:]
      for index in fields.indices {
        row.append(fields[index].value(try value(index, statement, files)))
        lenders[index] = lender(index, statement, database)
      }
      try writer.write(row, lending: lenders)
      ProgressLine.add(records: 1)
    }
    try writer.finish()
  }
}

// MARK: Workbooks

extension DatasetExport {
  private func writeSheetToOutput(_ database: Database) throws {
    guard !StandardStream.output.isTerminal else {
      throw CommandFailure(
        .usage, "a workbook is no text for a terminal", "write it to a file with -o FILE.xlsx")
    }
    let file = try OutputFile(unnamedIn: Environment.value("TMPDIR") ?? "/tmp")
    try writeSheet(to: file, database, [:])
    try file.copyToStandardOutput()
  }

  private func writeSheet(
    to file: borrowing OutputFile, _ database: Database, _ files: [Int: ExportedFiles]
  ) throws {
    try begin(database)
    let statement = try Statement(database, query)
    let sheet: SpreadsheetWriter
    do {
      sheet = try SpreadsheetWriter(
        path: file.writablePath, temporaryFolder: file.folder, sheet: dataset.name,
        labels: fields.map(\.label))
      while try statement.step() {
        for index in fields.indices {
          try sheet.write(fields[index].cell(value(index, statement, files)))
        }
        sheet.endRow()
        ProgressLine.add(records: 1)
      }
      try sheet.finish()
    } catch let error as SpreadsheetError {
      let isTooLarge = error.kind == .tooLarge
      throw CommandFailure(
        isTooLarge ? .dataError : .inputOutput, Message(error.description, at: file.path),
        isTooLarge
          ? "--format csv has no such limit" : "is the disk of \(file.folder) full?")
    }
    try SheetProof(rows: sheet.filledRows).check(file.writablePath, namedInMessages: file.path)
  }
}
