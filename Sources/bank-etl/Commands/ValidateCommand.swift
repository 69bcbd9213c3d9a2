/// `bank-etl validate`: files against their datasets, without a database.
enum ValidateCommand {
  private static let format = Option.valued(
    "format", "FORMAT", .choice(ValidationFormat.self),
    default: ValidationFormat.text.rawValue,
    help: "text, github (annotations), junit (XML) or json")
  private static let most = Option.valued(
    "limit", letter: "n", "N", .number(0...1_000_000), default: "1000",
    help: "show N rejected records of a file at most")

  static let command = Command(
    path: ["validate"],
    summary: "check files against their datasets, without a database",
    operands: [
      Operand(
        name: "FILE", kind: .file, help: "a file to check, its URL, or - for standard input",
        isRepeated: true)
    ],
    options: [
      format, most, .dataset, .encoding, .delimiter, .quote, .escape, .headerLine, .noHeader,
      .skipFooter, .dateOrder, .decimal, .sheet, .member, .noSizeLimit, .policy, .guardLimit,
      .allow, .repair, .package, .quiet,
    ] + Option.transfer + Option.unattended,
    examples: [
      Example("bank-etl validate banklist.csv", "what an import would reject, and why"),
      Example("bank-etl validate --format github data/*.csv", "in CI, beside the lines"),
      Example("bank-etl validate --format junit *.csv > report.xml", "for other CI services"),
    ],
    discussion: """
      Each file is read, its dataset told by its header, and its records converted and loaded into \
      an empty database of its own, made by the migrations and thrown away: so what the table \
      would refuse is found too (a key that comes twice, a constraint), and so are broken guards, \
      as far as an empty table shows. The status is 0 where all records of all files are good, 2 \
      where some would be rejected, and 65 where a file would be refused whole; 66 where it can't \
      be read.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let options = try ImportOptions(validating: arguments)
    let declarations = try Declarations(arguments)
    let limit = arguments.number(most) ?? 0
    var files: [FileValidation] = []
    // From here on there is a private folder to take away.
    Interruption.takeOver()
    for path in arguments.operands {
      files += try ProgressLine.during(isQuiet: arguments.has(.quiet)) {
        try FileValidation.all(path, declarations, options, limit: limit)
      }
    }
    let status = files.map(\.status).max() ?? .success
    RunSummary.add(ValidationFormat.text.text(files))
    let format = arguments.choice(format, as: ValidationFormat.self) ?? .text
    // A report is a file that some program waits for, whatever is in it.
    let isReport = format == .junit || format == .json
    if isReport || status != .success || !arguments.has(.quiet) {
      var output = Output()
      try output.write(format.text(files))
      try output.flush()
    }
    return status
  }
}
