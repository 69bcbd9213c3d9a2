import Foundation
import PackagePlugin

/// Turns the files of `migrations/` and the declarations of `data/` into a Swift source file, so
/// that the program carries them and those folders stay their only source.
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
    return [
      .buildCommand(
        displayName: "Embedding migrations and dataset declarations",
        executable: try context.tool(named: "embed-files").url,
        arguments: [output.path, declarations.path] + sql.map(\.path),
        inputFiles: [declarations] + sql,
        outputFiles: [output])
    ]
  }
}
