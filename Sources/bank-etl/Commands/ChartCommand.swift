import Datasets
import SQLite

/// `bank-etl chart`: the rows of a dataset as a picture.
enum ChartCommand {
  static let command = Command(
    path: ["chart"],
    summary: "draw the rows of a dataset by year or column, or one row beside the average",
    operands: [
      Operand(name: "DATASET", kind: .dataset, help: "the dataset's name, such as failed-banks")
    ],
    options: [by, sum, key, categories, svg, ascii, .database, .package, .color],
    examples: [
      Example("bank-etl chart failed-banks --by year", "how many banks failed each year"),
      Example("bank-etl chart failed-banks --by state --limit 10", "the ten states with the most"),
      Example("bank-etl chart failed-banks --by year -o failures.svg", "the same as a picture"),
    ],
    discussion: """
      --by takes decade, year or month of the dataset's first column of dates, the same of another \
      (COLUMN.year), or a column. Years without rows are shown too. Columns are ordered by their \
      values, and what is beyond --limit is put together. Rows are counted, or a column of numbers \
      is summed up with --sum.

      --key KEY compares the amounts of one row with the average of all; keys and codes are none. \
      On a terminal a bar is as long as there is room, elsewhere a line has 80 columns. The \
      picture is an SVG that fits light \
      and dark pages.
      """,
    action: .run(run))

  private static let by = Option.valued(
    "by", "WHAT", .columnOrWord(["year", "month", "decade"]),
    help: "year, month or decade, or a column")
  private static let sum = Option.valued(
    "sum", "COLUMN", .columnOrWord([]), help: "sum this column up; without it, rows are counted")
  private static let key = Option.valued(
    "key", "KEY", .text,
    help: "compare the row with this key; once for each column of the key, or the row's id")
  private static let categories = Option.valued(
    "limit", letter: "n", "N", .number(1...1_000), default: "50",
    help: "show N values of a column, the largest")
  private static let svg = Option.valued(
    "output", letter: "o", "FILE", .outputFile, help: "write an SVG picture to this file")
  private static let ascii = Option.flag("ascii", help: "draw with plain ASCII")

  /// How wide a line is where there is no terminal.
  private static let plainWidth = 80

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    let chart = try DatabaseLocation(arguments).read { database in
      try ListCommand.requireTable(of: dataset, in: database)
      return try self.chart(arguments, ChartQuery(dataset: dataset, database: database))
    }
    if let path = arguments.text(svg) {
      try write(SVGChart(chart).text, to: path)
    } else {
      var output = Output()
      try output.write(drawing(of: chart, arguments))
      try output.flush()
    }
    return .success
  }

  private static func chart(_ arguments: ParsedArguments, _ query: ChartQuery) throws -> Chart {
    let keys = arguments.texts(key)
    guard let text = arguments.text(by) else {
      guard !keys.isEmpty, !arguments.has(sum) else {
        throw CommandFailure(
          .usage, "expected --by WHAT or --key KEY", "as in: bank-etl chart failed-banks --by year")
      }
      return try query.chart(ofKey: keys)
    }
    guard keys.isEmpty else {
      throw CommandFailure(.usage, "--by and --key are two kinds of chart; give one of them")
    }
    let summed = try arguments.text(sum).map {
      let field = try query.dataset.field(named: $0, for: "--sum") { $0.type.isNumeric }
      guard query.isAmount(field) else {
        throw CommandFailure(
          .usage,
          Message(
            "expected a column of amounts for --sum but \(field.column) has codes or keys, whose sum "
              + "says nothing"))
      }
      return field
    }
    return try query.chart(
      by: ChartGrouping(text, of: query.dataset), sum: summed,
      limit: Int(arguments.number(categories) ?? 50))
  }

  private static func drawing(of chart: Chart, _ arguments: ParsedArguments) -> String {
    TerminalChart(
      chart, width: StandardStream.output.terminalColumns ?? plainWidth,
      isASCII: arguments.has(ascii),
      style: Style(arguments.choice(.color, as: Style.When.self) ?? .auto, for: .output)
    ).text
  }

  private static func write(_ text: String, to path: String) throws {
    guard path != "-" else {
      var output = Output()
      try output.write(text)
      return try output.flush()
    }
    let file = try OutputFile(path)
    try file.write(Array(text.utf8))
    try file.keep()
  }
}
