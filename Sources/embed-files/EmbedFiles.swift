import Foundation

/// Writes `BuiltIn.swift`: the declaration file and the migrations, as Swift string literals.
///
/// Arguments: the file to write, the declaration file, then the migrations; or `--commit`, the file
/// to write, and the top folder of the sources, to write which commit they are.
@main
struct EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 3, arguments.first == "--commit" {
      return try writeCommit(of: URL(filePath: arguments[3]), to: arguments[2])
    }
    guard let output = arguments.first, let declarations = arguments.dropFirst().first else {
      FileHandle.standardError.write(
        Data("embed-files: expected OUTPUT DECLARATIONS [MIGRATION...]\n".utf8))
      exit(64)
    }
    let migrations = try arguments.dropFirst(2).map { path in
      "    (\(literal(URL(filePath: path).lastPathComponent)), \(literal(try text(path)))),\n"
    }
    let source = """
      /// The files that are part of the program.
      enum BuiltIn {
        /// The text of `data/datapackage.json`.
        static let declarations = \(literal(try text(declarations)))
        /// Name and text of each file in `migrations/`, sorted by name.
        static let migrations: [(name: String, text: String)] = [
      \(migrations.joined())  ]
      }

      """
    try write(source, to: output)
  }

  private static func writeCommit(of root: URL, to output: String) throws {
    let hash = Commit(root: root).hash.map(literal) ?? "nil"
    let source = """
      /// The commit that the program was built from.
      enum BuiltCommit {
        /// Its hash; nil where it was built from neither a checkout nor an archive.
        static let hash: String? = \(hash)
      }

      """
    try write(source, to: output)
  }

  /// Writes a file, unless it is so already: what is newer is compiled again, with all that uses it.
  private static func write(_ source: String, to output: String) throws {
    guard (try? text(output)) != source else { return }
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// A string literal of one line that stands for exactly `text`.
  private static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"", "\n", "\r", "\t", "\0": scalar.escaped(asASCII: true)
      default: scalar.isASCII ? String(scalar) : scalar.escaped(asASCII: true)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
