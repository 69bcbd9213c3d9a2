import Foundation
import PackagePlugin

/// Turns the files of `migrations/` and the declarations of `data/` into a Swift source file, so
/// that the program carries them and those folders stay their only source; and writes another one
/// that says which commit the sources are of.
@main
struct EmbedFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let migrations = root.appending(path: "migrations")
    let declarations = root.appending(path: "data/datapackage.json")
    let sql = try FileManager.default.contentsOfDirectory(
      at: migrations, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "sql" }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltIn.swift")
    let commit = context.pluginWorkDirectoryURL.appending(path: "BuiltCommit.swift")
    return [
      .buildCommand(
        displayName: "Embedding migrations and dataset declarations",
        executable: try context.tool(named: "embed-files").url,
        arguments: [output.path, declarations.path] + sql.map(\.path),
        inputFiles: [declarations] + sql,
        outputFiles: [output]),
      .buildCommand(
        displayName: "Embedding the commit",
        executable: try context.tool(named: "embed-files").url,
        arguments: ["--commit", commit.path, root.path],
        inputFiles: commitFiles(root),
        outputFiles: [commit]),
    ]
  }

  /// The files that tell which commit the sources are of, those that are there.
  private func commitFiles(_ root: URL) -> [URL] {
    var git = root.appending(path: ".git")
    if let link = try? String(contentsOf: git, encoding: .utf8), link.hasPrefix("gitdir: ") {
      let path = link.dropFirst(8).trimmingCharacters(in: .whitespacesAndNewlines)
      git = path.hasPrefix("/") ? URL(filePath: path) : root.appending(path: path)
    }
    return [
      root.appending(path: "packaging/commit"), git.appending(path: "logs/HEAD"),
      git.appending(path: "HEAD"),
    ].filter { FileManager.default.fileExists(atPath: $0.path) }
  }
}
