/// What can stand in the place of the last word of a command line, for a shell that completes it.
struct Completion {
  /// One word that can stand there.
  struct Candidate: Equatable {
    /// The word.
    let text: String
    /// What it means, as one line; empty where that goes without saying.
    let meaning: String
  }

  /// Which paths can stand there besides.
  enum Paths: String {
    case none
    case files
    case folders
  }

  /// What the declarations offer.
  struct Names {
    /// The datasets: their names, and what people are shown.
    var datasets: [(name: String, title: String)] = []
    /// The views of a dataset; those of all for nil.
    var views: (_ dataset: String?) -> [(name: String, title: String)] = { _ in [] }
    /// The columns of a dataset's table; those of all for nil.
    var columns: (_ dataset: String?) -> [String] = { _ in [] }
  }

  /// The words, all of which start as the last word does.
  private(set) var candidates: [Candidate] = []
  /// The paths.
  private(set) var paths = Paths.none

  private let parser: ArgumentParser
  private let names: (_ package: String?) -> Names
  private var path: [String] = []
  private var operands: [String] = []
  private var values: [String: String] = [:]
  private var pending: Option?
  private var onlyOperandsFollow = false

  /// Finds out what can stand in the place of the last word.
  ///
  /// - Parameters:
  ///   - words: the command line without the program's name; the last word is what there is of the
  ///     one to complete, which may be empty.
  ///   - parser: the commands.
  ///   - names: what the declarations offer that the command line names; it is asked only when that
  ///     is needed.
  init(
    _ words: [String], parser: ArgumentParser, names: @escaping (_ package: String?) -> Names
  ) {
    self.parser = parser
    self.names = names
    for (index, word) in words.dropLast().enumerated() {
      if pending == nil, !onlyOperandsFollow, word == "--" {
        if path == ScheduleCommand.command.path {
          // From here on there is a command line of its own.
          let inner = Completion(Array(words[(index + 1)...]), parser: parser, names: names)
          (candidates, paths) = (inner.candidates, inner.paths)
          return
        }
        onlyOperandsFollow = true
      } else {
        take(word)
      }
    }
    complete(words.last ?? "")
  }

  /// Takes a word before the last one.
  private mutating func take(_ word: String) {
    if let option = pending {
      pending = nil
      values[option.name] = word
    } else if !onlyOperandsFollow, word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1)
      guard let option = option({ $0.name == parts.first ?? "" }), option.value != nil else {
        return
      }
      if parts.count == 2 { values[option.name] = String(parts[1]) } else { pending = option }
    } else if !onlyOperandsFollow, word.hasPrefix("-"), word != "-" {
      pending = option { $0.letter == word.last && $0.value != nil }
    } else if operands.isEmpty, parser.nextWords(after: path).contains(word) {
      path.append(word)
    } else {
      operands.append(word)
    }
  }

  private func option(_ isMeant: (Option) -> Bool) -> Option? {
    let own = parser.command(named: path)?.options ?? []
    return (own + parser.commands.flatMap(\.options)).first(where: isMeant)
  }

  private mutating func complete(_ word: String) {
    if let value = pending?.value {
      add(value.kind, startingWith: word)
    } else if !onlyOperandsFollow, word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      let start = String(word[...equals])
      guard let value = option({ "--\($0.name)=" == start })?.value else { return }
      add(value.kind, startingWith: String(word[word.index(after: equals)...]))
      candidates = candidates.map { Candidate(text: start + $0.text, meaning: $0.meaning) }
    } else if !onlyOperandsFollow, word.hasPrefix("-") {
      let command = parser.command(named: path)
      for option in (command?.options ?? []) + [.help] + (path.isEmpty ? [.version] : []) {
        add("--\(option.name)", option.help, startingWith: word)
      }
    } else {
      if operands.isEmpty { addCommands(after: path, startingWith: word) }
      addOperand(startingWith: word)
    }
  }

  private mutating func addCommands(after path: [String], startingWith start: String) {
    for word in parser.nextWords(after: path) {
      add(word, parser.command(named: path + [word])?.summary ?? "", startingWith: start)
    }
  }

  private mutating func addOperand(startingWith start: String) {
    guard let command = parser.command(named: path), let last = command.operands.last else {
      return
    }
    let index = operands.count
    guard index < command.operands.count || last.isRepeated else { return }
    let kind = index < command.operands.count ? command.operands[index].kind : last.kind
    if kind == .command {
      addCommands(after: operands, startingWith: start)
      if operands.isEmpty, path == HelpCommand.command.path {
        for topic in HelpTopic.all { add(topic.name, topic.summary, startingWith: start) }
      }
      return
    }
    add(kind, startingWith: start)
  }

  /// Adds what a value can be.
  private mutating func add(_ kind: ValueKind, startingWith start: String) {
    switch kind {
    case .text, .textOrFile, .fileName, .webAddress, .command, .number, .timeSpan: break
    case .file, .outputFile: paths = .files
    case .folder: paths = .folders
    case .words(let words): for word in words { add(word, "", startingWith: start) }
    case .numberOrWord(_, let word): add(word, "", startingWith: start)
    case .dataset:
      for dataset in known.datasets { add(dataset.name, dataset.title, startingWith: start) }
    case .view:
      for view in known.views(named) { add(view.name, view.title, startingWith: start) }
    case .columnOrWord(let words):
      for word in words + columns { add(word, "", startingWith: start) }
    case .columnList:
      let comma = start.lastIndex(of: ",").map { start.index(after: $0) } ?? start.startIndex
      let named = start[..<comma].split(separator: ",").map(String.init)
      for column in columns where !named.contains(column) {
        add(start[..<comma] + column, "", startingWith: start)
      }
    case .assignment:
      let given = operands.compactMap { word in word.firstIndex(of: "=").map { word[..<$0] } }
      for column in columns where !given.contains(column[...]) {
        add(column + "=", "", startingWith: start)
      }
    case .columnWords(let words):
      let settings = columns.flatMap { column in words.map { "\(column)=\($0)" } }
      for word in words + settings { add(word, "", startingWith: start) }
    }
  }

  private var known: Names { names(values[Option.package.name]) }

  private var columns: [String] { known.columns(named) }

  /// The dataset that the command line names, by an option or an operand.
  private var named: String? {
    let command = parser.command(named: path)
    let operand = command?.operands.firstIndex { $0.kind == .dataset }
    let named = operand.flatMap { $0 < operands.count ? operands[$0] : nil }
    return values[Option.dataset.name] ?? named
  }

  /// Adds a word, once, if it starts as asked and is one that a shell can show on a line.
  private mutating func add(_ text: String, _ meaning: String, startingWith start: String) {
    guard text.hasPrefix(start), !text.unicodeScalars.contains(where: TerminalText.isUnsafe),
      !candidates.contains(where: { $0.text == text })
    else { return }
    candidates.append(Candidate(text: text, meaning: TerminalText.escaped(meaning)))
  }
}
