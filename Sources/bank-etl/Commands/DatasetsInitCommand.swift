import Workbook
import Datasets
import Input
import Migrations
import Transfer

/// `bank-etl datasets init`: a draft of a dataset, from a file of it.
enum DatasetsInitCommand {
  static let command = Command(
    path: ["datasets", "init"],
    summary: "draft a declaration and a migration from a file",
    operands: [Operand(name: "FILE", kind: .file, help: "a file of the new kind")],
    options: [
      .datasetName, .directory, .encoding, .delimiter, .quote, .escape, .headerLine, .noHeader,
      .skipFooter, .sheet, .dateOrder, .decimal, .noSizeLimit, .json, .quiet,
    ],
    examples: [
      Example(
        "bank-etl datasets init orders.csv", "datapackage.json and migrations/ in this folder"),
      Example(
        "bank-etl datasets init orders.csv --directory etl --name orders", "put them elsewhere"),
    ],
    discussion: """
      The file is read whole. Each column gets the type that all of its values have: what is only \
      nearly a number or a date stays text, and the report says why. A column whose label names a \
      key (id, code, number, …) and whose values are all there and all different becomes the key; \
      without one, each import adds its records. With --no-header the columns are column1, column2 \
      and so on, in the order of the file. Look at the names, the types and the key, and \
      edit both files, before the first import applies the migration: \
      'bank-etl import --package datapackage.json orders.csv'.

      Where the folder has a datapackage.json, the dataset is added to it.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let path = arguments.operands[0]
    guard path != "-" else {
      throw CommandFailure(
        .usage, "expected a file but found -: standard input can't be read several times")
    }
    guard !WebAddress.isAddress(path) else {
      throw CommandFailure(.usage, "expected a file but found a URL: save it first")
    }
    let reading = arguments.forwarded(to: InspectCommand.command)
    var options = try ImportOptions(reading: reading)
    let place = DraftPlace(folder: arguments.text(.directory) ?? ".")
    let inspection = try FileInspection(
      SourceFile(path, options.transfer), options: options, Declarations(reading).package,
      isFull: true)
    options.sheets = inspection.sheet.map { [$0.name] } ?? []
    var draft = try DatasetDraft(
      path: path, name: arguments.text(.datasetName), encoding: inspection.encoding,
      inspection.census.columns, options)
    var trial = DraftTrial(path: path, options: options)
    try trial.settle(&draft) { try DraftPlace.package(of: $0) }
    let files = try place.write(draft)
    let report = DraftReport(
      path: path, draft: draft, counts: trial.counts, files: files,
      package: place.packagePath, fitting: inspection.fit.dataset,
      hasHeader: options.header != .none, findings: inspection.findings)
    if arguments.has(.quiet), !arguments.has(.json) {
      Message.show(
        report.doubts.map { Message($0.text, at: CommandFailure.place(path, $0.line)) })
    } else {
      var output = Output()
      try output.write(arguments.has(.json) ? report.json.text + "\n" : report.text)
      try output.flush()
    }
    return .success
  }
}

extension Option {
  static let datasetName = valued(
    "name", "NAME", .text, help: "the dataset's name; without it, the file's name makes it")
  static let directory = valued(
    "directory", "DIR", .folder, default: ".",
    help: "the folder for datapackage.json and migrations/")
}
