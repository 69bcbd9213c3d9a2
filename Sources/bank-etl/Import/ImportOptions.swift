import CSV

/// What a command line asks of an import, beyond its files.
struct ImportOptions {
  /// The name of the dataset; nil to tell it by the header.
  let dataset: String?
  /// The name of the encoding; nil to find it out.
  let encoding: String?
  /// What is known of the dialect.
  let dialect: DialectRequest
  /// Whether the order of day, month and year is given, for all dates or by column.
  let dateOrders: [DateOrderOption]
  /// After how many records a transaction is committed, nil for one transaction a file.
  let commitEvery: Int64?
  /// Whether pending migrations are applied to a database that exists.
  let migrates: Bool
  /// Whether a file is loaded though it was loaded before.
  let isForced: Bool
  /// Whether rejects leave the exit status at 0.
  let acceptsRejects: Bool

  /// The options of `bank-etl import`.
  ///
  /// - Parameter arguments: its arguments.
  /// - Throws: `CommandFailure` for a delimiter or a date order that is none.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    dataset = arguments.text(.dataset)
    encoding = arguments.text(.encoding)
    dialect = try DialectRequest(arguments)
    var orders: [DateOrderOption] = []
    for text in arguments.texts(.dateOrder) { orders.append(try DateOrderOption(text)) }
    dateOrders = orders
    commitEvery = arguments.text(.commitEvery) == "file" ? nil : arguments.number(.commitEvery)
    migrates = arguments.has(.migrate)
    isForced = arguments.has(.force)
    acceptsRejects = arguments.has(.rejectsAccepted)
  }
}

// MARK: The options themselves

extension Option {
  static let dataset = valued(
    "dataset", "NAME", .dataset, help: "what the file is; without it, its header tells")
  static let encoding = valued(
    "encoding", "NAME", .text,
    help: "the file's encoding, as 'iconv -l' names it; without it, its bytes tell")
  static let dateOrder = valued(
    "date-order", "[COLUMN=]ORDER", .text,
    help: "how dates in digits are to be read: mdy, dmy or ymd, for all columns or for one")
  static let commitEvery = valued(
    "commit-every", "N", .numberOrWord(1...Int64.max, "file"), default: "1000000",
    help: "commit after this many records; 'file' loads all of a file or nothing")
  static let migrate = flag(
    "migrate", help: "apply pending migrations to a database that exists")
  static let force = flag("force", help: "load a file that was loaded before")
  static let rejectsAccepted = flag(
    "rejects-ok", help: "exit with 0 though records were rejected")
}
