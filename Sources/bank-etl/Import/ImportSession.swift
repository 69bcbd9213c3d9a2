import Datasets
import Input
import Loading
import Migrations
import SQLite

/// The import of the files of one command line, into one database, one after the other.
final class ImportSession {
  private let options: ImportOptions
  private let location: DatabaseLocation
  private let declarations: Declarations
  private let printsJSON: Bool
  private let isQuiet: Bool
  private let showsProgress: Bool
  /// Opened when the first file has shown that there is something to load.
  private var target: ImportDatabase?
  /// The copy that a dry run works on.
  private var trial: PrivateFolder?
  private var reports: [JSON] = []
  private var status = ExitStatus.success
  /// What became of the datasets, by their names; nothing for a dry run.
  private(set) var outcomes: [String: MetricsFile.Outcome] = [:]
  /// What the run itself writes, and so does not read.
  private let outputs: [String]
  /// Shows what a run changed, before the summary, where it is set.
  private let listing: Listing?

  /// Shows what a run changed, from the database that it was done to; where the run went on with one that
  /// had been interrupted, behind the line that this one had come to.
  typealias Listing = (Database, _ run: Int64, DataPackage, _ after: Int64?) throws -> Void

  /// A session for the arguments of `bank-etl import`.
  ///
  /// - Parameters:
  ///   - arguments: the arguments.
  ///   - showsProgress: whether people see how far it is, though nothing else is said.
  ///   - listing: shows what a run changed, before the summary.
  /// - Throws: `CommandFailure`, or `DeclarationError` when the declarations are wrong.
  init(
    _ arguments: ParsedArguments, showsProgress: Bool = false, listing: Listing? = nil
  ) throws {
    self.listing = listing
    options = try ImportOptions(arguments)
    location = try DatabaseLocation(arguments)
    declarations = try Declarations(arguments)
    printsJSON = arguments.has(.json)
    isQuiet = arguments.has(.quiet)
    self.showsProgress = showsProgress || !isQuiet
    outputs = [Option.logFile, .metrics].compactMap(arguments.text)
  }

  /// Imports the files that operands stand for, one after the other, and says what became of each.
  ///
  /// Each text of a zip archive is a file of its own, and so is each sheet of a workbook. A file that
  /// fails leaves the next ones their chance, unless `--fail-fast` is given.
  ///
  /// - Parameter operands: files, URLs, folders, patterns, or `-`.
  /// - Throws: `OutputError` when a report can't be written, `CommandFailure` for an address that is none.
  func load(_ operands: [String]) throws {
    Interruption.takeOver()
    var sources: [Source] = []
    for operand in operands {
      do throws(CommandFailure) {
        let paths = try SourceOperand(
          text: operand, database: location.path, outputs: outputs
        ).paths()
        sources += paths.map { Source(path: $0, options: options) }
      } catch {
        sources.append(Source(path: operand, options: options, failure: error))
      }
    }
    var next = 0
    while next < sources.count {
      guard !Interruption.isRequested else { return stop() }
      let source = sources[next]
      next += 1
      do {
        try load(source)
      } catch {
        guard let found = SourceParts(error, source.path) else { throw error }
        if let text = found.passedOver {
          say([Message(text, at: try SourceFile.name(of: source.path))], .success)
        }
        let parts = found.parts.indices.map {
          Source(path: source.path, options: source.options.choosing($0, of: found.parts))
        }
        sources.insert(contentsOf: parts, at: next)
      }
      guard options.failsFast, status > .rejects else { continue }
      let untried = sources.count - next
      if untried > 0 { Message.show([Message("files not tried, by --fail-fast: \(untried)")]) }
      return
    }
  }

  /// One file to import.
  private struct Source {
    let path: String
    /// What the command line says of it, with which of several lists it is.
    let options: ImportOptions
    /// Why it can't be imported, where that is known.
    var failure: CommandFailure?
  }

  /// Imports one file, or one of its lists.
  ///
  /// - Throws: `OutputError`; what `SourceParts` knows where the file has several lists.
  private func load(_ source: Source) throws {
    let name = source.options.name(of: try SourceFile.name(of: source.path))
    EventLog.note(
      "file_started", .info, name, [JSON.Member(name: "source", value: .string(name))])
    var report = ImportReport(source: name, database: location)
    report.dataset = source.options.dataset.flatMap(declarations.package.dataset)?.name
    var outcome = ExitStatus.success
    do {
      if let failure = source.failure { throw failure }
      outcome = try load(source.path, source.options, &report)
    } catch {
      if SourceParts(error, source.path) != nil { throw error }
      let failure = CommandFailure(error, source: name, database: location.path)
      if options.isDryRun { report.noteDryRun() }
      // Who waits for it knows what was asked, and that it is not done.
      let aftermath = showsProgress ? [] : [report.aftermath(failure.status)]
      Message.show(failure.messages + aftermath, .error)
      report.message = failure.messages.first?.line
      outcome = failure.status
    }
    note(report, outcome)
    if printsJSON {
      reports.append(report.json)
    } else if !isQuiet, outcome == .success || outcome == .rejects {
      var output = Output()
      try output.write(report.text)
      try output.flush()
    }
    status = max(status, outcome)
  }

  /// Leaves out the files that are left, because the program was asked to end.
  private func stop() {
    let failure = CommandFailure.interrupted
    Message.show(failure.messages, .error)
    status = max(status, failure.status)
  }

  /// Tells the log and the metrics what became of a file.
  private func note(_ report: ImportReport, _ outcome: ExitStatus) {
    var members = [JSON.Member(name: "exit_status", value: .integer(Int64(outcome.rawValue)))]
    if case .object(let all) = report.json { members += all }
    let isLoaded = outcome == .success || outcome == .rejects
    if isLoaded { RunSummary.add(report.text) }
    EventLog.note(
      "file_finished", outcome == .success ? .info : isLoaded ? .warning : .error,
      report.message ?? "\(report.source): \(report.counts.read) read", members)
    guard !options.isDryRun, let dataset = report.dataset else { return }
    let new = report.outcome(outcome)
    outcomes[dataset] = outcomes[dataset].map { $0.adding(new) } ?? new
  }

  private func load(
    _ operand: String, _ options: ImportOptions, _ report: inout ImportReport
  ) throws -> ExitStatus {
    try ProgressLine.during(isQuiet: !showsProgress) { try read(operand, options, &report) }
    if options.isDryRun { report.noteDryRun() }
    let status: ExitStatus =
      report.hasRejects && !options.acceptsRejects ? .rejects : .success
    say(report.rejectMessages + (isQuiet ? [report.omission].compactMap(\.self) : []), status)
    if let listing, let run = report.run, let target, !report.isUnchangedFile {
      try listing(target.database, run, declarations.package, report.resumedAfterLine)
    }
    return status
  }

  /// Shows messages; with `--quiet`, what goes well is told to the log alone.
  private func say(_ messages: [Message], _ outcome: ExitStatus) {
    if isQuiet, outcome == .success { Message.note(messages) } else { Message.show(messages) }
  }

  private func read(
    _ operand: String, _ options: ImportOptions, _ report: inout ImportReport
  ) throws {
    let known = try KnownSource(operand, in: location, declarations.package, options)
    report.dataset = known?.dataset.name ?? report.dataset
    let onRetry = isQuiet ? SourceFile.log : SourceFile.warn
    var file = try SourceFile(
      operand, options.transfer, known: known?.validators, onRetry: onRetry)
    if let known, try file.isUnmodified(), let record = file.record {
      let importing = try FileImport(target: openTarget(), options: options)
      if try importing.noteUnmodified(known.download, record, known.dataset, &report) { return }
      file = try SourceFile(operand, options.transfer, onRetry: onRetry)
    }
    let source = try ImportSource(file, datasets: declarations.package, options: options)
    report.note(source)
    try FileImport(target: openTarget(), options: options).run(source, &report)
  }

  /// Ends the session.
  ///
  /// - Returns: the worst of the files' statuses.
  /// - Throws: `OutputError` when the report can't be written.
  func finish() throws -> ExitStatus {
    target?.removeIfNew()
    target = nil
    trial = nil
    if printsJSON {
      var output = Output()
      try output.write(JSON.array(reports).text + "\n")
      try output.flush()
    }
    return status
  }

  private func openTarget() throws -> ImportDatabase {
    if let target { return target }
    if options.isDryRun { trial = try location.privateCopy() }
    let opened = try ImportDatabase(
      path: trial?.databasePath ?? location.path, shownAs: location.path,
      declarations.migrations(), migrates: options.migrates, waitSeconds: options.waitSeconds
    ) { holder in
      guard !isQuiet, options.waitSeconds > 0 else { return }
      let process = holder.map { " (process \($0))" } ?? ""
      Message.show([Message("waiting for another import or migration\(process)", at: location.path)]
      )
    }
    target = opened
    return opened
  }
}
