import Datasets
import Migrations
import SQLite

/// The import of the files of one command line, into one database, one after the other.
final class ImportSession {
  private let options: ImportOptions
  private let location: DatabaseLocation
  private let declarations: Declarations
  private let printsJSON: Bool
  private let isQuiet: Bool
  /// Opened when the first file has shown that there is something to load.
  private var target: ImportDatabase?
  /// The copy that a dry run works on.
  private var trial: PrivateFolder?
  private var reports: [JSON] = []
  private var status = ExitStatus.success
  /// Shows what a run changed, before the summary, where it is set.
  private let listing: Listing?

  /// Shows what a run changed, from the database that it was done to.
  typealias Listing = (Database, _ run: Int64, DataPackage) throws -> Void

  /// A session for the arguments of `bank-etl import`.
  ///
  /// - Parameters:
  ///   - arguments: the arguments.
  ///   - listing: shows what a run changed, before the summary.
  /// - Throws: `CommandFailure`, or `DeclarationError` when the declarations are wrong.
  init(_ arguments: ParsedArguments, listing: Listing? = nil) throws {
    self.listing = listing
    options = try ImportOptions(arguments)
    location = try DatabaseLocation(arguments)
    declarations = try Declarations(arguments)
    printsJSON = arguments.has(.json)
    isQuiet = arguments.has(.quiet)
  }

  /// Imports the files that operands stand for, one after the other, and says what became of each.
  ///
  /// A file that fails leaves the next ones their chance, unless `--fail-fast` is given.
  ///
  /// - Parameter operands: files, folders, patterns, or `-`.
  /// - Throws: `OutputError` when a report can't be written.
  func load(_ operands: [String]) throws {
    var sources: [(path: String, failure: CommandFailure?)] = []
    for operand in operands {
      do throws(CommandFailure) {
        let paths = try SourceOperand(text: operand, database: location.path).paths()
        sources += paths.map { ($0, nil) }
      } catch {
        sources.append((operand, error))
      }
    }
    for (index, source) in sources.enumerated() where !Interruption.isRequested {
      try load(source.path, unless: source.failure)
      guard options.failsFast, status > .rejects else { continue }
      let untried = sources.count - index - 1
      if untried > 0 { Message.show([Message("files not tried, by --fail-fast: \(untried)")]) }
      return
    }
  }

  /// Imports one file, unless it is known that it can't be.
  private func load(_ path: String, unless failure: CommandFailure?) throws {
    var report = ImportReport(source: path, database: location.path)
    var outcome = ExitStatus.success
    do {
      if let failure { throw failure }
      outcome = try load(path, &report)
    } catch {
      let failure = CommandFailure(error, source: path, database: location.path)
      Message.show(failure.messages)
      report.message = failure.messages.first?.line
      outcome = failure.status
    }
    if printsJSON {
      reports.append(report.json)
    } else if !isQuiet, outcome == .success || outcome == .rejects {
      var output = Output()
      try output.write(report.text)
      try output.flush()
    }
    status = max(status, outcome)
  }

  private func load(_ path: String, _ report: inout ImportReport) throws -> ExitStatus {
    let source = try ImportSource(path: path, datasets: declarations.package, options: options)
    report.note(source)
    try FileImport(target: openTarget(), options: options).run(source, &report)
    if options.isDryRun { report.noteDryRun() }
    Message.show(report.rejectMessages)
    if let listing, let run = report.run, let target {
      try listing(target.database, run, declarations.package)
    }
    return report.hasRejects && !options.acceptsRejects ? .rejects : .success
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
    // Until here a signal may end the program: there is nothing to clean up.
    Interruption.takeOver()
    if options.isDryRun { trial = try location.privateCopy() }
    let opened = try ImportDatabase(
      path: trial?.databasePath ?? location.path, declarations.migrations(),
      migrates: options.migrates, waitSeconds: options.waitSeconds
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
