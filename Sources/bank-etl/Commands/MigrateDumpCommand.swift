import Migrations

/// `bank-etl migrate dump`: the schema as SQL.
enum MigrateDumpCommand {
  private static let all = Option.flag(
    "all", help: "include the tables that the program keeps for itself")

  static let command = Command(
    path: ["migrate", "dump"],
    summary: "print the database's schema as SQL, in an order that never changes",
    options: [all, .database, .json],
    examples: [
      Example("bank-etl migrate dump > schema.sql", "keep the schema beside the code, for reviews")
    ],
    discussion: """
      Tables, indexes, views, triggers; each sorted by name. Without --all, schema_migrations and \
      the tables whose names start with etl_ are left out.
      """,
    action: MigrateReport.action(run))

  private static func run(
    _ arguments: ParsedArguments, _ report: MigrateReport
  ) throws -> ExitStatus {
    let path = try DatabaseLocation(arguments).path
    let migrator = Migrator(path: path, migrations: try MigrationSet(files: [], folder: ""))
    let schema: Schema
    do {
      schema = try migrator.schema(includesOwn: arguments.has(all))
    } catch {
      throw CommandFailure(error, database: path)
    }
    try report.show(
      ["database": .string(path), "objects": .array(schema.objects.map(json))], text: schema.text)
    return .success
  }

  private static func json(_ object: Schema.Object) -> JSON {
    [
      "kind": .string(object.kind.rawValue), "name": .string(object.name),
      "table": .string(object.table), "sql": .string(object.sql),
    ]
  }
}
