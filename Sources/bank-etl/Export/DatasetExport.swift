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
    guard let path, path != "-" else {
      return try format.rowFormat == nil ? writeSheetToOutput(database) : writeRows(database)
    }
    let file = try OutputFile(path)
    if format == .xlsx {
      try writeSheet(to: file, database)
    } else {
      try file.becomeStandardOutput()
      do {
        try writeRows(database)
      } catch let error as OutputError {
        throw OutputFile.failure(path, error.systemError.number)
      }
    }
    try file.keep()
  }

  /// The query: the rows in the order in which they came, so that nothing is sorted.
  private var query: String {
    let rows = ExportedRows(dataset)
    let columns = dataset.fields.map(rows.column).joined(separator: ", ")
    return "SELECT \(columns) FROM \(rows.tables) ORDER BY \(rows.order)"
  }

  private func writeRows(_ database: Database) throws {
    guard let rowFormat = format.rowFormat else { return }
    let statement = try Statement(database, query)
    var writer = RowWriter(labels: fields.map(\.label), format: rowFormat, color: .never)
    while try !writer.isClosed && statement.step() {
      try writer.write(fields.indices.map { fields[$0].value(statement.value(at: $0)) })
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
    try writeSheet(to: file, database)
    try file.copyToStandardOutput()
  }

  private func writeSheet(to file: borrowing OutputFile, _ database: Database) throws {
    let statement = try Statement(database, query)
    let sheet: SpreadsheetWriter
    do {
      sheet = try SpreadsheetWriter(
        path: file.writablePath, temporaryFolder: file.folder, sheet: dataset.name,
        labels: fields.map(\.label))
      while try statement.step() {
        for index in fields.indices {
          try sheet.write(fields[index].cell(statement.value(at: index)))
        }
        sheet.endRow()
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
