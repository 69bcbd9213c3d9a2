import Datasets
import SQLite

/// `bank-etl find`: the rows of a dataset that have some words.
enum FindCommand {
  private static let rebuild = Option.flag(
    "rebuild", help: "make the index of words anew, after rows were changed by other programs")

  /// How many rows are shown when no limit is given.
  private static let shownRows: Int64 = 50

  static let command = Command(
    path: ["find"],
    summary: "search the text of a dataset's rows, the best matches first",
    operands: [
      .rowDataset,
      Operand(
        name: "TEXT", kind: .text, help: "words, all of which a row must have", isRepeated: true),
    ],
    options: [.limit, rebuild, .format, .database, .package, .color],
    examples: [
      Example("bank-etl find failed-banks first national", "banks with both words in their text"),
      Example("bank-etl find contacts O'Fal --format json", "the start of a word will do"),
    ],
    discussion: """
      All columns of text are searched, without regard to case and accents (ø and ł are letters of \
      their own: type them as they are); the start of a word will do. Rows come in the order \
      in which they match best, 50 of them unless --limit says otherwise. Where more than 10000 rows \
      have one of the words, those loaded last come first, and those with the whole words before the \
      others; a message says so. On a terminal the matches stand out. The exit status is 1 when there \
      are none.

      The words are kept in an index beside the rows, which takes about as much room as their text. \
      It is brought up to date by the next 'find' after an import, an edit by hand or an undo, never \
      while rows are loaded; a migration has it made anew. What other programs change it can't see: \
      that is what --rebuild is for. Where the database can't be written now, the words are gathered \
      for this one search.
      """,
    action: .run { arguments in try run(arguments) })

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let package = try Declarations(arguments).package
    let dataset = try ListCommand.dataset(named: arguments.operands[0], of: package)
    let location = try DatabaseLocation(arguments)
    return try location.read { database in
      let rows = try StoredRows(dataset, in: database)
      let index = TextIndex(rows, in: database)
      guard !index.hasNoText else {
        throw CommandFailure(.usage, Message("\(dataset.name) has no columns of text"))
      }
      if try !arguments.has(rebuild) && index.isCurrent() {
        return try search(index, rows, database, arguments)
      }
      if let writer = try update(rows, location, isRebuilt: arguments.has(rebuild)) {
        let rows = try StoredRows(dataset, in: writer)
        return try search(TextIndex(rows, in: writer), rows, writer, arguments)
      }
      let temporary = TextIndex(rows, in: database, .temp)
      try ProgressLine.during {
        ProgressLine.work("building the index of words")
        try temporary.update()
      }
      return try search(temporary, rows, database, arguments)
    }
  }

  /// Brings the index in the database up to date.
  ///
  /// - Returns: a connection to the database; nil where it can't be written now.
  private static func update(
    _ rows: StoredRows, _ location: DatabaseLocation, isRebuilt: Bool
  ) throws -> Database? {
    do {
      let lock = try DatabaseLock(databasePath: location.path, waitingSeconds: 0)
      let database = try Database(path: location.path, access: .readWrite)
      try database.execute("PRAGMA cache_size = -32768")
      let watch = InterruptionWatch(database, isRequested: ProgressLine.shallStop)
      try ProgressLine.during {
        ProgressLine.work("building the index of words")
        try TextIndex(rows, in: database).update(isRebuilt: isRebuilt)
      }
      database.emptyWriteAheadLog()
      _ = consume watch
      _ = consume lock
      return database
    } catch is DatabaseLock.Failure where !isRebuilt {
      return nil
    } catch let error as DatabaseError
      where !isRebuilt && [.readOnly, .cannotOpen, .busy].contains(error.kind)
    {
      return nil
    }
  }

  private static func search(
    _ index: TextIndex, _ rows: StoredRows, _ database: Database, _ arguments: ParsedArguments
  ) throws -> ExitStatus {
    let text = arguments.operands.dropFirst().joined(separator: " ")
    let limit = arguments.number(.limit) ?? shownRows
    let format = arguments.choice(.format, as: RowFormat.self) ?? .table
    let color = arguments.choice(.color, as: Style.When.self) ?? .auto
    let isMarked = format == .table && Style(color, for: .output).isColored
    var writer = RowWriter(
      labels: rows.shownFields.map(\.column), format: format, color: color,
      remedy: "--format csv shows them")
    var count: Int64 = 0
    // One more than is shown, to know whether there are more.
    let beyond = limit == .max ? limit : limit + 1
    let words = try index.search(text)
    let queries = words?.queries(
      isForPeople: format.isForPeople, isMarked: isMarked, limit: beyond)
    for query in queries ?? [] where count < beyond {
      let statement = try Statement(database, query.sql)
      try statement.bind(query.parameters)
      // The next query may take its time.
      try writer.writeOut()
      while try count < beyond && writer.next(of: statement) {
        count += 1
        if count > limit { break }
        let row = statement.row()
        if isMarked, let marked = row[0].text { writer.emphasise(matches(in: marked)) }
        let values = Array(row.dropFirst())
        try writer.write(format == .table ? values.map(\.rounded) : values)
      }
    }
    try writer.finish()
    note(count, limit, commonWord: words?.commonWord)
    return count == 0 ? .negative : .success
  }

  /// Says what is not shown, and in which order the rest is.
  private static func note(_ count: Int64, _ limit: Int64, commonWord: String?) {
    if let commonWord, count > 0 {
      Message.show([
        Message(
          """
          more than \(TextSearch.rankedRows) rows have "\(commonWord)": those loaded last come first
          """)
      ])
    }
    if count > limit, limit > 0 {
      let shown = commonWord == nil ? "the best \(limit)" : "\(limit)"
      Message.show([Message("\(shown) are shown; --limit N shows more")])
    }
  }

  /// The texts between marks.
  private static func matches(in marked: String) -> [String] {
    marked.split(separator: TextSearch.marks.start, omittingEmptySubsequences: false).dropFirst()
      .compactMap { piece in
        piece.firstIndex(of: TextSearch.marks.end).map { String(piece[..<$0]) }
      }
  }
}
