import Datasets
import Loading

/// `bank-etl import`: files into the database.
enum ImportCommand {
  static let command = Command(
    path: ["import"],
    summary: "load files into the database",
    operands: [
      Operand(
        name: "FILE", kind: .file,
        help: "a file to load, its URL, a folder, a quoted pattern, or - for standard input",
        isRepeated: true)
    ],
    options: [
      .database, .dataset, .encoding, .delimiter, .quote, .escape, .headerLine, .noHeader,
      .skipFooter, .dateOrder, .decimal, .sheet, .member, .noSizeLimit, .policy, .guardLimit,
      .allow, .commitEvery, .importDryRun, .changes, .importWait, .migrate, .force, .mends,
      .failFast,
      .rejectsAccepted, .repair, .package, .json, .quiet,
    ] + Option.transfer + Option.unattended + [.metrics],
    examples: [
      Example("bank-etl import banklist.csv", "load the FDIC's list into bank.db"),
      Example("bank-etl import --db /srv/banks.db 'in/2023-*.csv'", "load several files, in order"),
      Example(
        "bank-etl import https://example.org/banklist.csv", "load from a server, if it changed"),
      Example("curl -fsS URL | bank-etl import - --json", "load from a pipe, report as JSON"),
      Example("bank-etl import --sheet 2023 banks.xlsx", "load one sheet of a workbook"),
      Example("bank-etl import --date-order dmy list.csv", "say how dates in digits are meant"),
    ],
    discussion: """
      The header tells which dataset a file is; the database and its tables are made when there is \
      none. Each record is inserted, updates the row of its key, is found unchanged, is skipped as \
      a repetition, or is rejected with a reason: the counts always add up to the records read.

      A file may be compressed (gzip, xz, zstd, bzip2, zip) or be a workbook (.xlsx, .xls, .ods), JSON, \
      NDJSON or a table of Markdown: its content tells, whatever its name is. Of a workbook, each \
      visible sheet that has the header is loaded (--sheet picks others), of a zip archive each \
      delimited text: as a file of its own, with \
      its own run.

      A folder stands for all its files except hidden ones, ordered by name, and a pattern in quotes \
      for the files that match it. Each file has its own run and its own summary; if one fails, the \
      others are still loaded (--fail-fast stops there), and the exit status is the worst one's.

      A file is loaded in one transaction, up to a million records (--commit-every): until it is \
      done, nobody sees any of it, and after a crash none of it is there. A file that was loaded \
      before is recognised by its content and changes nothing (--force loads it again). If an import \
      that commits in pieces stops, the next one continues where it stopped.

      A file may be named by its URL (http, https): it is read as it arrives, and only if the server \
      does not say that it is unchanged. If the connection breaks, the download continues, or nothing \
      of the file is kept; it is one transaction whatever --commit-every says.

      With --repair, a record that exactly one small change makes fit the dataset's types (an empty \
      cell too many or too few, this record in another delimiter or with other quotes, a stray \
      quote left out) is loaded, counted as repaired, and kept with its text; 'bank-etl runs rejects' \
      and 'bank-etl why' show it. Where two changes would do, the record is rejected. A repair does \
      not change the exit status.

      A dataset's guards (minRecords, maxRejects, maxShrink, maxDeletes, maxChanges) check a file \
      before any of it is committed. With guards, or with --policy replace, the file is always one \
      transaction. --guard sets one for this import, --allow lifts one. \
      A file that has only a header, whose last record is cut off, or whose dates show another order \
      than their column has, is refused too, unless the dataset declares these guards (headerOnly, \
      truncated, dateOrder) as false.
      """,
    action: .run(run))

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard !arguments.has(.changes) || !arguments.has(.json) else {
      throw CommandFailure(
        .usage, "expected --changes or --json but found both: 'bank-etl diff' has --format json")
    }
    let listing: ImportSession.Listing = { database, run, package, line in
      try ChangeListing(LedgerRun(run, in: database), in: database, package, after: line).write(
        as: .table, color: .auto, limit: nil)
    }
    let session = try ImportSession(arguments, listing: arguments.has(.changes) ? listing : nil)
    try session.load(arguments.operands)
    let status = try session.finish()
    guard let path = arguments.text(.metrics) else { return status }
    do throws(CommandFailure) {
      try MetricsFile.update(path, session.outcomes)
      return status
    } catch {
      Message.show(error.messages, .error)
      return status.unless(error)
    }
  }
}
