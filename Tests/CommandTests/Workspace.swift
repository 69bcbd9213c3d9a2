import Foundation

/// A folder of its own for a test, in which the built program runs as a process.
final class Workspace: Sendable {
  /// The folder; it goes with the workspace.
  let folder: URL

  /// The program that was built together with the tests, which lies beside their bundle, or the one that
  /// `BANK_ETL_PROGRAM` names: `make soak` proves what is installed.
  static var program: URL {
    if let path = ProcessInfo.processInfo.environment["BANK_ETL_PROGRAM"] {
      return URL(filePath: path).absoluteURL
    }
    return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "bank-etl")
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bank-etl-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    return path(name)
  }

  /// Writes bytes into the folder.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return path(name)
  }

  /// The text of a file in the folder.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// The names of the files in the folder.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// Runs the program in the folder.
  ///
  /// - Parameters:
  ///   - arguments: the command line without the program's name.
  ///   - environment: the variables it gets besides PATH; none of the tests' own reach it.
  ///   - input: what it can read from standard input.
  /// - Returns: how it ended and what it wrote.
  /// - Throws: when it can't be started.
  func run(
    _ arguments: String..., environment: [String: String] = [:], input: String = ""
  ) async throws -> Outcome {
    try await start(Self.program, arguments, environment, input)
  }

  /// Runs a script of the shell in the folder; the program is `$BANK_ETL`.
  ///
  /// What takes minutes need not wait for its turn.
  func shell(
    _ script: String, environment: [String: String] = [:], input: String = "", inTurn: Bool = true
  ) async throws -> Outcome {
    let program = ["BANK_ETL": Self.program.path]
    return try await start(
      URL(filePath: "/bin/bash"), ["-c", script], environment.merging(program) { $1 }, input,
      inTurn: inTurn)
  }

  func start(
    _ executable: URL, _ arguments: [String], _ environment: [String: String], _ input: String,
    inTurn: Bool = true
  ) async throws -> Outcome {
    if inTurn { await ProcessTurns.take() }
    defer { if inTurn { ProcessTurns.giveBack() } }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = environment.merging(["PATH": path]) { own, _ in own }
    // Files, because a pipe stays open in any process that is started at the same moment.
    let streams = FileManager.default.temporaryDirectory.appending(path: "bank-etl-\(UUID())")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: streams) }
    let (source, output, error) = (
      streams.appending(path: "in"), streams.appending(path: "out"), streams.appending(path: "err")
    )
    try Data(input.utf8).write(to: source)
    for url in [output, error] { try Data().write(to: url) }
    let handles = [
      try FileHandle(forReadingFrom: source), try FileHandle(forWritingTo: output),
      try FileHandle(forWritingTo: error),
    ]
    // Foundation keeps them open, and closes whatever is open in each process that it starts.
    defer { for handle in handles { try? handle.close() } }
    process.standardInput = handles[0]
    process.standardOutput = handles[1]
    process.standardError = handles[2]
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        ended.resume(throwing: error)
      }
    }
    let signal = process.terminationReason == .uncaughtSignal
    return Outcome(
      command: ([executable.lastPathComponent] + arguments).joined(separator: " "),
      folder: folder.path, status: process.terminationStatus + (signal ? 1_000 : 0),
      output: try Data(contentsOf: output), errors: try Data(contentsOf: error))
  }
}

/// How a process ended, and what it wrote; described whole, for the message of a failing test.
struct Outcome: Sendable, CustomStringConvertible {
  let command: String
  let folder: String
  /// The exit status; 1000 + n when signal n ended it.
  let status: Int32
  let output: Data
  let errors: Data

  /// What it wrote on standard output.
  var stdout: String { String(decoding: output, as: UTF8.self) }
  /// What it wrote on standard error.
  var stderr: String { String(decoding: errors, as: UTF8.self) }

  var description: String {
    """
    $ \(command)
      in \(folder)
      status \(status)
      stdout: \(stdout.debugDescription)
      stderr: \(stderr.debugDescription)
    """
  }
}
