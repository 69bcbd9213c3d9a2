import Datasets
import Input
import Loading
import Records
import SQLite

/// The import of one file into a database: reading, converting and loading on a thread each.
struct FileImport {
  let target: ImportDatabase
  let options: ImportOptions

  /// What is known at the end of the reading.
  private struct Ending: Sendable {
    var digest: SourceDigest
    var encoding: EncodingDecision?
  }

  /// Loads a file.
  ///
  /// - Parameters:
  ///   - source: the file, opened.
  ///   - report: gets what is found out.
  /// - Throws: `LoadError`, `DatabaseError`, `InputError` or `CommandFailure`; the ledger then says
  ///   that the run failed.
  func run(_ source: consuming ImportSource, _ report: inout ImportReport) throws {
    let dataset = source.match.dataset
    if dataset.fields.contains(where: { $0.content != nil }) {
      return try FilesImport(target: target, options: options).run(source, &report)
    }
    let tables = dataset.targetTables(source.match)
    var start = Ledger.Start(
      dataset: dataset.name, source: source.name,
      declaration: dataset.canonicalText + options.readingText,
      dialect: report.dialect, toolVersion: Version.number, tables: tables.map(\.name),
      header: source.headerText)
    start.download = source.download
    if options.part != nil {
      guard dataset.policy != .replace else {
        throw CommandFailure(
          .dataError,
          Message(
            "expected one list for policy replace but found several in the file: the table can't become "
              + "each of them; choose one with --sheet or --member", at: source.name))
      }
      start.isPart = true
      start.followingDeclarations = options.followingDeclarations(of: dataset)
    }
    if !options.isForced, source.canBeReopened,
      try Ledger(target.database).hasLoaded(start, bytes: FileStatus.size(source.path))
    {
      let digest = try SourceDigest.of(path: source.path)
      if try noteKnownFile(digest, start, dataset, &report) { return }
    }
    if try !tables.allSatisfy({ try $0.isEmpty(in: target.database) }) { target.useWriteAheadLog() }
    var loaderOptions = Loader.Options()
    // What breaks off on its way must leave nothing behind: a download is one transaction.
    loaderOptions.commitEvery = start.download == nil ? options.commitEvery : nil
    loaderOptions.guards = GuardCheck(dataset.guards, lifting: options.liftedGuards)
    loaderOptions.guards.mayBeTruncated = source.mayBeTruncated
    loaderOptions.mends = try options.mends.map { try mended($0, dataset) }
    loaderOptions.isInterrupted = { Interruption.isRequested }
    loaderOptions.resuming = try unfinishedRun(start, source, in: tables)
    report.resumed = loaderOptions.resuming
    if options.isDryRun, let unfinished = loaderOptions.resuming {
      report.resumedAfterLine = try LedgerRun(unfinished.id, in: target.database)
        .lastLine(in: target.database)
    }
    let loader = try Loader(target.database, tables, start, loaderOptions)
    do {
      try load(source, with: loader, start, &report)
    } catch {
      loader.fail(CommandFailure(error).messages.first?.text ?? "\(error)")
      report.run = loader.run
      report.hasCommitted = loader.hasCommitted
      if loader.hasCommitted { target.keep() }
      throw error
    }
    target.keep()
    target.useWriteAheadLog()
  }

  /// Checks that an import can have rejects that a file of a dataset mends.
  private func mended(_ run: Int64, _ dataset: Dataset) throws -> Int64 {
    let mended = try LedgerRun(run, in: target.database)
    try mended.requireImages()
    guard mended.dataset == dataset.name else {
      throw CommandFailure(
        .usage,
        Message(
          "expected an import of \(dataset.name) for --mends but run \(run) is one of "
            + mended.dataset))
    }
    return run
  }

  /// Reads, converts and loads all records, and ends the run.
  private func load(
    _ source: consuming ImportSource, with loader: Loader, _ start: Ledger.Start,
    _ report: inout ImportReport
  ) throws {
    let dataset = source.match.dataset
    let stream = try Self.stream(source.match, source.reader, repairs: options.repairs)
    while var batch = stream.next(unless: ProgressLine.shallStop) {
      if dataset.policy == .replace {
        for key in batch.rejectKeys { try loader.protect(key, in: batch.records) }
      }
      try loader.load(batch.records, &batch.rows)
      report.add(batch.records, batch.rows)
      ProgressLine.note(rejects: loader.counts.rejected)
      (report.tables, report.totals) = (batch.tables, batch.totals)
      report.contraryDates = batch.contraryDates
      report.unlabelledNote = batch.unlabelledNote
      loader.contraryDates = batch.contraryDates.first(where: \.isGrave)
      batch.records.sizeFactor = loader.gainsFromLargeBatches ? Self.largeBatch : 1
      stream.recycle(batch, ofAtMost: loader.gainsFromLargeBatches ? Self.largeBatches : .max)
    }
    guard !Interruption.isRequested, let ending = try stream.finish() else {
      throw CommandFailure.interrupted
    }
    ProgressLine.clear()
    report.note(encoding: ending.encoding)
    try loader.loadWaiting()
    if !options.isForced, loader.counts.read > 0, loader.counts.written == 0,
      try noteKnownFile(ending.digest, start, dataset, &report, abandoning: loader)
    {
      return
    }
    let absent = try loader.finish(
      sha256: ending.digest.hexadecimal, bytes: ending.digest.byteCount)
    report.finish(loader, absent: absent, sha256: ending.digest.hexadecimal)
  }

  /// How many times as large batches are from which a load gains that they are, and how many of them go
  /// round: they take as much memory as the usual ones.
  private static let (largeBatch, largeBatches) = (3, 2)

  /// Starts the reading on a thread of its own, and the converting on another: on two cores, what
  /// takes the longest of the three has one of them to itself.
  private static func stream(
    _ match: HeaderMatch, _ reader: consuming RecordReader, repairs: Bool
  ) throws -> RecordStream<ConvertedBatch, Ending> {
    var reader = reader
    var converter = RecordConverter(match)
    if repairs, !reader.isDocument {
      let repair = RecordRepair(dialect: reader.dialect)
      converter.changes = { repair.changes(ofRecord: $0, of: $1, width: $2) }
    }
    var totals = TotalRows()
    var unlabelled = UnlabelledColumns(match)
    let hasNames = reader.hasNamesInRecords
    let columnCount = converter.columns.count
    return try RecordStream(of: { ConvertedBatch(columnCount: columnCount) }) { batch in
      if try reader.read(into: &batch.records) { return nil }
      return Ending(digest: try reader.digest(), encoding: reader.encoding)
    } then: { batch in
      batch.convert(with: &converter)
      if !hasNames { totals.add(batch.records, batch.rows) }
      batch.totals = totals
      unlabelled.add(batch.records, batch.rows)
      batch.unlabelledNote = unlabelled.note
    }
  }

  /// Whether a run loaded this file already, and nothing changed since; the ledger notes that it
  /// was seen again.
  private func noteKnownFile(
    _ digest: SourceDigest, _ start: Ledger.Start, _ dataset: Dataset,
    _ report: inout ImportReport,
    abandoning loader: Loader? = nil
  ) throws -> Bool {
    let ledger = try Ledger(target.database)
    guard
      let run = try ledger.runThatLoaded(
        sha256: digest.hexadecimal, start, appends: dataset.policy == .append)
    else {
      return false
    }
    loader?.abandon()
    try ledger.noteSeen(run, start.download)
    report.finishUnchanged(
      run, sha256: digest.hexadecimal, openRejects: try ledger.openRejects(of: run))
    return true
  }

  /// Takes a file as loaded before because its server says that it is the one that was.
  ///
  /// - Parameters:
  ///   - known: what the ledger has of it.
  ///   - download: where the server was asked.
  ///   - dataset: the dataset that it was loaded into.
  ///   - report: gets what is found out.
  /// - Returns: false where the table may not be as that load left it: then the file is needed.
  /// - Throws: `DatabaseError`.
  func noteUnmodified(
    _ known: KnownDownload, _ download: DownloadRecord, _ dataset: Dataset,
    _ report: inout ImportReport
  ) throws -> Bool {
    var start = Ledger.Start(
      dataset: known.dataset, source: download.url, declaration: known.declaration, dialect: "",
      toolVersion: Version.number, tables: dataset.targets.map(\.table))
    // RFC 9110, 15.4.5: what a 304 does not say again is as it was.
    start.download = DownloadRecord(
      url: download.url, finalURL: download.finalURL, etag: download.etag ?? known.etag,
      lastModified: download.lastModified ?? known.lastModified)
    let ledger = try Ledger(target.database)
    guard
      let run = try ledger.runThatLoaded(
        sha256: known.sha256, start, appends: dataset.policy == .append)
    else { return false }
    try ledger.noteSeen(run, start.download)
    report.finishUnchanged(
      run, sha256: known.sha256, openRejects: try ledger.openRejects(of: run),
      dataset: known.dataset)
    return true
  }

  /// The run to go on with: one of this dataset that stopped between two commits, if the file still
  /// starts with the bytes that had been read then.
  private func unfinishedRun(
    _ start: Ledger.Start, _ source: borrowing ImportSource, in tables: [TargetTable]
  ) throws -> UnfinishedRun? {
    guard let unfinished = try Ledger(target.database).unfinishedRun(start, in: tables),
      source.canBeReopened
    else { return nil }
    let prefix = try SourceDigest.of(path: source.path, first: unfinished.committedBytes)
    let isSame =
      prefix.byteCount == unfinished.committedBytes
      && prefix.hexadecimal == unfinished.committedSHA256
    return isSame ? unfinished : nil
  }
}
