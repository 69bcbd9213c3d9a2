/// A command line of this program that can run from any folder, without a terminal and without the
/// environment it was written in.
struct ScheduledCommand: Equatable {
  /// The words, the program's absolute path first.
  private(set) var words: [String]
  /// The words of the command: `import`.
  let name: String
  /// The folders that it writes into.
  private(set) var writtenFolders: [String] = []
  /// All the paths in it.
  private(set) var paths: [String] = []

  /// A variable that has to be set for it.
  struct Variable: Equatable {
    let name: String
    let value: String
  }

  /// The proxies of the environment, where it needs the network.
  private(set) var variables: [Variable] = []

  /// Whether it needs the network.
  var needsNetwork: Bool { words.contains { $0.contains("://") } }

  /// Makes a command line independent of where it is run.
  ///
  /// - Parameters:
  ///   - line: the command and its arguments, without the program's name.
  ///   - program: the program's path.
  ///   - environment: the value of a variable.
  /// - Throws: `UsageError` when it can't be understood, `CommandFailure` when it can't be scheduled.
  init(
    _ line: [String], program: String, environment: (String) -> String? = Environment.value
  ) throws {
    guard case .run(_, let arguments) = try ArgumentParser(commands: Command.all).parse(line),
      arguments.command.path != ScheduleCommand.command.path
    else {
      throw CommandFailure(
        .usage, "expected a command that can be run, such as import FILE, after --")
    }
    try Self.checkDatasets(arguments)
    let command = arguments.command
    name = command.path.joined(separator: " ")
    words = [program] + command.path
    for option in command.options {
      for text in arguments.texts(option).prefix(option.value == nil ? 1 : .max) {
        try append(option, text)
      }
    }
    // A check of migrations takes no database from the environment: it has its own.
    if Self.lacks(.database, arguments), command.path != MigrateCheckCommand.command.path {
      try append(.database, DatabaseLocation(arguments, environment: environment).path)
    }
    if Self.lacks(.package, arguments), let file = environment("BANK_ETL_PACKAGE") {
      try append(.package, file)
    }
    if Self.lacks(.ping, arguments), let address = environment("BANK_ETL_PING") {
      // From a command line, an address that is none would keep the command from being run at all.
      if let complaint = ValueKind.webAddress.complaint(about: address, of: "BANK_ETL_PING") {
        throw CommandFailure(.usage, Message(complaint))
      }
      try append(.ping, address)
    }
    if needsNetwork || arguments.operands.contains(where: { $0.contains("://") }),
      Self.lacks(.certificates, arguments), let file = environment("SSL_CERT_FILE")
    {
      try append(.certificates, file)
    }
    // What goes well says nothing: cron mails whatever is printed.
    let printsJSON = command.has(.json) && arguments.has(.json)
    if Self.lacks(.quiet, arguments), !printsJSON { try append(.quiet, "") }
    let firstOperand = words.endIndex
    for (index, text) in arguments.operands.enumerated() {
      let operand = command.operands[min(index, command.operands.count - 1)]
      words.append(try settled(text, operand.kind))
    }
    if words[firstOperand...].contains(where: { $0.hasPrefix("-") }) {
      words.insert("--", at: firstOperand)
    }
    if needsNetwork {
      variables = Self.proxies.compactMap { name in
        environment(name).map { Variable(name: name, value: $0) }
      }
    }
    for word in words + variables.map(\.value)
    where word.unicodeScalars.contains(where: TerminalText.isUnsafe) {
      throw CommandFailure(
        .usage,
        Message("expected words that a line can show but found \"\(word)\""),
        "rename what has such a name, or mean it by a pattern such as 'in/*.csv'")
    }
  }

  /// Where libcurl looks for a proxy (libcurl-env(3)): http_proxy in lower case alone, the others also in
  /// upper case.
  private static let proxies = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  /// Refuses a dataset that there is none of; one that status names may be in the ledger alone.
  private static func checkDatasets(_ arguments: ParsedArguments) throws {
    let command = arguments.command
    guard command.has(.package) else { return }
    var names = command.options.filter { $0.value?.kind == .dataset }.flatMap(arguments.texts)
    if command.path != StatusCommand.command.path, let last = command.operands.last {
      names += arguments.operands.enumerated().filter { index, _ in
        (index < command.operands.count ? command.operands[index] : last).kind == .dataset
      }.map(\.element)
    }
    guard !names.isEmpty else { return }
    let package = try Declarations(arguments).package
    for name in names { _ = try ListCommand.dataset(named: name, of: package) }
  }

  /// Whether a command has an option that the line does not give.
  private static func lacks(_ option: Option, _ arguments: ParsedArguments) -> Bool {
    arguments.command.has(option) && !arguments.has(option)
  }

  private mutating func append(_ option: Option, _ text: String) throws(CommandFailure) {
    guard let value = option.value else { return words.append("--\(option.name)") }
    let text = try settled(text, value.kind)
    words += text.hasPrefix("-") ? ["--\(option.name)=\(text)"] : ["--\(option.name)", text]
    // Beside a database there are its journal and its lock.
    if option.name == Option.database.name { addFolder(of: text) }
  }

  /// A word, with a path made absolute.
  private mutating func settled(_ text: String, _ kind: ValueKind) throws(CommandFailure) -> String
  {
    switch kind {
    case .textOrFile where text.hasPrefix("@"): return "@" + (try settledPath(text.dropFirst()))
    case .assignment:
      // column=@FILE, but column=@@text
      guard let sign = text.firstIndex(of: "="), text[sign...].hasPrefix("=@"),
        !text[sign...].hasPrefix("=@@")
      else { return text }
      let start = text.index(sign, offsetBy: 2)
      return text[..<start] + (try settledPath(text[start...]))
    case .file, .folder, .outputFile:
      guard text != "-" else {
        throw CommandFailure(
          .usage, "expected a file but found \"-\": a scheduled command has no standard input")
      }
      if text.contains("://") { return text }
      let path = try settledPath(text[...])
      if kind == .outputFile { addFolder(of: path) }
      return path
    default: return text
    }
  }

  private mutating func settledPath(_ text: Substring) throws(CommandFailure) -> String {
    guard let path = FilePath.absolute(String(text)) else {
      throw CommandFailure(
        .noInput, Message("the current folder can't be found out", at: String(text)))
    }
    paths.append(path)
    return path
  }

  private mutating func addFolder(of path: String) {
    let folder = FilePath.parts(path).folder
    let path = folder == "/" ? folder : String(folder.dropLast())
    if !writtenFolders.contains(path) { writtenFolders.append(path) }
  }
}
