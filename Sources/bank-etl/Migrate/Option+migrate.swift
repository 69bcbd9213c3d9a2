// The options that several of the `migrate` commands have.
extension Option {
  /// Where the migration files are.
  static let migrations = valued(
    "migrations", "DIR", .folder,
    help: "the folder with the migrations, in place of the built-in ones")

  /// How long to wait for others.
  static let wait = valued(
    "wait", "SECONDS", .number(0...86_400), default: "30",
    help: "how long to wait while another process changes the database")

  /// Where to keep a copy of the database.
  static let backup = valued(
    "backup", "FILE", .outputFile, help: "copy the database to FILE before it is changed")

  /// Goes on though applied files were edited.
  static let allowEdited = flag(
    "allow-edited", help: "go on though files were edited since they were applied")

  /// Goes on though applied files are missing.
  static let allowMissing = flag(
    "allow-missing", help: "go on though files of applied migrations are missing")

  /// Applies files with lower numbers than applied ones.
  static let allowOutOfOrder = flag(
    "allow-out-of-order", help: "apply files with a lower number than an applied one too")

  /// How problems are written.
  static let problemFormat = valued(
    "format", "FORMAT", .choice(ProblemFormat.self), default: ProblemFormat.text.rawValue,
    help: "text, or github for annotations beside the lines of a change")

  /// Options of every `migrate` command that looks at a database.
  static let migrateDatabase: [Option] = [.database, .migrations, .package, .json]

  /// Options of every `migrate` command that changes a database.
  static let migrateChange: [Option] = migrateDatabase + [.wait, .backup, .quiet]

  /// Options that overlook what is wrong with the history.
  static let allowances: [Option] = [.allowEdited, .allowMissing, .allowOutOfOrder]
}
