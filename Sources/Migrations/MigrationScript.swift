internal import SQLite

/// The statements of one migration file, or of the copy of it that the database keeps.
package struct MigrationScript: Sendable, Equatable {
  /// The file, for messages.
  package let path: String
  /// The text, without a byte order mark.
  package let text: String

  /// A script.
  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// Whether the statements run in a transaction, which is so unless the first line says
  /// `-- bank-etl: no-transaction`.
  package var isTransactional: Bool {
    directive != "no-transaction"
  }

  /// What follows `-- bank-etl:` on the first line, if that is how it starts.
  var directive: String? {
    guard text.utf8.starts(with: "--".utf8) else { return nil }
    return MigrationScript.directive(in: text.prefix { !$0.isNewline })
  }

  /// What follows `-- bank-etl:` in a line that consists of such a comment.
  static func directive(in line: some StringProtocol) -> String? {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard words.count >= 2, words[0] == "--", words[1] == "bank-etl:" else { return nil }
    return words.dropFirst(2).joined(separator: " ")
  }

  /// Whether two texts differ in nothing but how their lines end, and whether the last one does.
  static func isSame(_ first: String, _ second: String) -> Bool {
    first == second || normalized(first) == normalized(second)
  }

  /// The text with LF at the end of each line but the last.
  static func normalized(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if !(byte == 10 && previous == 13) { bytes.append(byte == 13 ? 10 : byte) }
      previous = byte
    }
    while bytes.last == 10 { bytes.removeLast() }
    return bytes
  }
}

// MARK: What is wrong with a script by itself

extension MigrationScript {
  /// A limit that keeps a text within what SQLite takes for a value, in bytes.
  static let sizeLimit = 256 << 20

  /// The script in a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - path: the file, for messages.
  /// - Throws: `ScriptComplaint` when it is no text, or has no statement.
  init(bytes: [UInt8], path: String) throws(ScriptComplaint) {
    guard bytes.count <= MigrationScript.sizeLimit else {
      throw ScriptComplaint("expected at most 256 MiB but found \(bytes.count) bytes", line: nil)
    }
    if let nul = bytes.firstIndex(of: 0) {
      throw ScriptComplaint(
        "expected UTF-8 but found a NUL byte", line: MigrationScript.line(of: nul, in: bytes))
    }
    let text: String
    do {
      // The span checks and says where; the string is then made without a second thought.
      let utf8 = try UTF8Span(validating: bytes.span)
      text = String(copying: utf8)
    } catch {
      let offset = error.byteOffsets.lowerBound
      throw ScriptComplaint(
        "expected UTF-8 but found the byte 0x\(String(bytes[offset], radix: 16)); "
          + "save the file as UTF-8", line: MigrationScript.line(of: offset, in: bytes))
    }
    self.init(path: path, text: text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text)
    try check(bytes)
  }

  private func check(_ bytes: [UInt8]) throws(ScriptComplaint) {
    if Script.isBlank(bytes) {
      throw ScriptComplaint("expected a statement but found none", line: 1)
    }
    guard let directive else { return }
    if directive == "no-transaction" {
      try checkStandsAlone()
    } else if !directive.hasPrefix("allow ") {
      throw ScriptComplaint(
        "expected 'no-transaction' or 'allow RULE' after '-- bank-etl:' but found '\(directive)'",
        line: 1)
    }
  }

  /// Checks that what runs without a transaction can be run again.
  ///
  /// A process that ends between the statement and its row in the history runs it once more. That
  /// is harmless for the statements that can't run in a transaction, and for them alone.
  private func checkStandsAlone() throws(ScriptComplaint) {
    var tokens = SQLTokens(text)
    let first = tokens.next()
    guard let first, ["VACUUM", "PRAGMA"].contains(first.word) else {
      throw ScriptComplaint(
        "expected VACUUM or PRAGMA after '-- bank-etl: no-transaction' but found another "
          + "statement; without that line it runs in a transaction", line: first?.line)
    }
    while let token = tokens.next(), token.text != ";" {}
    while let token = tokens.next() {
      if token.text == ";" { continue }
      throw ScriptComplaint(
        "expected one statement in a file without a transaction but found another; "
          + "give each a migration of its own", line: token.line)
    }
  }

  private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<offset].count { $0 == 10 }
  }
}

/// What is wrong with a script, before its path is known to matter.
struct ScriptComplaint: Error, Equatable {
  /// What was expected and what was found.
  let message: String
  /// The line, counting from 1, where there is one.
  let line: Int?

  init(_ message: String, line: Int?) {
    self.message = message
    self.line = line
  }
}
