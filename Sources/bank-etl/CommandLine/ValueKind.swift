import Datasets
import Transfer

/// What the value of an option, or an operand, has to be.
///
/// It decides how the text is checked, and what a shell can offer to complete it.
enum ValueKind: Sendable, Equatable {
  /// Any text.
  case text
  /// The path of a file, or `-` where a command reads from standard input.
  case file
  /// Any text, or with `@` before it the path of a file that has it.
  case textOrFile
  /// The address of a web server.
  case webAddress
  /// The path of a file that is written.
  case outputFile
  /// The name of a file in an archive.
  case fileName
  /// The path of a folder.
  case folder
  /// The name of a dataset.
  case dataset
  /// The name of one of the dataset's views.
  case view
  /// The name of a command.
  case command
  /// A whole number in a range.
  case number(ClosedRange<Int64>)
  /// A whole number in a range, or a word in its place.
  case numberOrWord(ClosedRange<Int64>, String)
  /// One of these words.
  case words([String])
  /// One of these words, for all columns, or for one with `COLUMN=` before it.
  case columnWords([String])
  /// A column of the dataset, or one of these words.
  case columnOrWord([String])
  /// Columns of the dataset, with commas between them.
  case columnList
  /// A column of the dataset, `=` and a value.
  case assignment
  /// A length of time: `26h`.
  case timeSpan

  /// A whole number that counts or names something: 1 or more.
  static var count: ValueKind { .number(1...Int64.max) }

  /// One of the words that `Choice` stands for.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type
  ) -> ValueKind {
    .words(type.allCases.map(\.rawValue))
  }

  /// What is wrong with a value, if anything is.
  ///
  /// - Parameters:
  ///   - text: the value, as given.
  ///   - subject: what has the value, for the message: `--limit` or `RUN`.
  /// - Returns: a message, or nil when the value is one of this kind.
  func complaint(about text: String, of subject: String) -> String? {
    func expected(_ kind: String) -> String {
      "expected \(kind) for \(subject) but found \"\(TerminalText.escaped(text))\""
    }
    switch self {
    case .webAddress:
      // It is not shown: there may be a password in it, and a check's address is a secret.
      return Self.isUnusable(text) ? "expected an address such as https://… for \(subject)" : nil
    case .text, .textOrFile, .fileName, .command, .view, .columnWords, .columnOrWord, .columnList,
      .assignment:
      return nil
    case .file, .outputFile, .folder: return text.isEmpty ? expected("a path") : nil
    case .dataset: return text.isEmpty ? expected("the name of a dataset") : nil
    case .number(let range): return Self.complaint(about: text, range, suffix: "", expected)
    case .numberOrWord(let range, let word):
      guard text != word else { return nil }
      return Self.complaint(about: text, range, suffix: " or '\(word)'", expected)
        .map { $0 + NearestMatch.suggestion(for: text, in: [word]) }
    case .timeSpan:
      return TimeSpan.seconds(text) == nil ? expected("a time such as 90s, 15m, 26h or 7d") : nil
    case .words(let words):
      guard !words.contains(text) else { return nil }
      return expected(Self.alternatives(words)) + NearestMatch.suggestion(for: text, in: words)
    }
  }

  /// Whether no web server can have an address; only libcurl, which is loaded for that, can tell.
  private static func isUnusable(_ address: String) -> Bool {
    do throws(TransferError) {
      _ = try WebAddress(address)
      return false
    } catch {
      return error.kind == .unusableAddress
    }
  }

  private static func complaint(
    about text: String, _ range: ClosedRange<Int64>, suffix: String,
    _ expected: (String) -> String
  ) -> String? {
    guard let number = Int64(text) else {
      let isTooLong = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return expected(isTooLong ? "a number below 2^63" : "a whole number" + suffix)
    }
    guard !range.contains(number) else { return nil }
    return expected(
      range.upperBound == .max
        ? "\(range.lowerBound) or more" + suffix
        : "a number from \(range.lowerBound) to \(range.upperBound)" + suffix)
  }

  /// The words as an enumeration: `table, csv or json`.
  private static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
