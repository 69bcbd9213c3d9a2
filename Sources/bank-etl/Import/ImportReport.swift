import CSV
import Datasets
import Input
import Loading
import Records

/// What is said of the import of one file: for people as text, for programs as JSON.
struct ImportReport {
  /// How many rejects are shown at once; the ledger has them all.
  private static let shownRejects = 5

  let source: String
  let database: String
  let databaseHint: String
  let clock = ContinuousClock.now
  private(set) var duration = Duration.zero
  /// The dataset, as far as it is known.
  var dataset: String?
  private var container: String?
  private(set) var encoding: String?
  private var encodingDoubt: String?
  private var sheet: String?
  private(set) var delimiter: String?
  private(set) var headerLine: Int64?
  private var hasNoHeader = false
  private var lastHeaderLine: Int64 = 0
  private var ignoredLabels: [String] = []
  /// What the file's name does not say of it.
  private var nameDisagreement: String?
  /// What is said of the files beside it in an archive, or of the other sheets.
  private var passedOver: String?
  private(set) var recordsAbove = 0
  /// The records that look like totals, and were loaded.
  var totals = TotalRows()
  /// What is said of columns without a label.
  var unlabelledNote: String?
  /// Dates that can only be read in another order than their column.
  var contraryDates: [ContraryDates] = []
  /// The tables that the file has, one below the other.
  var tables: [FileTable] = []
  private var findings: [ColumnFinding] = []
  private(set) var status = "failed"
  private(set) var counts = RunCounts()
  private(set) var absent: Int64?
  private(set) var sha256: String?
  private var multiLineRecords: Int64 = 0
  private var repeatedHeaders = 0
  private(set) var rejects: [Reject] = []
  private var keepsAbsentRows = false
  private(set) var isDryRun = false
  /// The run that was gone on with.
  var resumed: UnfinishedRun? {
    didSet {
      message = resumed.map { "went on with run \($0.id) after \($0.counts.read) records" }
    }
  }
  /// Of a dry run that went on with it, the last line that it had written a row from.
  var resumedAfterLine: Int64?
  /// Whether some of the file's records were committed before the import failed.
  var hasCommitted = false
  /// The run's number in the ledger, once there is one.
  var run: Int64?
  /// Says that nothing of it was done to the database; a run that failed is in no ledger.
  mutating func noteDryRun() {
    isDryRun = true
    if status == "failed" { run = nil }
    message = "dry run: the database was not changed"
  }

  /// Why the import failed, or what else is to be said of it.
  var message: String?

  /// A report on an import that has not begun.
  init(source: String, database: DatabaseLocation?) {
    self.source = source
    self.database = database?.path ?? ""
    databaseHint = database?.hint ?? ""
  }

  /// Whether a run had loaded the file before.
  var isUnchangedFile: Bool { status == "unchanged_file" }
  /// Whether records were rejected.
  var hasRejects: Bool { counts.rejected > 0 }

  /// Encoding, delimiter, sheet and header line as the ledger keeps them: a JSON object.
  var dialect: String {
    JSON.object([
      .init(name: "encoding", value: .optional(encoding)),
      .init(name: "delimiter", value: .optional(delimiter)),
      .init(name: "sheet", value: .optional(sheet)),
      .init(name: "header_line", value: .optional(headerLine)),
    ]).text
  }

  /// Takes in what was found out about the file.
  mutating func note(_ opened: borrowing ImportSource) {
    dataset = opened.match.dataset.name
    container = opened.reader.compression?.rawValue
    delimiter = opened.reader.dialect?.delimiterName
    encoding = opened.reader.encoding?.name
    sheet = opened.reader.sheetName
    // The labels of a document may be on no line.
    let hasHeaderLine =
      !opened.reader.isFile && (!opened.reader.isDocument || opened.match.line > 0)
    hasNoHeader = hasHeaderLine && opened.match.line == 0
    headerLine = hasHeaderLine && !hasNoHeader ? opened.match.line : nil
    lastHeaderLine = opened.match.lastLine
    ignoredLabels = opened.match.unknownLabels
    recordsAbove = opened.reader.recordsAbove
    nameDisagreement = NameDisagreement.message(
      path: opened.path, content: opened.reader.container)
    findings = opened.match.findings
    passedOver = opened.reader.passedOver
  }

  /// Takes in the encoding, which the last byte of a file may decide.
  mutating func note(encoding decision: EncodingDecision?) {
    encoding = decision?.name
    encodingDoubt = decision?.doubt
  }

  /// Takes in a batch and what became of it.
  mutating func add(_ batch: borrowing RecordBatch, _ rows: borrowing RowBatch) {
    repeatedHeaders += rows.repeatedHeaders.count
    for index in batch.records.indices where batch.records[index].lineCount > 1 {
      multiLineRecords += 1
    }
    rejects += rows.rejects.prefix(max(0, Self.shownRejects - rejects.count))
  }

  /// Ends with a run that succeeded.
  mutating func finish(_ loader: Loader, absent: Int64, sha256: String) {
    rejects += loader.lateRejects.prefix(max(0, Self.shownRejects - rejects.count))
    keepsAbsentRows = loader.keepsAbsentRows
    finish(run: loader.run, loader.counts, absent: absent, sha256: sha256)
  }

  /// Ends with a run that succeeded.
  mutating func finish(run: Int64, _ counts: RunCounts, absent: Int64, sha256: String?) {
    self.run = run
    self.counts = counts
    self.absent = absent
    self.sha256 = sha256
    status = (counts.rejected == 0 ? RunStatus.succeeded : .succeededWithRejects).rawValue
    duration = ContinuousClock.now - clock
  }

  /// Ends with a file that a run had loaded before.
  mutating func finishUnchanged(
    _ run: Int64, sha256: String, openRejects: Int64, dataset name: String? = nil
  ) {
    self.run = run
    if openRejects > 0 {
      let rejects = openRejects == 1 ? "1 reject" : "\(openRejects) rejects"
      message = "run \(run) left \(rejects) that no import has made good: 'bank-etl rejects \(run)'"
    }
    dataset = name ?? dataset
    self.sha256 = sha256
    status = "unchanged_file"
    duration = ContinuousClock.now - clock
  }
}

// MARK: For people

extension ImportReport {
  /// The summary: what the file was taken for, what became of its records.
  var text: String {
    let found = [
      container, encoding, delimiter, sheet.map { "sheet \"\(TerminalText.escaped($0))\"" },
      headerLine.map {
        $0 < lastHeaderLine ? "header on lines \($0) to \(lastHeaderLine)" : "header on line \($0)"
      }, hasNoHeader ? "no header" : nil,
    ]
    var lines = [
      "\(dataset ?? "")  \(escapedSource)  \(found.compactMap { $0 }.joined(separator: ", "))"
    ]
    guard !isUnchangedFile else {
      lines.append("loaded before, not compared again; --force does   \(seconds)   \(place)")
      lines += message.map { [$0] } ?? []
      return lines.joined(separator: "\n") + "\n"
    }
    lines.append(
      "\(counts.read) read: \(counts.inserted) inserted, \(counts.updated) updated, "
        + "\(counts.unchanged) unchanged, \(counts.rejected) rejected, \(counts.skipped) skipped"
        + "   \(seconds)   \(place)")
    lines += message.map { [$0] } ?? []
    lines += notes
    return lines.joined(separator: "\n") + "\n"
  }

  /// What else is worth knowing, beside the message, a line each.
  var notes: [String] {
    var lines = [nameDisagreement, passedOver, encodingDoubt].compactMap(\.self)
    if counts.deleted > 0 { lines.append("rows that the file lacks: \(counts.deleted) deleted") }
    if keepsAbsentRows {
      lines.append("rows that the file lacks are kept: a rejected record may be about any of them")
    }
    if counts.repaired > 0 {
      let how = run.map { ": 'bank-etl runs rejects \($0)\(databaseHint)' shows how" } ?? ""
      lines.append("loaded with one small change: \(counts.repaired) repaired\(how)")
    }
    if !ignoredLabels.isEmpty {
      let labels = ignoredLabels.map { "\"\(TerminalText.escaped($0))\"" }
      lines.append("columns not loaded: \(labels.joined(separator: ", "))")
    }
    if let unlabelledNote { lines.append(unlabelledNote) }
    lines += TableListing.lines(tables, recordsAbove: recordsAbove)
    if let note = totals.note(isText: delimiter != nil) { lines.append(note) }
    lines += findings.map(\.description) + contraryDates.map(\.note)
    if repeatedHeaders > 0 { lines.append("skipped as the header once more: \(repeatedHeaders)") }
    if multiLineRecords > 0 { lines.append("records that span several lines: \(multiLineRecords)") }
    return lines
  }

  private var escapedSource: String {
    let name = source == "-" ? "standard input" : source.split(separator: "/").last.map(String.init)
    return TerminalText.escaped(name ?? source)
  }

  private var place: String {
    let database = TerminalText.escaped(database)
    return isDryRun ? "on a copy of \(database)" : "run \(run ?? 0) -> \(database)"
  }

  private var seconds: String {
    let hundredths = Int((duration / .milliseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }
}
