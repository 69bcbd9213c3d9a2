/// `bank-etl inspect`: how a file is written, and what is in it.
enum InspectCommand {
  static let command = Command(
    path: ["inspect"],
    summary: "show how a file is written, what is in it, and which dataset fits",
    operands: [
      Operand(
        name: "FILE", kind: .file, help: "a file to look at, its URL, or - for standard input")
    ],
    options: [
      .full, .dataset, .encoding, .delimiter, .quote, .escape, .headerLine, .noHeader, .skipFooter,
      .dateOrder, .decimal, .sheet, .member, .noSizeLimit, .package, .json, .color,
    ] + Option.transfer,
    examples: [
      Example("bank-etl inspect export.csv", "what was found, and the evidence for it"),
      Example("bank-etl inspect export.csv --full --json", "all of the file, for a program"),
      Example("bank-etl inspect export.csv --header-line 3", "overrule what was found"),
    ],
    discussion: """
      Encoding, line ends, delimiter, quotes, header, lines above and below the table, and for each \
      column its type, share of empty fields, least and greatest value, number of distinct values \
      and first values. The first 4 MiB are looked at, or all of the file with --full; what is said \
      of numbers of records is about what was read, and how much that is is said too. --date-order and \
      --decimal overrule what the values show, in all columns or in one.

      Of a workbook, the sheets are listed, and the first one with records is looked at, or the one \
      that --sheet names.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let options = try ImportOptions(reading: arguments)
    let inspection = try ProgressLine.during {
      try FileInspection(
        SourceFile(arguments.operands[0], options.transfer), options: options,
        Declarations(arguments).package, isFull: arguments.has(.full))
    }
    var output = Output()
    if arguments.has(.json) {
      try output.write(inspection.json.text + "\n")
    } else {
      let style = Style(arguments.choice(.color, as: Style.When.self) ?? .auto, for: .output)
      try output.write { inspection.append(to: &$0, style) }
    }
    try output.flush()
    return .success
  }
}

extension Option {
  static let full = flag("full", help: "look at all of the file, not at its start only")
}
