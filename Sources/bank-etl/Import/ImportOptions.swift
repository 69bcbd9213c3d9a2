import CSV
import Datasets
import Loading

/// What a command line asks of an import, beyond its files.
struct ImportOptions {
  /// The name of the dataset; nil to tell it by the header.
  var dataset: String?
  /// The name of the encoding; nil to find it out.
  let encoding: String?
  /// The encoding that a dataset declares for files which are no UTF-8; nil where it does not.
  var declaredEncoding: String?
  /// What is known of the dialect.
  let dialect: DialectRequest
  /// Where the header is; nil to find it.
  let header: HeaderRequest
  /// How many lines at the end are no records.
  let footerLines: Int
  /// The names of a workbook's sheets; none to find those with the header.
  var sheets: [String]
  /// The name of a file in a zip archive; nil where it has only one.
  var member: String?
  /// Which of several lists of the source is meant; nil where it was not found out, but asked for.
  private(set) var part: SourcePart?
  /// The lists of the source that are loaded after it.
  private var followingParts: ArraySlice<SourcePart> = []
  /// Whether a compressed file may expand without end.
  let liftsSizeLimit: Bool
  /// Whether the order of day, month and year is given, for all dates or by column.
  var dateOrders: [DateOrderOption]
  /// The decimal mark that is given, for all numbers or by column.
  var decimals: [DecimalOption]
  /// After how many records a transaction is committed, nil for one transaction a file.
  let commitEvery: Int64?
  /// What is done with records whose key the table has, where not as declared.
  let policy: Dataset.Policy?
  /// The guards that are set for this command, and those that are lifted.
  let guards: [GuardOption]
  let liftedGuards: Set<GuardCheck.Name>
  /// How long to wait for another import, in seconds.
  let waitSeconds: Int64
  /// Whether the import is tried on a copy of the database.
  let isDryRun: Bool
  /// Whether pending migrations are applied to a database that exists.
  let migrates: Bool
  /// Whether a file is loaded though it was loaded before.
  let isForced: Bool
  /// Whether records are repaired that one small change makes fit their dataset.
  let repairs: Bool
  /// The run whose rejects the file has, mended.
  let mends: Int64?
  /// Whether rejects leave the exit status at 0.
  let acceptsRejects: Bool
  /// What is said of sources by URL.
  let transfer: TransferOptions
  /// Whether the first file that fails is the last that is tried.
  let failsFast: Bool

  /// The options of `bank-etl import`.
  ///
  /// - Parameter arguments: its arguments.
  /// - Throws: `CommandFailure` for a delimiter, a date order or a decimal mark that is none.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    dataset = arguments.text(.dataset)
    encoding = arguments.text(.encoding)
    dialect = try DialectRequest(arguments)
    header = try HeaderRequest(arguments)
    footerLines = Int(arguments.number(.skipFooter) ?? 0)
    sheets = arguments.texts(.sheet)
    member = arguments.text(.member)
    liftsSizeLimit = arguments.has(.noSizeLimit)
    var orders: [DateOrderOption] = []
    for text in arguments.texts(.dateOrder) { orders.append(try DateOrderOption(text)) }
    dateOrders = orders
    var marks: [DecimalOption] = []
    for text in arguments.texts(.decimal) { marks.append(try DecimalOption(text)) }
    decimals = marks
    commitEvery = arguments.text(.commitEvery) == "file" ? nil : arguments.number(.commitEvery)
    policy = arguments.choice(.policy, as: Dataset.Policy.self)
    var guards: [GuardOption] = []
    for text in arguments.texts(.guardLimit) { guards.append(try GuardOption(text)) }
    self.guards = guards
    liftedGuards = Set(arguments.texts(.allow).compactMap(GuardCheck.Name.init))
    waitSeconds = arguments.number(.importWait) ?? 0
    isDryRun = arguments.has(.importDryRun)
    migrates = arguments.has(.migrate)
    isForced = arguments.has(.force)
    repairs = arguments.has(.repair)
    mends = arguments.number(.mends)
    acceptsRejects = arguments.has(.rejectsAccepted)
    transfer = try TransferOptions(arguments)
    failsFast = arguments.has(.failFast)
  }

  /// The options of a command that only reads a file: `inspect`, `convert`.
  ///
  /// - Parameter arguments: its arguments.
  /// - Throws: `CommandFailure` for a delimiter or a date order that is none.
  init(reading arguments: ParsedArguments) throws(CommandFailure) {
    try self.init(arguments, isValidation: false)
  }

  /// The options of `bank-etl validate`: those of an import into a database that has nothing in it.
  ///
  /// - Parameter arguments: its arguments.
  /// - Throws: as the other ones.
  init(validating arguments: ParsedArguments) throws(CommandFailure) {
    try self.init(arguments, isValidation: true)
  }

  private init(_ arguments: ParsedArguments, isValidation: Bool) throws(CommandFailure) {
    dataset = arguments.text(.dataset)
    encoding = arguments.text(.encoding)
    dialect = try DialectRequest(arguments)
    header = try HeaderRequest(arguments)
    footerLines = Int(arguments.number(.skipFooter) ?? 0)
    var orders: [DateOrderOption] = []
    for text in arguments.texts(.dateOrder) { orders.append(try DateOrderOption(text)) }
    dateOrders = orders
    var marks: [DecimalOption] = []
    for text in arguments.texts(.decimal) { marks.append(try DecimalOption(text)) }
    decimals = marks
    sheets = arguments.texts(.sheet)
    member = arguments.text(.member)
    liftsSizeLimit = arguments.has(.noSizeLimit)
    policy = isValidation ? arguments.choice(.policy, as: Dataset.Policy.self) : nil
    var guards: [GuardOption] = []
    for text in isValidation ? arguments.texts(.guardLimit) : [] {
      guards.append(try GuardOption(text))
    }
    self.guards = guards
    let lifted = isValidation ? arguments.texts(.allow) : []
    liftedGuards = Set(lifted.compactMap(GuardCheck.Name.init))
    commitEvery = nil
    (waitSeconds, isDryRun, migrates, isForced) = (0, false, false, false)
    (acceptsRejects, failsFast, mends) = (false, false, nil)
    repairs = isValidation && arguments.has(.repair)
    transfer = try TransferOptions(arguments)
  }

  /// The options for one of several lists of a source.
  ///
  /// - Parameters:
  ///   - index: which of them, counting from 0.
  ///   - parts: all of them, in the order in which they are loaded.
  /// - Returns: the options.
  func choosing(_ index: Int, of parts: [SourcePart]) -> ImportOptions {
    var options = self
    switch parts[index] {
    case .member(let name): options.member = name
    case .sheet(let name): options.sheets = [name]
    }
    options.part = parts[index]
    options.followingParts = parts[(index + 1)...]
    return options
  }

  /// What the ledger calls a source that is read with these options.
  func name(of path: String) -> String {
    part?.name(in: path) ?? member.map { SourcePart.member($0).name(in: path) } ?? path
  }

  /// The declarations, as the ledger has them, with which the lists that follow it are loaded.
  ///
  /// - Parameter dataset: the dataset that this one is of.
  /// - Returns: one for each of them, in order.
  func followingDeclarations(of dataset: Dataset) -> [String] {
    let parts = Array(followingParts)
    return parts.indices.map { dataset.canonicalText + choosing($0, of: parts).readingText }
  }

  /// What the command line says of how a file is to be read, as text; nothing where it says nothing.
  ///
  /// A file that was read otherwise is not the same one to the ledger.
  var readingText: String {
    var words: [String] = []
    if let encoding { words.append("encoding \(encoding.lowercased())") }
    if dialect != DialectRequest() { words.append("dialect \(dialect)") }
    if header != .find { words.append("header \(header)") }
    if footerLines > 0 { words.append("footer \(footerLines)") }
    words += sheets.map { "sheet \($0)" }
    if let member { words.append("member \(member)") }
    if repairs { words.append("repairs") }
    return words.isEmpty ? "" : "\nread with " + words.joined(separator: ", ")
  }
}

// MARK: The options themselves

extension Option {
  static let dataset = valued(
    "dataset", "NAME", .dataset, help: "what the file is; without it, its header tells")
  static let encoding = valued(
    "encoding", "NAME", .text,
    help: """
      the file's encoding, as 'iconv -l' names it or people do (macroman, latin-1, win1252); \
      without it, its bytes tell
      """)
  static let sheet = valued(
    "sheet", "NAME", .text,
    help:
      "the sheet of a workbook, may be repeated; without it, all visible ones that have the header")
  static let member = valued(
    "member", "NAME", .fileName,
    help: "the file of a zip archive that is meant, where it has several")
  static let noSizeLimit = flag(
    "no-size-limit", help: "read a compressed file however large it becomes")
  static let dateOrder = valued(
    "date-order", "[COLUMN=]ORDER", .columnWords(DateOrder.allCases.map(\.rawValue)),
    help: "how dates in digits are to be read: mdy, dmy or ymd, for all columns or for one")
  static let decimal = valued(
    "decimal", "[COLUMN=]MARK", .columnWords(DecimalMark.allCases.map(\.words)),
    help: "what is before the decimals of numbers: point or comma, for all columns or for one")
  static let commitEvery = valued(
    "commit-every", "N", .numberOrWord(1...Int64.max, "file"), default: "1000000",
    help: "commit after this many records; 'file' loads all of a file or nothing")
  static let policy = valued(
    "policy", "POLICY", .choice(Dataset.Policy.self),
    help: "upsert, append or replace, in place of what the dataset declares")
  static let guardLimit = valued(
    "guard", "NAME=LIMIT", .text,
    help: "hold the file to a limit, as maxRejects=1% or minRecords=500, for this import")
  static let allow = valued(
    "allow", "GUARD", .choice(GuardCheck.Name.self),
    help: "load the file though it breaks this guard")
  static let importDryRun = flag(
    "dry-run", help: "do it all on a copy of the database, and say what would happen")
  static let changes = flag(
    "changes", help: "list what was changed, value by value; with --dry-run, what would be")
  static let importWait = valued(
    "wait", "SECONDS", .number(0...86_400), default: "0",
    help: "how long to wait for another import or migration that holds the database")
  static let migrate = flag(
    "migrate", help: "apply pending migrations to a database that exists")
  static let force = flag("force", help: "load a file that was loaded before")
  static let repair = flag(
    "repair", help: "load a record that one small change makes fit, and keep its text")
  static let mends = valued(
    "mends", "RUN", .number(1...Int64.max),
    help: "the file has the rejects of this import, mended, one for one and in their order")
  static let failFast = flag(
    "fail-fast", help: "of several files, try none after the first that fails")
  static let rejectsAccepted = flag(
    "rejects-ok", help: "exit with 0 though records were rejected")
}
