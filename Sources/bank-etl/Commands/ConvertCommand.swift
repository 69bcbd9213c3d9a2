/// `bank-etl convert`: a file's records as UTF-8 CSV or NDJSON, without a database.
enum ConvertCommand {
  static let command = Command(
    path: ["convert"],
    summary: "write a file's records as clean CSV or NDJSON",
    operands: [
      Operand(
        name: "FILE", kind: .file, help: "a file to convert, its URL, or - for standard input")
    ],
    options: [
      .outputFile, .recordFormat, .noTypes, .dataset, .encoding, .delimiter, .quote, .escape,
      .headerLine, .noHeader, .skipFooter, .dateOrder, .decimal, .sheet, .member, .noSizeLimit,
      .package, .quiet,
    ] + Option.transfer,
    examples: [
      Example("bank-etl convert export.txt > clean.csv", "any dialect, as RFC 4180 in UTF-8"),
      Example("curl -fsS URL | bank-etl convert - --format ndjson", "from a pipe, as JSON lines"),
      Example("tail -f sales.log | bank-etl convert -", "each record once it is there"),
      Example("bank-etl convert --no-types export.csv", "the text of the cells, as it is"),
      Example("bank-etl convert --sheet 2023 banks.xlsx", "a sheet of a workbook"),
      Example(
        "bank-etl convert banklist.csv --dataset failed-banks", "the values that import would load"),
    ],
    discussion: """
      Records are written as they are read, in constant memory. Lines above the header and records \
      without a value are left out; a record with too few fields gets empty ones, one with too many \
      keeps them, and what can be made out of a record with broken quotes is written. A record in \
      another delimiter, or with a delimiter too many or too few, is written as what it was meant \
      to be where the other records leave one way to read it. Each such record is listed on \
      standard error, and the exit status is 2. The records of a further table, whose beginning is \
      listed, are written in its own width. Of an empty file nothing is written. \
      What was decided about the file is there too; \
      --quiet leaves it out.

      Of a workbook, all visible sheets are written, one below the other, or those that --sheet \
      names: the same header once, another one where its sheet begins, which is listed as well.

      White space around values is removed, and in a column of dates, with a time of day or without, \
      they become ISO-8601 where the first records show their order or --date-order gives it (values \
      that are no dates are listed, and so are columns whose order can't be decided). Numbers stay as they \
      are written, unless --decimal gives their mark: then they become digits with a decimal point. \
      JSON has numbers where a column has nothing else, each with the digits of its cell. \
      --no-types leaves the text of all cells as it is. The cells of a workbook are written by what \
      they hold and not by what they show: dates as ISO-8601, numbers with all their digits. With \
      --dataset the values are those that import would load, under the names of the table's columns, \
      and rejects are not written.

      Of a pipe, the first 256 KiB decide how it is read, or what has come when it has been silent for \
      a second, or two seconds after its first byte, behind two lines or more that are not empty. After \
      that each record is written once all of it has come.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    if arguments.has(.noTypes), arguments.has(.dateOrder) || arguments.has(.decimal) {
      throw CommandFailure(
        .usage, "--no-types leaves all cells as they are: --date-order and --decimal contradict it")
    }
    let options = try ImportOptions(reading: arguments)
    let conversion = FileConversion(
      file: try SourceFile(arguments.operands[0], options.transfer), options: options,
      format: arguments.choice(.recordFormat, as: RecordFormat.self) ?? .csv,
      keepsText: arguments.has(.noTypes), isQuiet: arguments.has(.quiet))
    let output = arguments.text(.outputFile)
    if let output, FileStatus.isSame(output, conversion.file.path) {
      throw CommandFailure(
        .cannotCreate, Message("expected another file than the one that is read", at: output))
    }
    return try OutputFile.receivingOutput(output) {
      // Lines of the file and a line about them have no room on one terminal.
      let isQuiet = conversion.isQuiet || StandardStream.output.isTerminal
      return try ProgressLine.during(isQuiet: isQuiet) {
        if options.dataset == nil {
          return try conversion.run(knowing: try? Declarations(arguments).package)
        }
        return try conversion.run(with: Declarations(arguments).package)
      }
    }
  }
}

extension Option {
  static let outputFile = valued(
    "output", letter: "o", "OUT", .outputFile,
    help: "write to this file; without it, standard output")
  static let recordFormat = valued(
    "format", "FORMAT", .choice(RecordFormat.self), default: RecordFormat.csv.rawValue,
    help: "csv or ndjson")
  static let noTypes = flag("no-types", help: "leave the text of all cells as it is")
}
