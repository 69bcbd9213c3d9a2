import Foundation

/// A piece of a document that claims something: a command line, a part of a file.
struct Snippet: Sendable, CustomStringConvertible {
  enum Kind: Sendable, Equatable {
    /// A command line, with the lines that it prints where the page shows them.
    case command(output: [String]?)
    /// The command of a line in a crontab, with the variables that are set above it.
    case crontab(variables: [String])
    /// A block of JSON: an object, or members of one.
    case json
    /// A block of YAML.
    case yaml
    /// Anything else.
    case text
  }

  /// The document, by its path from the top folder.
  let page: String
  /// The number of its (first) line.
  let line: Int
  /// The line, or the lines of a block, without indentation and prompt.
  let text: String
  var kind: Kind

  var description: String { "\(page):\(line): \(text)" }

  /// The snippets of a document, in its order.
  static func all(of page: String, text: String) -> [Snippet] {
    blocks(of: text).flatMap { block -> [Snippet] in
      let text = block.lines.joined(separator: "\n")
      let isJSON = block.language == "json" || text.hasPrefix("{") || text.hasPrefix("\"")
      if isJSON || block.language == "yaml" {
        return [Snippet(page: page, line: block.line, text: text, kind: isJSON ? .json : .yaml)]
      }
      return lines(of: block, page)
    }
  }

  /// A block of code: the number of its first line, what its fence calls it, its lines.
  private typealias Block = (line: Int, language: String, lines: [String])

  /// The blocks of a text: between fences, or indented by four spaces behind an empty line.
  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var block: Block = (0, "", [])
    var (isFenced, isBehindBlank) = (false, true)
    for (index, line) in (text + "\n").components(separatedBy: "\n").enumerated() {
      let isFence = line.hasPrefix("```")
      let isIndented = line.hasPrefix("    ") && (isBehindBlank || !block.lines.isEmpty)
      isBehindBlank = line.isEmpty
      if !isFence, isFenced || isIndented {
        if block.lines.isEmpty { block.line = index + 1 }
        block.lines.append(isFenced ? line : String(line.dropFirst(4)))
        continue
      }
      if !block.lines.isEmpty { blocks.append(block) }
      if isFence { isFenced.toggle() }
      block = (0, isFenced ? String(line.dropFirst(3)) : "", [])
    }
    return blocks
  }

  /// The lines of a block of commands: behind a `$` with what they print, of a crontab, or one a line.
  private static func lines(of block: Block, _ page: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var output: [String] = []
    var variables: [String] = []
    let isSession = block.lines[0].hasPrefix("$ ")
    for (index, line) in block.lines.enumerated().reversed() where isSession {
      if line.hasPrefix("$ ") {
        snippets.insert(
          Snippet(
            page: page, line: block.line + index, text: String(line.dropFirst(2)),
            kind: .command(output: output)), at: 0)
        output = []
      } else {
        output.insert(line, at: 0)
      }
    }
    for (index, line) in block.lines.enumerated() where !isSession {
      var snippet = Snippet(page: page, line: block.line + index, text: line, kind: .text)
      if let match = line.wholeMatch(of: #/(?:[0-9*][0-9*,/-]* ){5}(.*)/#) {
        snippet = Snippet(
          page: page, line: snippet.line, text: String(match.output.1),
          kind: .crontab(variables: variables))
      } else if line.wholeMatch(of: /[A-Z_]+=\S+/) != nil {
        variables.append(line)
        continue
      } else if line.contains(#/^([A-Z_]+=\S+ )?(bank-etl|make|curl) /#) {
        snippet.kind = .command(output: nil)
      }
      snippets.append(snippet)
    }
    if snippets.contains(where: { $0.kind != .text }) { return snippets }
    let text = block.lines.joined(separator: "\n")
    return [Snippet(page: page, line: block.line, text: text, kind: .text)]
  }
}
