import Datasets
import SQLite

/// `bank-etl datasets`: the group of commands about declarations.
enum DatasetsCommand {
  static let command = Command(
    path: ["datasets"],
    summary: "list the datasets that are declared, or draft a new one",
    options: list.options,
    examples: list.examples + [
      Example("bank-etl datasets init orders.csv", "draft a dataset and a table for a file")
    ],
    action: .group(default: "list"))

  /// The group and its commands, in the order of the help page.
  static let all: [Command] = [command, list, DatasetsInitCommand.command]

  private static let list = Command(
    path: ["datasets", "list"],
    summary: "list the datasets that are declared",
    options: [.format, .package, .color],
    examples: [Example("bank-etl datasets", "the name, table and key of each dataset")],
    discussion: """
      'bank-etl help declarations' would be the place to start from for declaring one by hand; \
      'bank-etl datasets init' drafts one from a file.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    var writer = RowWriter(
      labels: ["dataset", "title", "tables", "key", "fields", "policy", "views"],
      format: arguments.choice(.format, as: RowFormat.self) ?? .table,
      color: arguments.choice(.color, as: Style.When.self) ?? .auto)
    for dataset in package.datasets {
      let key = dataset.key.map { dataset.fields[$0].name }
      try writer.write([
        .text(dataset.name), .text(dataset.title),
        .text(dataset.targets.map(\.table).joined(separator: ", ")),
        key.isEmpty ? .null : .text(key.joined(separator: ", ")),
        .integer(Int64(dataset.fields.count)), .text(dataset.policy.rawValue),
        dataset.views.isEmpty
          ? .null : .text(dataset.views.map(\.name).joined(separator: ", ")),
      ])
    }
    try writer.finish()
    return .success
  }
}
