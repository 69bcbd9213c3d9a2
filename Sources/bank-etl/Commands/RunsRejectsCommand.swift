import Loading
import Records
import SQLite

/// `bank-etl runs rejects`: the records of one import that were not loaded, to look at or to mend.
enum RunsRejectsCommand {
  private static let raw = Option.flag(
    "raw", help: "print the header and the records as the file has them, to mend and import")

  static let command = Command(
    path: ["runs", "rejects"],
    summary: "list the records of an import that were not loaded, or print them to be mended",
    operands: [Operand(name: "RUN", kind: .count, help: "the number of the import")],
    options: [raw, .limit, .json, .database, .color],
    examples: [
      Example("bank-etl runs rejects 4", "the rejects of import 4, with the reasons"),
      Example("bank-etl runs rejects 4 --raw > mend.csv", "their records, under the file's header"),
    ],
    discussion: """
      Mend the records that --raw prints and import that file. A reject is resolved by the first \
      later import of its dataset that loads a record with the same key, or finds it loaded; \
      the list names that import, and --raw leaves the reject out. If a record's key was wrong or \
      unreadable, its reject stays open, unless you say that the file has the records of --raw one \
      for one: 'bank-etl import --mends 4 mend.csv' resolves each that is loaded.

      The records are in UTF-8, with the delimiter of their file.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard arguments.has(raw) else { return try RejectsCommand.query.run(arguments) }
    guard !arguments.has(.json) else {
      throw CommandFailure(.usage, "expected --raw or --json but found both")
    }
    var status = ExitStatus.success
    try DatabaseLocation(arguments).read(run: Int64(arguments.operands[0]) ?? 0) { database, run in
      status = try printRecords(of: run, in: database, limit: arguments.number(.limit))
    }
    return status
  }

  private static func printRecords(
    of run: LedgerRun, in database: Database, limit: Int64?
  ) throws -> ExitStatus {
    try run.requireImages()
    guard run.header != .null else {
      throw CommandFailure(
        .dataError, "the header of the file of run \(run.id) isn't known: import the file again")
    }
    var output = Output()
    try output.write { append(run.header, to: &$0) }
    let records = try Statement(
      database,
      """
      SELECT line, raw FROM main.etl_rejects WHERE run_id = ? AND resolved_by IS NULL
      ORDER BY record LIMIT ?
      """)
    try records.bind([.integer(run.id), .integer(limit ?? -1)])
    var cut: [Message] = []
    while try !output.isClosed && records.step() {
      let (line, record) = (records.value(at: 0).integer ?? 0, records.value(at: 1))
      if byteCount(record) >= RecordBatch.maximumRejectBytes {
        let kept = "\(RecordBatch.maximumRejectBytes >> 10) KiB"
        cut.append(
          Message("left out: only the first \(kept) are kept", at: "\(run.source):\(line)"))
      } else {
        try output.write { append(record, to: &$0) }
      }
    }
    try output.flush()
    Message.show(cut)
    return cut.isEmpty ? .success : .negative
  }

  private static func byteCount(_ value: Value) -> Int {
    switch value {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    default: 0
    }
  }

  /// Appends source text and a line end; for a terminal, with what could steer it escaped.
  private static func append(_ value: Value, to bytes: inout [UInt8]) {
    let isForTerminal = StandardStream.output.isTerminal
    switch value {
    case .text(let text):
      bytes.append(contentsOf: (isForTerminal ? TerminalText.escaped(text) : text).utf8)
    case .blob(let raw) where isForTerminal:
      bytes.append(contentsOf: TerminalText.escaped(bytes: raw).utf8)
    case .blob(let raw): bytes.append(contentsOf: raw)
    default: break
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
