import Foundation

/// The files of this repository, for tests about the repository itself.
enum Repository {
  /// The top folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file's text; empty when there is none.
  static func text(_ path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// A program of a package of Debian: where the package puts it, or where `.ci/tools` has it.
  static func program(_ path: String, of package: String) -> String? {
    [path, root.appending(path: ".build/tools/\(package)\(path)").path]
      .first(where: FileManager.default.isExecutableFile)
  }

  /// The modules whose sources are below some folders of the top folder.
  static func modules(below folders: String...) -> Set<String> {
    Set(folders.flatMap { swiftPaths(below: $0) }.compactMap(SourceFile.module(of:)))
  }

  /// The Swift files below some folders of the top folder, with their lines.
  static func swiftFiles(below folders: String...) -> [SourceFile] {
    folders.flatMap { swiftPaths(below: $0) }.map { SourceFile(path: $0, text: text($0)) }
  }

  private static func swiftPaths(below folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let names = (found?.allObjects ?? []).compactMap { $0 as? String }
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }
}

/// A file of Swift source.
struct SourceFile: Sendable {
  /// The path from the top folder.
  let path: String
  let text: String
  /// The lines, with their numbers counting from 1.
  let lines: [(number: Int, text: String)]
  /// The lines without their comments, for rules about code.
  let code: [(number: Int, text: String)]
  /// The modules that the file imports.
  let imports: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.components(separatedBy: "\n").enumerated().map { ($0.offset + 1, $0.element) }
    code = lines.map { number, line in
      (number, line.contains("//") ? line.components(separatedBy: "//")[0] : line)
    }
    imports = code.filter { $0.text.contains("import ") }.compactMap { line in
      line.text.firstMatch(of: /^(?:@\w+ )?(?:package |public |internal |private )?import (\w+)/)
        .map { String($0.output.1) }
    }
  }

  /// The name of the module that the file belongs to: the folder below Sources.
  var module: String { Self.module(of: path) ?? "" }

  static func module(of path: String) -> String? {
    path.split(separator: "/").dropFirst().first.map(String.init)
  }
}
