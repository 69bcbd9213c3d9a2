import Datasets
import Loading
import SQLite

/// `bank-etl get`: the bytes of one value.
enum GetCommand {
  static let command = Command(
    path: ["get"],
    summary: "write the bytes of one value, such as a picture, to a file",
    operands: [
      Operand(name: "DATASET", kind: .dataset, help: "the dataset's name, such as photos"),
      Operand(
        name: "KEY", kind: .text,
        help: "the value of the dataset's key, of each of its columns in order, or the row's id"),
      Operand(
        name: "COLUMN", kind: .columnOrWord([]), help: "the column, such as photo", isRepeated: true
      ),
    ],
    options: [.outputFile, .database, .package],
    examples: [
      Example("bank-etl get photos sunrise.png photo -o out.png", "a picture, as it was loaded"),
      Example("bank-etl get photos sunrise.png photo | sha256sum", "its hash"),
    ],
    discussion: """
      The bytes are exactly those that are stored, of a text too. A key of several columns is given as \
      several words. The exit status is 1 where there is no such row, and then the nearest keys are \
      named, or where it has no value there.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    let key = Array(arguments.operands.dropFirst().dropLast())
    let field = try dataset.field(
      named: arguments.operands.last ?? "", for: "COLUMN", where: { _ in true })
    let output = arguments.text(.outputFile)
    if output ?? "-" == "-", StandardStream.output.isTerminal {
      throw CommandFailure(
        .usage, Message("the bytes of \(field.column) are not for a terminal"),
        "write them to a file with -o FILE, or into a pipe")
    }
    var status = ExitStatus.success
    try DatabaseLocation(arguments).read { database in
      try ListCommand.requireTable(of: dataset, in: database)
      if let output { try ExportCommand.refuseDatabase(output, database) }
      if let message = try write(field, of: dataset, key, to: output, from: database) {
        Message.show([message])
        status = .negative
      }
    }
    return status
  }

  /// Writes a value.
  ///
  /// - Returns: why there is nothing to write, if there isn't.
  private static func write(
    _ field: Field, of dataset: Dataset, _ key: [String], to path: String?, from database: Database
  ) throws -> Message? {
    let rows = ExportedRows(dataset)
    let place = rows.place(of: field)
    let match =
      key.count == dataset.key.count
      ? dataset.key.map { "\(rows.column(dataset.fields[$0])) = ?" } : ["\(rows.id) = ?"]
    let column = rows.column(field)
    // The type and the size alone: the value itself is not held in memory.
    let found = try database.rows(
      """
      SELECT \(place.id), typeof(\(column)) FROM \(rows.tables)
      WHERE \(match.joined(separator: " AND ")) LIMIT 1
      """, key.map(Value.text))
    guard let row = found.first else { return try missing(dataset, key, in: database) }
    guard let id = row[0].integer, row[1] != "null" else {
      return Message(
        "\(field.column) of \(dataset.name) \(key.joined(separator: " ")) has no value")
    }
    if row[1] == "blob" || row[1] == "text" {
      let blob = try Blob(
        database, table: place.table, column: field.column, row: id, .read)
      try write(to: path) { write in
        try blob.forEachPiece {
          try write($0)
          return true
        }
      }
    } else {
      let value = try database.value(
        "SELECT \(quoted(field.column)) FROM main.\(quoted(place.table)) WHERE _rowid_ = ?",
        [.integer(id)])
      try write(to: path) { try $0(Array((value ?? .null).plainText.utf8)) }
    }
    return nil
  }

  private static func write(
    to path: String?, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    guard let path, path != "-" else {
      var output = Output()
      try body { bytes in try output.write { $0.append(contentsOf: bytes) } }
      return try output.flush()
    }
    let file = try OutputFile(path)
    try body { try file.write($0) }
    try file.keep()
  }

  private static func missing(
    _ dataset: Dataset, _ key: [String], in database: Database
  ) throws -> Message {
    let name = key.joined(separator: " ")
    let columns = dataset.keyColumns
    let near =
      columns.count == key.count && dataset.targets.count == 1
      ? try RowHistory.nearestKeys(
        database, table: dataset.table, key: zip(columns, key).map { (column: $0, text: $1) }) : []
    let keys = near.map { $0.map(\.plainText).joined(separator: " ") }
    let nearest = keys.isEmpty ? "" : "; the nearest are \(keys.joined(separator: ", "))"
    return Message("no row of \(dataset.name) with the key \"\(name)\"\(nearest)")
  }
}
