import Datasets
import SQLite

/// `bank-etl export`: the rows of a dataset in a file.
enum ExportCommand {
  static let command = Command(
    path: ["export"],
    summary: "write the rows of a dataset to a file that an import reads back",
    operands: [
      Operand(
        name: "DATASET", kind: .dataset, help: "the dataset's name, such as failed-banks",
        isOptional: true)
    ],
    options: [.view, .outputFile, .exportFormat, .raw, .database, target, .quiet]
      + Option.unattended,
    examples: [
      Example("bank-etl export failed-banks -o banks.xlsx", "a workbook"),
      Example("bank-etl export failed-banks > banks.csv", "CSV"),
      Example("bank-etl export failed-banks --format ndjson | jq .name", "JSON lines, in a pipe"),
      Example("bank-etl export --package banks", "all datasets as CSV, with a Data Package"),
    ],
    discussion: """
      All rows are written, in the order in which they came, in constant memory, and importing the \
      file again finds every record unchanged. The headings are the labels of the declaration; JSON \
      has the names of the table's columns. A file gets its name when it is whole: \
      what stood there before stays until then.

      A text that starts with =, +, -, @, a tab or CR would be run as a formula by a spreadsheet, \
      whoever wrote it. In CSV and workbooks it gets an apostrophe in front, which an import takes off \
      again. --raw leaves texts as they are, for programs. NULL is an empty field in CSV, and an \
      empty text is ""; an import reads both as NULL, but from JSON and Markdown as what they are. A \
      workbook has at most 1048575 records, and 32767 characters in a cell.

      With --view, the rows of a view of the dataset are written, for programs and people to read.

      Without DATASET, --package names a folder, which gets all datasets as CSV, of the same moment, \
      and a datapackage.json that describes them.
      """,
    action: .run(run))

  private static let target = Option.valued(
    "package", "PATH", .outputFile,
    help: """
      with DATASET, the declarations to use in place of the built-in ones (or $BANK_ETL_PACKAGE); \
      without it, the folder that gets all datasets
      """)

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard !arguments.operands.isEmpty else { return try exportPackage(arguments) }
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(arguments, of: package)
    let output = arguments.text(.outputFile)
    let format =
      arguments.choice(.exportFormat, as: ExportFormat.self)
      ?? output.flatMap(ExportFormat.init(nameOf:)) ?? .csv
    let export = DatasetExport(dataset, format, isRaw: arguments.has(.raw))
    try DatabaseLocation(arguments).read { database in
      try ListCommand.requireTable(of: dataset, in: database)
      try refuseDatabase(output, database)
      // Rows and a line about them have no room on one terminal.
      let isQuiet = (output ?? "-") == "-" && StandardStream.output.isTerminal
      try ProgressLine.during(isQuiet: arguments.has(.quiet) || isQuiet) {
        try export.write(to: output, from: database)
      }
    }
    return .success
  }

  private static func exportPackage(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard let folder = arguments.text(target) else {
      throw CommandFailure(.usage, "expected a DATASET, or --package DIR for all of them")
    }
    guard !arguments.has(.view), !arguments.has(.outputFile),
      arguments.text(.exportFormat) ?? "csv" == "csv"
    else {
      throw CommandFailure(
        .usage,
        "a package is a folder with CSV files: --view, --output and --format are for one dataset")
    }
    let export = PackageExport(
      package: try Declarations(named: nil).package, isRaw: arguments.has(.raw))
    try DatabaseLocation(arguments).read { database in
      try ProgressLine.during(isQuiet: arguments.has(.quiet)) {
        try export.write(to: folder, from: database)
      }
    }
    return .success
  }

  /// Refuses to replace the database by what is read from it.
  ///
  /// - Throws: `CommandFailure`.
  static func refuseDatabase(
    _ output: String?, _ database: Database
  ) throws(CommandFailure) {
    guard let output, FileStatus.isSame(output, database.path) else { return }
    throw CommandFailure(
      .cannotCreate, Message("expected another file than the database that is read", at: output))
  }
}

extension Option {
  static let exportFormat = valued(
    "format", "FORMAT", .choice(ExportFormat.self),
    help: "csv, ndjson, json, markdown or xlsx; without it, the name of the output tells, else csv")
  static let raw = flag("raw", help: "leave texts as they are, formulas too")
}
